import { SignedLinks } from '../../src/security/identity';

const parts = (url: string): [string, string, string] => {
  const { pathname, searchParams } = new URL(url);
  return [pathname, searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''];
};

it('a link opens until it expires, for its own path, with its own signature', () => {
  const links = new SignedLinks('a secret of its own', 'https://pa.example');
  const [path, expires, signature] = parts(links.publish('/v1/documents/1'));
  expect(links.isValid(path, expires, signature)).toBe(true);
  expect(links.isValid('/v1/documents/2', expires, signature)).toBe(false);
  expect(links.isValid(path, String(Number(expires) + 1), signature)).toBe(false);
  expect(
    links.isValid(
      path,
      expires,
      signature.replace(/^./, (c) => (c === '0' ? '1' : '0')),
    ),
  ).toBe(false);
  expect(new SignedLinks('another secret', 'https://pa.example').isValid(path, expires, signature)).toBe(false);
});

it('an expired link opens nothing, and an address elsewhere is left as it is', () => {
  const expired = new SignedLinks('a secret of its own', 'https://pa.example', -1);
  expect(expired.isValid(...parts(expired.publish('/v1/documents/1')))).toBe(false);
  expect(expired.publish('https://files.example/1.pdf')).toBe('https://files.example/1.pdf');
});
