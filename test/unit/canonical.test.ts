import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { digest } from '../../src/security/identity';

const hash = (body: unknown): string => digest(canonicalize(body) ?? '');

/** The same JSON value with its keys in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, shuffled(inner)]),
  );
}

const json = fc.jsonValue({ noUnicodeString: false }).filter((value) => !JSON.stringify(value).includes('__proto__'));

it('a body has one hash, whatever the order of its keys and its white space', () => {
  fc.assert(
    fc.property(json, (value) => {
      const parsed: unknown = JSON.parse(JSON.stringify(value));
      expect(hash(shuffled(parsed))).toBe(hash(parsed));
      expect(hash(JSON.parse(JSON.stringify(parsed, null, 3)))).toBe(hash(parsed));
    }),
  );
});

it('other values have other hashes', () => {
  expect(hash({ a: '1' })).not.toBe(hash({ a: 1 }));
  expect(hash({ a: null })).not.toBe(hash({}));
  expect(hash([1, 2])).not.toBe(hash([2, 1]));
});
