import { toNumber } from '../../domain/money';
import type { OrderState, PaymentDetails } from '../../domain/order';
import { paymentQr } from '../../domain/payment-qr';
import { Html, html } from './html';
import { qrSvg } from './qr-svg';
import { type Language, STAGES, type Stage, TEXTS } from './texts';

const MOVING: readonly Stage[] = ['not_issued', 'due', 'received', 'refunding'];

/** The page of an order for the customer who pays for it. */
export function orderPage(order: OrderState, language: Language): string {
  const t = TEXTS[language];
  const stage = STAGES[order.status];
  const { heading, text } = t.stages[stage];
  const path = `/pay/${order.pa_order_id}`;
  const main = html`<main data-stage="${stage}" ${MOVING.includes(stage) ? new Html(`data-status="${path}/status"`) : undefined}>
    <p class="order">${t.order} ${order.cso_order_id}</p>
    <h1 id="heading">${heading}</h1>
    ${order.amount_rub ? amount(order.amount_rub, language) : undefined}
    <p class="text">${text}</p>
    ${stage === 'due' ? due(order, path, language) : undefined}
  </main>`;
  return shell(language, html`${t.title} — ${order.cso_order_id}`, main, path);
}

/** A page that only says something. */
export function messagePage(language: Language, message: 'notFound' | 'sandboxOff'): string {
  const { heading, text } = TEXTS[language][message];
  return shell(language, html`${heading}`, html`<main><h1 id="heading">${heading}</h1><p class="text">${text}</p></main>`);
}

function shell(language: Language, title: Html, main: Html, path?: string): string {
  const { other } = TEXTS[language];
  const otherLanguage = html`<nav><a href="${path}?lang=${other.language}" lang="${other.language}" hreflang="${other.language}">${other.name}</a></nav>`;
  return html`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/pay/assets/pay.css">
  <script type="module" src="/pay/assets/pay.js"></script>
</head>
<body>
${path ? otherLanguage : undefined}
${main}
<p id="said" role="status" aria-live="polite" class="quiet"></p>
</body>
</html>
`.text;
}

function amount(rub: string, language: Language): Html {
  const text = new Intl.NumberFormat(language, { style: 'currency', currency: 'RUB' }).format(toNumber(rub));
  return html`<p class="amount"><span class="quiet">${TEXTS[language].amount}: </span>${text}</p>`;
}

function due(order: OrderState, path: string, language: Language): Html {
  const t = TEXTS[language];
  const { payment_details: details, amount_rub = '' } = order;
  if (!details) return html``;
  const until = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Moscow' });
  return html`
    <p class="until">
      ${t.payBefore} <time datetime="${order.expires_at}">${until.format(new Date(order.expires_at))} (MSK)</time>
      <span class="left" hidden>${t.left} <span role="timer" data-until="${order.expires_at}"></span></span>
    </p>
    <form method="post" action="${path}/simulate?lang=${language}" data-paying="${t.paying}" data-failed="${t.failed}">
      <button type="submit" class="pay">${t.pay}</button>
      <p class="hint">${t.sandbox}</p>
    </form>
    <div class="ways">
      <section aria-labelledby="qr">
        <h2 id="qr">${t.qr}</h2>
        <div class="qr" role="img" aria-labelledby="qr">${qrSvg(paymentQr({ ...details, correspondent_account: details.correspondent_account ?? '', amount_rub }))}</div>
        <p class="hint">${t.qrHint}</p>
      </section>
      <section aria-labelledby="requisites">
        <h2 id="requisites">${t.requisites}</h2>
        <dl>${fields(details, language)}</dl>
      </section>
    </div>`;
}

function fields(details: PaymentDetails, language: Language): Html[] {
  const t = TEXTS[language];
  return (Object.keys(t.fields) as (keyof typeof t.fields)[]).flatMap((name) => {
    const value = details[name];
    if (!value) return [];
    const hint = name === 'uin' ? html`<span class="hint">${t.uinHint}</span>` : undefined;
    return html`<div>
      <dt id="${name}">${t.fields[name]}</dt>
      <dd><span class="value">${value}</span>${hint}
        <button type="button" class="copy" hidden data-copy="${value}" data-copied="${t.copied}" aria-label="${t.copy}: ${t.fields[name]}">${t.copy}</button></dd>
    </div>`;
  });
}
