import fc from 'fast-check';
import { create } from 'qrcode';
import { decimal } from '../../src/domain/money';
import { paymentQr } from '../../src/domain/payment-qr';
import { qrSvg } from '../../src/gateway/pay/qr-svg';

const order = {
  recipient_name: 'ООО «Платёжный агент»',
  account: '40702810600000000001',
  bank_name: 'АО «Песочница Банк»',
  bank_bik: '044525999',
  correspondent_account: '30101810600000000999',
  inn: '7701234560',
  amount_rub: '148945.50',
  purpose: 'Оплата по заказу CSO-1. УИН 18810177190218155028',
  uin: '18810177190218155028',
};

it('has the fields of the standard, the sum in kopecks', () => {
  expect(paymentQr(order)).toBe(
    'ST00012|Name=ООО «Платёжный агент»|PersonalAcc=40702810600000000001|BankName=АО «Песочница Банк»|BIC=044525999' +
      '|CorrespAcc=30101810600000000999|PayeeINN=7701234560|Sum=14894550|Purpose=Оплата по заказу CSO-1. УИН 18810177190218155028' +
      '|UIN=18810177190218155028',
  );
});

it('is read back whatever the texts hold: the character after ST00012 parts the fields', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'Я', ' ', '|', '=', '~', '\n', '«'), maxLength: 30 });
  const kopecks = fc.bigInt({ min: 1n, max: 10n ** 14n });
  fc.assert(
    fc.property(text, text, kopecks, (recipient_name, purpose, sum) => {
      const amount_rub = decimal(sum.toString()).div(100).toFixed(2);
      const qr = paymentQr({ ...order, recipient_name, purpose, amount_rub });
      const [head, ...fields] = qr.split(qr[7] ?? '');
      const read = Object.fromEntries(fields.map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)]));
      const clean = (value: string): string => value.replace(/\s+/g, ' ').trim();
      expect([head, read.Name, read.Purpose, read.Sum, read.UIN]).toEqual(['ST00012', clean(recipient_name), clean(purpose), String(sum), order.uin]);
    }),
  );
});

it('is drawn module by module, with a quiet zone of four', () => {
  const { modules } = create(paymentQr(order), { errorCorrectionLevel: 'M' });
  const svg = qrSvg(paymentQr(order)).text;
  const drawn = new Set([...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${Number(x) - 4},${Number(y) - 4}`));
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) expect([x, y, drawn.has(`${x},${y}`)]).toEqual([x, y, Boolean(modules.get(y, x))]);
  }
  expect(svg).toContain(`viewBox="0 0 ${modules.size + 8} ${modules.size + 8}"`);
});
