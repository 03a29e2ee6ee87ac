import fc from 'fast-check';
import { maskName, maskPhone } from '../../src/domain/masking';

it.each([
  ['Иван Петров', 'И*** П***'],
  ['  Anna   Maria  Lee ', 'A*** M*** L***'],
  ['𝒜da', '𝒜***'],
])('%s becomes %s', (name, masked) => expect(maskName(name)).toBe(masked));

it.each([
  ['+7 916 123-45-67', '***67'],
  ['12345', '***'],
  ['', '***'],
])('%s becomes %s', (phone, masked) => expect(maskPhone(phone)).toBe(masked));

it('of a word only its first letter is told, and nothing of its length', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 2, maxLength: 20 }).filter((w) => !/[\s*]/.test(w) && w.trim() !== '');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const masked = maskName(words.join(' ')).split(' ');
      expect(masked).toEqual(words.map((w) => `${[...w][0]}***`));
    }),
  );
});

it('of a phone at most the last two digits are told', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 32 }), (phone) => {
      const digits = phone.replace(/\D/g, '');
      expect(['***', `***${digits.slice(-2)}`]).toContain(maskPhone(phone));
      expect(maskPhone(phone).length).toBeLessThanOrEqual(5);
    }),
  );
});
