import { describe, expect, test } from 'vitest';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade } from '../../factories/trade';
import { type Answer, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openMailServer } from '../../setup/mail';
import { openOwnStage } from '../../setup/stage';

const mail = await openMailServer();
// Requests are limited by network: each comes from one of its own.
const stage = await openOwnStage({ ...mail.env, TRUST_PROXY: '1' });
const { anybody, db, sql } = stage;
const trade = await openTrade(stage, { prices: [1000] });
const { seller, wholesaler, retailer, product } = trade;
const hidden = await createProduct(db, wholesaler, { prices: [500] });
await createStock(db, wholesaler, hidden.variantId, 20);
await sql`update products set visibility = 'offered' where id = ${hidden.id}`;

const PATH = '/api/v1/order-requests';
type Menu = { id: string; url: string };
const make = async (fields: object = {}) =>
  ok(await seller.post<Menu>('/api/v1/menus', { name: 'Weekly', ...fields }));
const tokenOf = ({ url }: Menu) => url.split('/').at(-1) ?? '';
const pathOf = (menu: Menu) => `/api/v1/public/menus/${tokenOf(menu)}/requests`;
let count = 0;
const newEmail = () => `rejected${++count}@asking.test`;
const body = (email: string, fields: object = {}) => ({
  business: {
    ...{ name: 'Corner Dispensary', license_number: `REJ-${++count}`, type: 'retailer' },
    address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
  },
  contact: { name: 'Maya Alvarez', email, phone: '510 555 0100' },
  lines: [{ variant_id: product.variantId, quantity: 3 }],
  ...fields,
});
const elsewhere = () => {
  const n = ++count;
  return { 'x-forwarded-for': `198.18.${n >> 8}.${n & 255}` };
};
const ask = (menu: Menu, sent: unknown, headers: Record<string, string> = {}) =>
  anybody.post<unknown>(pathOf(menu), sent, { headers: { ...elsewhere(), ...headers } });
