// Other features import this file.
import { dollarText, toDollars } from '../../../kernel/money';
import { amountIn } from '../../../kernel/weights';
import { dayText } from '../public/data';
import type { OpenLink } from '../public/link.sql';
import type { AskedRequest } from '../requests/asker';
import { CONFIRM_HOURS, type KeptLine } from '../requests/schema';
import { Html, html } from './html';
import { FOOT, pageOf, type Theme } from './layout';

/** What a form of a request holds. */
export type Fields = Readonly<Record<string, string>>;

const amountText = ({ quantity, step, unit }: KeptLine) =>
  step === null ? `${quantity} ×` : `${amountIn(quantity, step)} ${unit}`;

function linesTable(lines: readonly KeptLine[], withPrices: boolean): Html {
  const total = lines.reduce((sum, line) => sum + Math.round(line.total * 100), 0);
  return html`<div class="scroll"><table><tbody>${lines.map(
    (line) =>
      html`<tr><td>${amountText(line)}</td><td><strong>${line.product_name}</strong> ${line.variant_name}</td>${
        withPrices && html`<td class="num">${dollarText(line.total)}</td>`
      }</tr>`,
  )}${
    withPrices &&
    html`<tr><td></td><td><strong>Total before tax</strong></td><td class="num"><strong>${dollarText(toDollars(total))}</strong></td></tr>`
  }</tbody></table></div>`;
}

const input = (fields: Fields, name: string, label: string, attributes: string): Html =>
  html`<label>${label}<input name="${name}" value="${fields[name] ?? ''}" ${new Html(attributes)}></label>`;

/** The second step of a request: what was chosen, and who asks. @param base path of the menu */
export function drawForm(
  link: OpenLink,
  {
    lines,
    fields,
    errors,
    base,
    theme,
  }: { lines: readonly KeptLine[]; fields: Fields; errors: readonly string[]; base: string; theme: Theme },
): string {
  const isCustomers = link.customer_id !== null;
  const body = html`<main class="wrap"><p><a href="${base}">Back to the menu</a></p><h1>Request an order</h1>
<p class="muted">From ${link.seller_name}. Nothing is sent until you confirm it by email.</p>${
    errors.length > 0 &&
    html`<div class="note bad" role="alert">${errors.map((text) => html`<p>${text}</p>`)}</div>`
  }${linesTable(lines, link.prices === 'shown')}
<form class="form" method="post" action="${base}/request">${lines.map(
    (line) =>
      html`<input type="hidden" name="q.${line.variant_id}" value="${amountIn(line.quantity, line.step)}">`,
  )}<input type="hidden" name="stage" value="send">${
    !isCustomers &&
    html`<fieldset><legend>Your business</legend>${input(fields, 'business.name', 'Name', 'required maxlength=200 autocomplete=organization')}<div class="two">${input(fields, 'business.license_number', 'License number', 'required maxlength=100')}<label>Type<select name="business.type">${(
      ['retailer', 'wholesaler'] as const
    ).map(
      (type) =>
        html`<option value="${type}"${fields['business.type'] === type && html` selected`}>${type === 'retailer' ? 'Retailer' : 'Wholesaler'}</option>`,
    )}</select></label></div>${input(fields, 'address.street', 'Street', 'required maxlength=200 autocomplete=street-address')}<div class="two">${input(fields, 'address.city', 'City', 'required maxlength=100 autocomplete=address-level2')}${input(fields, 'address.state', 'State', 'required maxlength=100 autocomplete=address-level1')}${input(fields, 'address.zip', 'ZIP code', 'required maxlength=20 autocomplete=postal-code')}</div></fieldset>`
  }<fieldset><legend>You</legend>${input(fields, 'contact.name', 'Name', 'required maxlength=100 autocomplete=name')}<div class="two">${input(fields, 'contact.email', 'Email', 'required type=email maxlength=254 autocomplete=email')}${input(fields, 'contact.phone', 'Phone', 'required type=tel maxlength=50 autocomplete=tel')}</div></fieldset><fieldset><legend>Delivery</legend><div class="two">${input(fields, 'delivery_date', 'Requested day (optional)', 'type=date')}${input(fields, 'po_number', 'PO number (optional)', 'maxlength=64')}</div><label>Note (optional)<textarea name="notes" maxlength="500" rows="3">${fields.notes ?? ''}</textarea></label></fieldset><button class="primary">Send request</button></form><p class="foot">${FOOT}</p></main>`;
  return pageOf({ title: 'Request an order', body, theme });
}

