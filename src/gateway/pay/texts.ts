import type { OrderStatus } from '../../domain/lifecycle';

export const LANGUAGES = ['ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Where the customer's payment stands. */
export type Stage = 'not_issued' | 'due' | 'received' | 'paid' | 'expired' | 'rejected' | 'refunding' | 'refunded';

export const STAGES: Record<OrderStatus, Stage> = {
  DRAFT: 'not_issued',
  IN_PROGRESS: 'not_issued',
  PENDING_DOCS: 'not_issued',
  FX_FIXED: 'not_issued',
  AWAITING_PAYMENT: 'due',
  CLIENT_PAID: 'received',
  FX_EXECUTED: 'received',
  PARTNER_PAID: 'paid',
  COMPLETED: 'paid',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  REFUND_INITIATED: 'refunding',
  REFUNDED: 'refunded',
};

interface Texts {
  title: string;
  stages: Record<Stage, { heading: string; text: string }>;
  notFound: { heading: string; text: string };
  sandboxOff: { heading: string; text: string };
  amount: string;
  payBefore: string;
  left: string;
  qr: string;
  qrHint: string;
  requisites: string;
  fields: Record<'recipient_name' | 'inn' | 'account' | 'bank_name' | 'bank_bik' | 'correspondent_account' | 'purpose' | 'uin', string>;
  uinHint: string;
  copy: string;
  copied: string;
  pay: string;
  paying: string;
  failed: string;
  sandbox: string;
  order: string;
  other: { language: Language; name: string };
}

export const TEXTS: Record<Language, Texts> = {
  ru: {
    title: 'Оплата заказа',
    stages: {
      not_issued: { heading: 'Реквизиты ещё не выставлены', text: 'Как только они появятся, страница обновится сама.' },
      due: { heading: 'К оплате', text: 'Отсканируйте код в приложении банка или переведите по реквизитам.' },
      received: { heading: 'Платёж получен', text: 'Рубли поступили. Мы покупаем валюту и отправляем деньги партнёру.' },
      paid: { heading: 'Оплачено', text: 'Деньги отправлены партнёру. Больше ничего делать не нужно.' },
      expired: { heading: 'Срок оплаты истёк', text: 'Не переводите деньги по этим реквизитам: попросите новый счёт у вашего консьержа.' },
      rejected: { heading: 'Заказ отменён', text: 'Не переводите деньги по нему. Если это ошибка, напишите вашему консьержу.' },
      refunding: { heading: 'Возвращаем деньги', text: 'Возврат отправлен в банк и придёт на счёт, с которого вы платили.' },
      refunded: { heading: 'Деньги возвращены', text: 'Они придут на счёт, с которого вы платили, по срокам вашего банка.' },
    },
    notFound: { heading: 'Такого счёта нет', text: 'Проверьте ссылку или попросите новую у вашего консьержа.' },
    sandboxOff: { heading: 'Страница недоступна', text: 'Песочница здесь выключена.' },
    amount: 'Сумма',
    payBefore: 'Оплатите до',
    left: 'Осталось',
    qr: 'Код для оплаты в приложении банка',
    qrHint: 'Наведите камеру в приложении банка: сумма и реквизиты заполнятся сами.',
    requisites: 'Реквизиты для перевода',
    fields: {
      recipient_name: 'Получатель',
      inn: 'ИНН',
      account: 'Счёт',
      bank_name: 'Банк',
      bank_bik: 'БИК',
      correspondent_account: 'Корр. счёт',
      purpose: 'Назначение платежа',
      uin: 'УИН',
    },
    uinHint: 'По нему мы узнаем ваш платёж: не меняйте его.',
    copy: 'Скопировать',
    copied: 'Скопировано',
    pay: 'Оплатить',
    paying: 'Платёж отправлен, ждём ответа…',
    failed: 'Не получилось. Попробуйте ещё раз через минуту.',
    sandbox: 'Песочница: деньги не спишутся, платёж имитируется.',
    order: 'Заказ',
    other: { language: 'en', name: 'English' },
  },
  en: {
    title: 'Pay for your order',
    stages: {
      not_issued: { heading: 'Not issued yet', text: 'The page updates by itself as soon as there is something to pay.' },
      due: { heading: 'To pay', text: 'Scan the code in your bank’s app, or transfer by the details below.' },
      received: { heading: 'Payment received', text: 'Your rubles have arrived. We are buying the currency and paying the partner.' },
      paid: { heading: 'Paid', text: 'The money has been sent to the partner. There is nothing left to do.' },
      expired: { heading: 'Too late to pay', text: 'Do not transfer by these details any more: ask your concierge for a new bill.' },
      rejected: { heading: 'The order is cancelled', text: 'Do not pay for it. If that is a mistake, write to your concierge.' },
      refunding: { heading: 'Returning your money', text: 'The refund is with the bank and goes to the account you paid from.' },
      refunded: { heading: 'Your money is returned', text: 'It arrives on the account you paid from, as fast as your bank is.' },
    },
    notFound: { heading: 'There is no such bill', text: 'Check the link, or ask your concierge for a new one.' },
    sandboxOff: { heading: 'This page is not available', text: 'The sandbox is switched off here.' },
    amount: 'Amount',
    payBefore: 'Pay before',
    left: 'Time left',
    qr: 'Code for your bank’s app',
    qrHint: 'Scan it in the app: amount and details are filled in.',
    requisites: 'Details for a transfer',
    fields: {
      recipient_name: 'Recipient',
      inn: 'INN',
      account: 'Account',
      bank_name: 'Bank',
      bank_bik: 'BIK',
      correspondent_account: 'Corr. account',
      purpose: 'Purpose',
      uin: 'UIN',
    },
    uinHint: 'We recognise your payment by it: leave it as it is.',
    copy: 'Copy',
    copied: 'Copied',
    pay: 'Pay',
    paying: 'The payment is sent, waiting for the answer…',
    failed: 'That did not work. Try again in a minute.',
    sandbox: 'Sandbox: no money is taken, the payment is simulated.',
    order: 'Order',
    other: { language: 'ru', name: 'Русский' },
  },
};
