import fc from 'fast-check';
import { decimal, isPayable, rounded, sameAmount, toNumber } from '../../src/domain/money';
import { markedUp, price } from '../../src/domain/pricing';
import { isUin, uinFromDigest } from '../../src/domain/uin';

/** Decimal text with up to `digits` decimals, made from whole numbers so that no float is near. */
const amount = (most: bigint, digits: number) =>
  fc.bigInt({ min: 10n ** BigInt(digits), max: most * 10n ** BigInt(digits) }).map((n) => {
    const text = n.toString().padStart(digits + 1, '0');
    return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  });

/** Half up in whole numbers: an independent way to the same result. */
const halfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);
const scaled = (text: string, digits: number): bigint => BigInt(decimal(text).mul(decimal(10).pow(digits)).toFixed(0));

describe('rates', () => {
  it.each([
    ['EUR', '95.91', '97.35'],
    ['USD', '88.50', '89.83'],
    ['AED', '24.10', '24.46'],
    ['TRY', '2.45', '2.49'],
    ['CNY', '12.30', '12.48'],
  ])('%s: base %s with 1.5 percent is %s', (_currency, base, final) => {
    expect(markedUp(base, '1.5')).toBe(final);
  });

  it('is base x (1 + percent / 100), half up to two decimals', () => {
    fc.assert(
      fc.property(amount(1000n, 4), amount(20n, 2), (base, percent) => {
        const exact = scaled(base, 4) * (10_000n + scaled(percent, 2));
        expect(scaled(markedUp(base, percent), 2)).toBe(halfUp(exact, 10n ** 6n));
      }),
    );
  });
});

describe('price', () => {
  it('is the rounded base plus the rounded commission, each half up to the kopeck', () => {
    fc.assert(
      fc.property(amount(10_000_000n, 2), amount(500n, 2), amount(10n, 2), (local, rate, percent) => {
        const { base_rub, commission_rub, amount_rub } = price(local, rate, percent);
        const base = halfUp(scaled(local, 2) * scaled(rate, 2), 100n);
        const commission = halfUp(base * scaled(percent, 2), 10_000n);
        expect([base_rub, commission_rub, amount_rub].map((x) => scaled(x, 2))).toEqual([base, commission, base + commission]);
      }),
    );
  });

  it('survives the trip through a JSON number to the kopeck', () => {
    fc.assert(
      fc.property(amount(999_999_999_999n, 2), (rub) => {
        expect(sameAmount(rub, JSON.parse(JSON.stringify(toNumber(rub))))).toBe(true);
      }),
    );
  });
});

it('rounds half up, away from what binary floats make of it', () => {
  expect(rounded(decimal('1.005'))).toBe('1.01');
  expect(rounded(decimal('2.675'))).toBe('2.68');
});

it('amounts have no more decimals than their currency', () => {
  expect([
    isPayable('100', 'JPY'),
    isPayable('100.5', 'JPY'),
    isPayable('1.23', 'EUR'),
    isPayable('1.234', 'EUR'),
    isPayable('1.234', 'KWD'),
  ]).toEqual([true, false, true, false, true]);
});

describe('UIN', () => {
  it.each([
    '18810177190218155028',
    '18810177200104519116',
    '32117072411021588933',
    '18810177200104510020',
    '18810177200104510780',
  ])('%s is valid', (uin) => {
    expect(isUin(uin)).toBe(true);
  });

  it('made from a digest: 20 digits, a valid check digit, the same for the same digest', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const hex = Buffer.from(bytes).toString('hex');
        const uin = uinFromDigest(hex);
        expect(uin).toMatch(/^[1-9]\d{19}$/);
        expect(isUin(uin)).toBe(true);
        expect(uinFromDigest(hex)).toBe(uin);
      }),
    );
  });
});