/** A page that says one thing. */
export function drawNotice({
  title,
  text,
  back,
  theme,
}: {
  title: string;
  text: string;
  back?: string;
  theme: Theme;
}): string {
  const body = html`<main class="wrap"><h1>${title}</h1><p class="message">${text}</p>${
    back && html`<p class="message"><a class="button" href="${back}">Back to the menu</a></p>`
  }<p class="foot">${FOOT}</p></main>`;
  return pageOf({ title, body, theme });
}

/** Asks for the passcode of a menu. */
export function drawPasscode(
  { seller_name }: Pick<OpenLink, 'seller_name'>,
  { base, error, theme }: { base: string; error: string | null; theme: Theme },
): string {
  const body = html`<main class="wrap"><h1>${seller_name}</h1><p class="message">This menu asks for a passcode.</p>${
    error && html`<p class="note bad" role="alert">${error}</p>`
  }<form class="form" method="post" action="${base}"><label>Passcode<input type="password" name="passcode" required maxlength="128" autocomplete="off" autofocus></label><button class="primary">Open menu</button></form><p class="foot">${FOOT}</p></main>`;
  return pageOf({ title: seller_name, body, theme });
}

const STATUS = {
  unconfirmed: ['Not confirmed yet', ''],
  waiting: ['Waiting for the seller', 'warn'],
  accepted: ['Accepted', 'good'],
  declined: ['Declined', ''],
  withdrawn: ['Withdrawn', ''],
  expired: ['Expired', ''],
} as const;

/** The page of a request for who asked. @param path its own */
export function drawRequest(
  { row, sellerName, isLate }: AskedRequest,
  { path, note, theme }: { path: string; note: { text: string; isBad: boolean } | null; theme: Theme },
): string {
  const [label, tone] = isLate ? (['The link has expired', ''] as const) : STATUS[row.status];
  const act = (value: string, text: string, isMain = false) =>
    html`<form method="post" action="${path}"><input type="hidden" name="act" value="${value}"><button${isMain && html` class="primary"`}>${text}</button></form>`;
  const body = html`<main class="wrap"><h1>Order request</h1><p class="muted">To ${sellerName} <span class="badge ${tone}">${label}</span></p>${
    note && html`<p class="note ${note.isBad ? 'bad' : 'good'}" role="status">${note.text}</p>`
  }${row.status === 'declined' && row.reason && html`<p class="note">${row.reason}</p>`}${linesTable(row.lines, row.pricesShown)}${
    row.deliveryDate && html`<p class="message">Requested day: ${dayText(row.deliveryDate)}</p>`
  }${
    row.status === 'unconfirmed' &&
    !isLate &&
    html`<p class="message">Nothing is sent until you confirm it, within ${CONFIRM_HOURS} hours.</p><div class="bar">${act('confirm', 'Confirm request', true)}</div>`
  }${isLate && html`<p class="message">Ask again from the menu: this request was not confirmed within ${CONFIRM_HOURS} hours.</p>`}${
    row.status === 'waiting' && html`<div class="bar">${act('withdraw', 'Withdraw')}</div>`
  }${
    row.status === 'accepted' &&
    html`<div class="bar">${act('account', 'Order with an account')}</div><p class="small muted">We mail you a link.</p>`
  }<p class="foot">${FOOT}</p></main>`;
  return pageOf({ title: 'Order request', body, theme });
}