const act = (path: string, what: string) =>
  anybody.send('POST', path, {
    body: new URLSearchParams({ act: what }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const linkOf = async (email: string) => new URL((await mail.waitFor(email)).links[0] ?? '').pathname;
const rowOf = async (email: string) => {
  const [row] = await sql<
    { id: string; status: string }[]
  >`select id, status from order_requests where address = ${email}`;
  return row;
};
async function confirmed(fields: object = {}) {
  const email = newEmail();
  expect((await ask(await make(), body(email, fields))).status).toBe(202);
  const page = await linkOf(email);
  expect((await act(page, 'confirm')).status).toBe(200);
  return { id: (await rowOf(email))?.id ?? '', page, email };
}
const reasonOf = (answer: Answer) =>
  (answer.body as { error: { details: { reason?: string } } }).error.details.reason;

describe('a request', () => {
  test('of goods that are hidden, inactive, another’s or unknown gets one error for all (400 not_found)', async () => {
    const inactive = await createProduct(db, wholesaler, { prices: [500], active: false });
    const foreign = await openTrade(stage);
    const menu = await make();
    const texts = new Set<string>();
    for (const id of [hidden.variantId, inactive.variantId, foreign.product.variantId, ABSENT_ID]) {
      const answer = await ask(menu, body(newEmail(), { lines: [{ variant_id: id, quantity: 1 }] }));
      expectInvalid(answer, 'lines[0].variant_id', 'not_found');
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
    const chosen = await make({ goods: 'chosen', variant_ids: [product.variantId] });
    const off = { lines: [{ variant_id: hidden.variantId, quantity: 1 }] };
    expectInvalid(await ask(chosen, body(newEmail(), off)), 'lines[0].variant_id', 'not_found');
  });

  test('of 201 lines, of none, or with a shape of its own has its field named (400)', async () => {
    const menu = await make();
    const lines = Array.from({ length: 201 }, () => ({ variant_id: product.variantId, quantity: 1 }));
    expectInvalid(await ask(menu, body(newEmail(), { lines })), 'lines', 'too_many_items');
    expectInvalid(await ask(menu, body(newEmail(), { lines: [] })), 'lines');
    expectInvalid(await ask(menu, body(newEmail(), { price: 1 })), 'price');
    expectInvalid(await ask(menu, body('no email')), 'contact.email');
    const { business: _, ...nobody } = body(newEmail());
    expectInvalid(await ask(menu, nobody), 'business', 'required');
    expectInvalid(await ask(menu, {}), 'contact');
    expectInvalid(await ask(menu, body(newEmail(), { notes: 'x'.repeat(501) })), 'notes');
  });

  test('takes 200 lines, and 64 KiB at most: a note of 10 MB is 413 and keeps nothing', async () => {
    const many = await openTrade(stage);
    await sql`
      insert into product_variants (id, product_id, entity_id, name, sku, price_cents, wholesale_price_cents, position)
      select gen_random_uuid(), ${many.product.id}, ${many.wholesaler.id}, 'Size ' || n, 'MANY-' || n, 2000, 1000, n
      from generate_series(1, 199) n`;
    const rows = await sql<
      { id: string }[]
    >`select id from product_variants where product_id = ${many.product.id}`;
    const menu = ok(await many.seller.post<Menu>('/api/v1/menus', { name: 'Many' }));
    const email = newEmail();
    const lines = rows.map(({ id }) => ({ variant_id: id, quantity: 1 }));
    expect(lines).toHaveLength(200);
    const answer = await ask(menu, body(email, { lines }));
    expect([answer.status, answer.body]).toEqual([202, {}]);
    const large = await ask(menu, body(newEmail(), { notes: 'x'.repeat(10 * 1024 * 1024) }));
    expect(large.status).toBe(413);
    expect(await sql`select from order_requests where entity_id = ${many.wholesaler.id}`).toHaveLength(1);
  });

  test.each([
    ['unknown', async () => `/api/v1/public/menus/${'0'.repeat(26)}/requests`],
    [
      'rotated',
      async () => {
        const menu = await make();
        ok(await seller.post(`/api/v1/menus/${menu.id}/rotate`, {}));
        return pathOf(menu);
      },
    ],
    [
      'expired',
      async () => {
        const menu = await make();
        await sql`update menus set expires_on = '2020-01-01' where id = ${menu.id}`;
        return pathOf(menu);
      },
    ],
    ['malformed', async () => '/api/v1/public/menus/no-token/requests'],
  ])('to a link that is %s is the NOT_FOUND of an unknown id', async (_, path) => {
    const answer = await anybody.post(await path(), body(newEmail()), { headers: elsewhere() });
    expectAbsent(answer);
  });

  test('to a menu with a passcode needs it (403), and gets in with it', async () => {
    const menu = await make({ passcode: 'green-door-9' });
    expect(reasonOf(await ask(menu, body(newEmail())))).toBe('passcode_required');
    expect((await ask(menu, body(newEmail()), { 'x-menu-passcode': 'green-door-9' })).status).toBe(202);
  });

  test('gets the same response for a license that is a customer’s, a member’s or no one’s, and for a dead mailbox', async () => {
    const menu = await make();
    const [customer] = await sql<
      { license_number: string }[]
    >`select license_number from entities where id = ${retailer.id}`;
    const dead = newEmail();
    await sql`insert into bounced_addresses (address, status) values (${dead}, 550)`;
    const business = (license: string) => ({ ...body('').business, license_number: license });
    const answers = [
      await ask(menu, body(newEmail(), { business: business(customer?.license_number ?? '') })),
      await ask(menu, body(newEmail(), { business: business('NOBODYS-1') })),
      await ask(menu, body(dead)),
    ];
    for (const { status, text } of answers) expect([status, text]).toEqual([202, '{}']);
    expect(mail.countTo(dead)).toBe(0);
  });
});

describe('a mailed link', () => {
  test('is opened by scanners as often as they like, and confirms by a POST once', async () => {
    const email = newEmail();
    await ask(await make(), body(email));
    const page = await linkOf(email);
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect((await anybody.send(method, page)).status).toBe(200);
      expect((await rowOf(email))?.status).toBe('unconfirmed');
    }
    const answers = await Promise.all(Array.from({ length: 8 }, () => act(page, 'confirm')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await rowOf(email))?.status).toBe('waiting');
    const [notices] = await sql<
      { n: number }[]
    >`select count(*)::int as n from events where type = 'order_request.received' and data ->> 'id' = ${(await rowOf(email))?.id ?? ''}`;
    expect(notices?.n).toBe(1);
  });

  test('confirms nothing after 48 hours, and says so', async () => {
    const email = newEmail();
    await ask(await make(), body(email));
    const page = await linkOf(email);
    await sql`update order_requests set created_at = now() - interval '49 hours' where address = ${email}`;
    expect((await act(page, 'confirm')).text).toContain('The link has expired');
    expect((await rowOf(email))?.status).toBe('unconfirmed');
  });

  test('confirms after its menu has ended, and is gone while the seller is suspended', async () => {
    const email = newEmail();
    const menu = await make();
    await ask(menu, body(email));
    const page = await linkOf(email);
    await seller.delete(`/api/v1/menus/${menu.id}`);
    await sql`update entities set suspended_at = now() where id = ${wholesaler.id}`;
    expect((await act(page, 'confirm')).status).toBe(404);
    await sql`update entities set suspended_at = null where id = ${wholesaler.id}`;
    expect((await act(page, 'confirm')).text).toContain('Confirmed');
  });

  test('whose mailbox rejects it for good (SMTP 550) is remembered, and gets no other', async () => {
    const email = newEmail();
    mail.gone.add(email);
    const menu = await make();
    expect((await ask(menu, body(email))).status).toBe(202);
    const bounced = () =>
      sql<{ status: number }[]>`select status from bounced_addresses where address = ${email}`;
    await expect.poll(bounced, { timeout: 30_000 }).toEqual([{ status: 550 }]);
    mail.gone.delete(email);
    const lines = [{ variant_id: product.variantId, quantity: 5 }];
    expect((await ask(menu, body(email, { lines }))).status).toBe(202);
    expect(mail.countTo(email)).toBe(0);
  });

  test('whose mailbox is dead is not mailed again', async () => {
    const email = newEmail();
    const { id, email: known } = await confirmed();
    await mail.waitFor(known, /was sent/);
    await sql`insert into bounced_addresses (address, status) values (${known}, 550)`;
    const before = mail.countTo(known);
    ok(await seller.post(`${PATH}/${id}/decline`, {}));
    expect((await ask(await make(), body(email))).status).toBe(202);
    await mail.waitFor(email);
    expect(mail.countTo(known)).toBe(before);
  });
});

describe('accepting', () => {
  test('by eight at once places one order (409 already_ordered for the others)', async () => {
    const { id } = await confirmed();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => seller.unpooled().post(`${PATH}/${id}/accept`, { new_customer: true })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const rejected = answers.filter(({ status }) => status === 409);
    for (const answer of rejected) expect(reasonOf(answer)).toBe('already_ordered');
    expect(
      await sql`select from orders where id = (select order_id from order_requests where id = ${id})`,
    ).toHaveLength(1);
  });

  test('names a customer or makes one, not both and not neither (400)', async () => {
    const { id } = await confirmed();
    const both = await seller.post(`${PATH}/${id}/accept`, { new_customer: true, customer_id: retailer.id });
    expectInvalid(both, 'new_customer', 'ambiguous');
    expectInvalid(await seller.post(`${PATH}/${id}/accept`, {}), 'customer_id', 'required');
    expectAbsent(await seller.post(`${PATH}/${id}/accept`, { customer_id: ABSENT_ID }));
  });

  test('is 403 `seller_orders_off` where the customer enters its orders itself, and 409 while it is on hold', async () => {
    const { id } = await confirmed();
    const accept = () =>
      seller.post(`${PATH}/${id}/accept`, { customer_id: retailer.id, unknown_contact: true });
    const { data } = ok(await trade.buyer.get<{ data: { id: string }[] }>('/api/v1/entity/connections'));
    const connection = `/api/v1/entity/connections/${data[0]?.id}`;
    ok(await trade.buyer.patch(connection, { seller_orders: false }));
    const off = await accept();
    expect([off.status, reasonOf(off)]).toEqual([403, 'seller_orders_off']);
    ok(await trade.buyer.patch(connection, { seller_orders: true }));
    ok(await seller.patch(`/api/v1/customers/${retailer.id}`, { on_hold: true }));
    const held = await accept();
    expect([held.status, reasonOf(held)]).toEqual([409, 'on_hold']);
    ok(await seller.patch(`/api/v1/customers/${retailer.id}`, { on_hold: false }));
    expect((await accept()).status).toBe(201);
  });

  test('is never of goods that another sells, however often (400)', async () => {
    const { id } = await confirmed();
    const foreign = await openTrade(stage);
    const lines = [{ variant_id: foreign.product.variantId, quantity: 1 }];
    expectInvalid(
      await seller.post(`${PATH}/${id}/accept`, { new_customer: true, lines }),
      'lines[0].variant_id',
      'not_found',
    );
    expectError(await foreign.seller.post(`${PATH}/${id}/accept`, { new_customer: true }), 'NOT_FOUND');
  });
});
