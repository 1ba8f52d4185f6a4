import { expect, test } from 'vitest';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { openMailServer } from '../../setup/mail';
import { textOf } from '../../setup/pdf-text';
import { openOwnStage } from '../../setup/stage';

const mail = await openMailServer();
const stage = await openOwnStage({ ...mail.env, TRUST_PROXY: '1' });
const { anybody, db, sql } = stage;
const { seller, wholesaler, product } = await openTrade(stage, { prices: [73_19] });
const other = await createProduct(db, wholesaler, { prices: [64_28] });
await createStock(db, wholesaler, other.variantId, 40);
const list = ok(await seller.post<{ id: string }>('/api/v1/price-lists', { name: 'Steps', discount_bps: 0 }));
await sql`update product_variants set case_size = 4 where id = ${other.variantId}`;

const menu = ok(
  await seller.post<{ id: string; url: string }>('/api/v1/menus', {
    ...{ name: 'Weekly', prices: 'hidden', minimum_order: 411.77, price_list_id: list.id },
    ...{ availability: 'exact', certificates: true },
  }),
);
const page = new URL(menu.url).pathname;
const data = page.replace('/m/', '/api/v1/public/menus/');
let address = 0;
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${++address}` });
const post = (path: string, form: Record<string, string>) =>
  anybody.send('POST', path, {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...elsewhere() },
  });

const WHO = {
  ...{
    stage: 'send',
    'business.name': 'Corner',
    'business.license_number': 'C10-7',
    'address.city': 'Oakland',
  },
  ...{ 'address.street': '12 Market Street', 'address.state': 'CA', 'address.zip': '94607' },
  ...{ 'contact.name': 'Maya', 'contact.phone': '510 555 0100', 'business.type': 'retailer' },
};
let asked = 0;

/** All that a stranger's browser gets from the link, with headers; what is of one moment is left out. */
async function received(): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  const keep = (name: string, headers: object, text: string) => {
    const lines = Object.entries(headers)
      .filter(
        ([key]) =>
          !/^(x-request-id|traceparent|date|content-security-policy|set-cookie|server-timing)$/.test(key),
      )
      .map(([key, value]) => `${key}: ${value}`);
    all[name] = `${lines.join('\n')}\n\n${text}`
      .replaceAll(/nonce="[^"]+"/g, 'nonce')
      .replaceAll(/"as_of":"[^"]+"/g, 'as_of')
      .replaceAll(/\/m\/r\/\w{26}/g, '/m/r/');
  };
  const get = async (name: string, path: string) => {
    const { status, headers, text } = await anybody.get(path, { headers: elsewhere() });
    expect(status, path).toBe(200);
    keep(name, headers, text);
  };
  await get('page', page);
  await get('page as a table', `${page}?view=table`);
  await get('search', `${page}?search=product`);
  await get('json', data);
  await get('csv', `${data}?format=csv`);
  const response = await fetch(stage.server.url + page, {
    headers: { 'accept-encoding': 'gzip', ...elsewhere() },
  });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  keep('page, packed', {}, await response.text());
  const pdf = await fetch(`${stage.server.url}${data}/pdf`);
  keep('pdf', {}, (await textOf(new Uint8Array(await pdf.arrayBuffer()))).join('\n'));
  const goods = { [`q.${product.variantId}`]: '2', [`q.${other.variantId}`]: '4' };
  const form = await post(`${page}/request`, goods);
  expect(form.status).toBe(200);
  keep('form', form.headers, form.text);
  const email = `hidden${++asked}@asking.test`;
  const sent = await post(`${page}/request`, { ...goods, ...WHO, 'contact.email': email });
  expect(sent.status).toBe(202);
  keep('sent', sent.headers, sent.text);
  const letter = await mail.waitFor(email);
  keep('mail', {}, `${letter.subject}\n${letter.html}\n${letter.text}`.replaceAll(email, 'email'));
  const link = new URL(letter.links[0] ?? '').pathname;
  const before = await anybody.get(link);
  // Each request has a link, and so an ETag, of its own.
  const { etag: _, ...ofRequest } = before.headers;
  keep('request', ofRequest, before.text);
  const confirmed = await post(link, { act: 'confirm' });
  keep('confirmed', confirmed.headers, confirmed.text);
  const later = await mail.waitFor(email);
  keep('mail after', {}, `${later.subject}\n${later.html}\n${later.text}`.replaceAll(email, 'email'));
  return all;
}

test('sends a stranger the same bytes whatever hidden prices and the minimum are, and none of them', async () => {
  const first = await received();
  for (const [name, text] of Object.entries(first)) {
    expect(text, name).not.toMatch(/73[.,]?19|64[.,]?28|411[.,]?77|\$\s?\d/);
  }
  await sql`update product_variants set wholesale_price_cents = 5 where id = ${product.variantId}`;
  await sql`update product_variants set wholesale_price_cents = 9999900 where id = ${other.variantId}`;
  ok(await seller.patch(`/api/v1/menus/${menu.id}`, { minimum_order: 0.01 }));
  expect(await received()).toEqual(first);
}, 120_000);
