import { describe, expect, test } from 'vitest';
import { connect, createBusiness } from '../factories/business';
import { createProduct, createStock } from '../factories/catalog';
import { openTrade } from '../factories/trade';
import { type Answer, ok } from '../setup/client';
import { openMailServer } from '../setup/mail';
import { textOf } from '../setup/pdf-text';
import { percentile } from '../setup/percentile';
import { openOwnStage } from '../setup/stage';

const mail = await openMailServer();
// Every limit is by address: each call comes from one of its own.
const stage = await openOwnStage({ ...mail.env, TRUST_PROXY: '1' });
const { anybody, db, sql } = stage;
const trade = await openTrade(stage, { prices: [7777] });
const { seller, wholesaler, retailer, product } = trade;

type Menu = { id: string; url: string };
const make = async (fields: object = {}) =>
  ok(await seller.post<Menu>('/api/v1/menus', { name: 'Weekly', ...fields }));
const tokenOf = ({ url }: Menu) => url.split('/').at(-1) ?? '';
const dataOf = (menu: Menu) => `/api/v1/public/menus/${tokenOf(menu)}`;
const pageOf = (menu: Menu) => `/m/${tokenOf(menu)}`;
let calls = 0;
const elsewhere = () => {
  calls += 1;
  return { 'x-forwarded-for': `198.${18 + (calls >> 16)}.${(calls >> 8) & 255}.${calls & 255}` };
};
const read = (path: string, headers: Record<string, string> = {}) =>
  anybody.get(path, { headers: { ...elsewhere(), ...headers } });
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const randomToken = () => Array.from({ length: 26 }, () => LETTERS[Math.floor(Math.random() * 32)]).join('');
const asked = (email: string, fields: object = {}) => ({
  business: {
    ...{ name: 'Corner Dispensary', license_number: `ATT-${++calls}`, type: 'retailer' },
    address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
  },
  contact: { name: 'Maya Alvarez', email, phone: '510 555 0100' },
  lines: [{ variant_id: product.variantId, quantity: 1 }],
  ...fields,
});
const ask = (menu: Menu, sent: object, headers: Record<string, string> = elsewhere()) =>
  anybody.post(`${dataOf(menu)}/requests`, sent, { headers });
const mailsLeft = () =>
  expect
    .poll(() => sql`select from graphile_worker.jobs where task_identifier = 'mail_order_request'`, {
      timeout: 60_000,
    })
    .toHaveLength(0);

