import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublic, postOutside } from '../../activities/post-outside';
import { until } from '../../src/local/until';

const servers: Server[] = [];
async function receiver(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
}
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

it('reads no more of an answer than it needs', async () => {
  let sent = 0;
  let cut = false;
  const url = await receiver((_req, res) => {
    res.writeHead(200);
    res.on('close', () => {
      cut = true;
    });
    const more = (): void => {
      while (!cut && res.write(Buffer.alloc(65_536))) sent += 65_536;
      if (!cut) res.once('drain', more);
    };
    more();
  });
  expect(await postOutside('sandbox')(url, '{}', {})).toEqual({ response_status: 200, error: null });
  await until('the receiver is cut off', 5_000, () => cut);
  expect(sent).toBeLessThan(32 * 1024 * 1024);
});

it('tells a redirect and a refused connection for what they are', async () => {
  const url = await receiver((_req, res) => res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  expect(await postOutside('sandbox')(url, '{}', {})).toEqual({ response_status: 302, error: 'the receiver answered 302' });
  expect(await postOutside('sandbox')('http://127.0.0.1:1/', '{}', {})).toEqual({ response_status: null, error: 'ECONNREFUSED' });
});

describe('in production', () => {
  const post = postOutside('production');

  it.each([
    ['http://example.com/', 'only https addresses are called'],
    ['https://127.0.0.1/', '127.0.0.1 is not a public address'],
    ['https://[::1]/', '::1 is not a public address'],
    ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1 is not a public address'],
    ['https://2130706433/', '127.0.0.1 is not a public address'],
    ['https://169.254.169.254/latest/meta-data', '169.254.169.254 is not a public address'],
    ['https://10.1.2.3/', '10.1.2.3 is not a public address'],
  ])('%s is not called: %s', async (url, error) => {
    expect(await post(url, '{}', {})).toEqual({ response_status: null, error });
  });

  it('a name is judged by the address that is dialled', async () => {
    expect(await post('https://localhost:1/', '{}', {})).toEqual({ response_status: null, error: 'localhost is not a public address' });
  });
});

it.each([
  ['8.8.8.8', true],
  ['2606:4700:4700::1111', true],
  ['0.0.0.0', false],
  ['100.64.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['2002:7f00:1::', false],
])('%s is public: %s', (address, expected) => expect(isPublic(address)).toBe(expected));