test('500 interleaved views of two customers’ menus, each with what the other was given, show no cent and no goods of the other', async () => {
  const other = await createBusiness(db, 'retailer');
  await connect(db, other, wholesaler);
  const one = await createProduct(db, wholesaler, { prices: [1111] });
  const two = await createProduct(db, wholesaler, { prices: [2222] });
  await createStock(db, wholesaler, one.variantId, 50);
  await createStock(db, wholesaler, two.variantId, 50);
  const [cheap, dear] = [
    await make({
      customer_id: retailer.id,
      goods: 'chosen',
      variant_ids: [one.variantId],
      passcode: 'first-door-1',
    }),
    await make({
      customer_id: other.id,
      goods: 'chosen',
      variant_ids: [two.variantId],
      passcode: 'second-door-2',
    }),
  ];
  const enter = async (menu: Menu, passcode: string) => {
    const answer = await anybody.send('POST', pageOf(menu), {
      body: new URLSearchParams({ passcode }).toString(),
      headers: { ...elsewhere(), 'content-type': 'application/x-www-form-urlencoded' },
    });
    return (answer.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
  };
  const sides = [
    { menu: cheap, passcode: 'first-door-1', own: /11\.11/, foreign: /22\.22|2222/, hidden: two.variantId },
    { menu: dear, passcode: 'second-door-2', own: /22\.22/, foreign: /11\.11|1111/, hidden: one.variantId },
  ] as const;
  const cookies = [await enter(cheap, 'first-door-1'), await enter(dear, 'second-door-2')];
  const tags = ['', ''];
  for (let n = 0; n < 500; n++) {
    const mine = n % 2;
    const side = sides[mine as 0 | 1];
    const kind = ['page', 'data', 'page', 'data', 'csv'][Math.floor(n / 2) % 5];
    const foreignTag = { 'if-none-match': tags[1 - mine] || '"none"' };
    const answer: Answer =
      kind === 'page'
        ? // Both cookies, as a browser whose paths were ignored would send them.
          await read(pageOf(side.menu), { ...foreignTag, cookie: cookies.join('; ') })
        : await read(`${dataOf(side.menu)}${kind === 'csv' ? '?format=csv' : ''}`, {
            ...foreignTag,
            'x-menu-passcode': side.passcode,
          });
    expect(answer.status, kind).toBe(200);
    const own = kind === 'page' ? new RegExp(side.own) : side.own;
    expect(answer.text).toMatch(own);
    expect(answer.text).not.toMatch(side.foreign);
    expect(answer.text).not.toContain(side.hidden);
    if (answer.headers.etag) tags[mine] = String(answer.headers.etag);
  }
  for (const side of sides) {
    const headers = { ...elsewhere(), 'x-menu-passcode': side.passcode };
    const pdf = await fetch(`${stage.server.url}${dataOf(side.menu)}/pdf`, { headers });
    const text = (await textOf(new Uint8Array(await pdf.arrayBuffer()))).join('\n');
    expect(text).toMatch(side.own);
    expect(text).not.toMatch(side.foreign);
  }
  // The other's passcode and cookie open nothing.
  expect((await read(dataOf(cheap), { 'x-menu-passcode': 'second-door-2' })).status).toBe(403);
  expect((await read(pageOf(cheap), { cookie: cookies[1] ?? '' })).status).toBe(403);
  const forged = `${cookies[0]?.split('=')[0]}=${cookies[1]?.split('=')[1]}`;
  expect((await read(pageOf(cheap), { cookie: forged })).status).toBe(403);
});

test('random tokens have one status, body and time, that of a rotated link', async () => {
  const menu = await make();
  const rotated = tokenOf(menu);
  ok(await seller.post(`/api/v1/menus/${menu.id}/rotate`, {}));
  const bodies = new Set<string>();
  const times: Record<'unknown' | 'rotated', number[]> = { unknown: [], rotated: [] };
  for (let n = 0; n < 2_000; n++) {
    const kind = n % 2 === 0 ? 'unknown' : 'rotated';
    const began = performance.now();
    const { status, text } = await read(`/m/${kind === 'unknown' ? randomToken() : rotated}`);
    times[kind].push(performance.now() - began);
    bodies.add(`${status} ${text}`);
  }
  expect([...bodies]).toHaveLength(1);
  expect([...bodies][0]).toMatch(/^404 /);
  const [unknown, dead] = [percentile(times.unknown, 0.5), percentile(times.rotated, 0.5)];
  expect(Math.abs(unknown - dead)).toBeLessThan(Math.max(1, dead * 0.3));
});

test('requests by the hundred to one mailbox are ten mails a day, and one network keeps no other out', async () => {
  const email = 'flooded@asking.test';
  const sellers = await Promise.all(Array.from({ length: 5 }, () => openTrade(stage)));
  const menus = await Promise.all(
    sellers.map(async (one) => ({
      ...one,
      menu: ok(await one.seller.post<Menu>('/api/v1/menus', { name: 'Weekly' })),
    })),
  );
  for (const [n, { menu, product: goods }] of Array.from({ length: 20 }, () => menus)
    .flat()
    .entries()) {
    const lines = [{ variant_id: goods.variantId, quantity: 1 + n }];
    expect((await ask(menu, asked(email, { lines }))).status).toBe(202);
  }
  await mailsLeft();
  expect(mail.countTo(email)).toBe(10);
  const menu = await make();
  const network = { 'x-forwarded-for': '203.0.113.50' };
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) statuses.push((await ask(menu, asked(`n${n}@asking.test`), network)).status);
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429, 429]);
  expect((await ask(menu, asked('shop@asking.test'))).status).toBe(202);
});

const HOSTILE = [
  'Fir\r\nBcc: victim@evil.test',
  'Fir <img src=//evil.test/x onerror=alert(1)>',
  '=HYPERLINK("http://evil.test")',
  'https://evil.test/login',
  '"><script>alert(1)</script>',
  'Fir \u202egnp.exe',
];

test('a seller of whom forty ask within minutes gets a few mails, and the rest in its digest', async () => {
  const owner = await sql<
    { email: string }[]
  >`select email from users where entity_id = ${wholesaler.id} and team_role = 'owner'`;
  const email = owner[0]?.email ?? '';
  const menu = await make();
  const before = mail.countTo(email);
  for (let n = 0; n < 40; n++) {
    const address = `many${n}@asking.test`;
    expect((await ask(menu, asked(address))).status).toBe(202);
    const page = new URL((await mail.waitFor(address)).links[0] ?? '').pathname;
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...elsewhere() };
    await anybody.send('POST', page, { body: 'act=confirm', headers: form });
  }
  expect(
    await sql`select from order_requests where menu_id = ${menu.id} and status = 'waiting'`,
  ).toHaveLength(40);
  await mailsLeft();
  // Within 427: what is at once is said a few times, the rest joins the digest.
  expect(mail.countTo(email) - before).toBeLessThanOrEqual(10);
}, 180_000);

test('hostile names are inert in page, data, CSV, PDF and mail', async () => {
  const menu = await make({ name: 'Weekly', message: HOSTILE[4] });
  for (const [index, name] of HOSTILE.entries()) {
    await sql`update products set name = ${name} where id = ${product.id}`;
    const fresh = await make({ name: `Fresh ${index}`, goods: 'chosen', variant_ids: [product.variantId] });
    const page = await read(pageOf(fresh));
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<img src=\/\/evil|<script>alert|href="https?:\/\/evil/);
    const csv = await read(`${dataOf(fresh)}?format=csv`);
    expect(csv.text).not.toMatch(/(^|[,\n])"?=/m);
    const pdf = await fetch(`${stage.server.url}${dataOf(fresh)}/pdf`, { headers: elsewhere() });
    const bytes = new Uint8Array(await pdf.arrayBuffer());
    expect(pdf.status).toBe(200);
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/\/(URI|JavaScript|JS|Launch|OpenAction)\b/);
    expect((await textOf(bytes)).join()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    const email = `hostile${index}@asking.test`;
    const sent = asked(email, {
      contact: { name: name.replaceAll(/[\r\n\u202e]/g, ' '), email, phone: '5105550100' },
    });
    expect([202, 400]).toContain((await ask(fresh, sent)).status);
  }
  await mailsLeft();
  for (const { html, text, headers } of mail.mails.filter(({ to }) => to[0]?.startsWith('hostile'))) {
    expect(headers.get('bcc')).toBeUndefined();
    expect(html ?? '').not.toMatch(/<img src=\/\/evil|<script|href="https?:\/\/evil/);
    expect(text).not.toContain('evil.test');
  }
  expect((await read(pageOf(menu))).text).not.toContain('<script>alert');
  await sql`update products set name = 'Fir' where id = ${product.id}`;
});

describe('a stranger', () => {
  test('with a customer’s license learns nothing of it, and its order waits for the seller’s own hand', async () => {
    const customer = ok(
      await seller.post<{ id: string }>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Very Private Shop', license_number: 'PRIVATE-1' },
        address: { street: '9 Hidden Lane', city: 'Oakland', state: 'CA', zip: '94607' },
        contact: { email: 'private@shop.test' },
      }),
    );
    const email = 'stranger@asking.test';
    const sent = asked(email);
    sent.business.license_number = 'PRIVATE-1';
    const answer = await ask(await make(), sent);
    expect([answer.status, answer.body]).toEqual([202, {}]);
    const page = new URL((await mail.waitFor(email)).links[0] ?? '').pathname;
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...elsewhere() };
    const done = await anybody.send('POST', page, { body: 'act=confirm', headers: form });
    expect(done.text).not.toMatch(/Very Private|Hidden Lane|private@shop/);
    const [row] = await sql<{ id: string }[]>`select id from order_requests where address = ${email}`;
    const path = `/api/v1/order-requests/${row?.id}/accept`;
    expect((await seller.post(path, { customer_id: customer.id })).status).toBe(409);
    ok(await seller.post(path, { customer_id: customer.id, unknown_contact: true }));
    const after = await read(page);
    expect(after.text).not.toMatch(/Very Private|Hidden Lane|ORD-/);
    await mailsLeft();
    const mails = mail.mails.filter(({ to }) => to.includes(email));
    expect(mails.map(({ raw }) => raw).join()).not.toMatch(/Very Private|Hidden Lane|ORD-/);
  });

  test('gets goods that left the menu since by the seller’s hand alone, who sees so', async () => {
    const email = 'late@asking.test';
    expect((await ask(await make(), asked(email))).status).toBe(202);
    const page = new URL((await mail.waitFor(email)).links[0] ?? '').pathname;
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...elsewhere() };
    await anybody.send('POST', page, { body: 'act=confirm', headers: form });
    await sql`update products set visibility = 'offered' where id = ${product.id}`;
    const [row] = await sql<{ id: string }[]>`select id from order_requests where address = ${email}`;
    const seen = ok(
      await seller.get<{ lines: Array<{ on_menu: boolean }> }>(`/api/v1/order-requests/${row?.id}`),
    );
    expect(seen.lines[0]?.on_menu).toBe(false);
    await sql`update products set visibility = 'connected' where id = ${product.id}`;
  });

  test('finds no hidden price by minimum, order, ETag, CSV or mail', async () => {
    const [low, high] = [
      await createProduct(db, wholesaler, { prices: [100] }),
      await createProduct(db, wholesaler, { prices: [90_000] }),
    ];
    for (const { variantId } of [low, high]) await createStock(db, wholesaler, variantId, 500);
    const menu = await make({ prices: 'hidden', minimum_order: 500 });
    const names = async () => {
      const { body } = await anybody.get<{ goods: Array<{ variant_id: string }> }>(dataOf(menu), {
        headers: elsewhere(),
      });
      return (body as { goods: Array<{ variant_id: string }> }).goods.map(({ variant_id }) => variant_id);
    };
    const before = { names: await names(), tag: (await read(dataOf(menu))).headers.etag };
    await sql`update product_variants set wholesale_price_cents = 91234 where id = ${low.variantId}`;
    await sql`update menus set version = version + 1 where id = ${menu.id}`;
    expect(await names()).toEqual(before.names);
    expect((await read(dataOf(menu))).headers.etag).toBe(before.tag);
    expect((await read(`${dataOf(menu)}?format=csv`)).text).not.toMatch(/price|912\.34|900/i);
    for (const quantity of [1, 2, 4, 8, 16]) {
      const lines = [{ variant_id: high.variantId, quantity }];
      const email = `bisect${quantity}@asking.test`;
      expect((await ask(menu, asked(email, { lines }))).status).toBe(202);
      const { raw } = await mail.waitFor(email);
      expect(raw).not.toMatch(/\$|900/);
    }
  });
});
