import { describe, expect, test } from 'vitest';
import { expireRequests } from '../../../server/features/menus/requests/expire';
import { eraseAddress } from '../../../server/features/tenants/erasure/address';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade } from '../../factories/trade';
import { type Answer, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openMailServer } from '../../setup/mail';
import { openOwnStage } from '../../setup/stage';

const mail = await openMailServer();
// Requests are limited by network: each comes from one of its own.
const stage = await openOwnStage({ ...mail.env, TRUST_PROXY: '1' });
const { anybody, sql } = stage;
const trade = await openTrade(stage, { prices: [1000] });
const { seller, wholesaler, retailer, product } = trade;
const boxed = await createProduct(stage.db, wholesaler, { prices: [500] });
await sql`update product_variants set case_size = 6 where id = ${boxed.variantId}`;
await createStock(stage.db, wholesaler, boxed.variantId, 60);

const PATH = '/api/v1/order-requests';
type Menu = { id: string; url: string };
interface Request {
  id: string;
  status: string;
  matches: Array<{ customer_id: string; email: boolean; license: boolean }>;
  problems: Array<{ reason: string | null }>;
  lines: Array<{ price_shown: number; price_now: number | null; on_menu: boolean }>;
  contact_known: boolean;
  [key: string]: unknown;
}
const make = async (fields: object = {}) =>
  ok(await seller.post<Menu>('/api/v1/menus', { name: 'Weekly', ...fields }));
const pathOf = ({ url }: Menu) => `/api/v1/public/menus/${url.split('/').at(-1)}/requests`;
let count = 0;
const newEmail = () => `shop${++count}@asking.test`;
const business = (license = `ASK-${++count}`) => ({
  ...{ name: 'Corner Dispensary', license_number: license, type: 'retailer' },
  address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
});
const body = (email: string, fields: object = {}) => ({
  business: business(),
  contact: { name: 'Maya Alvarez', email, phone: '510 555 0100' },
  lines: [{ variant_id: product.variantId, quantity: 3 }],
  ...fields,
});
/** Asks from a network of its own. */
const ask = (menu: Menu, sent: object) => {
  const n = ++count;
  const headers = { 'x-forwarded-for': `198.18.${n >> 8}.${n & 255}` };
  return anybody.post<unknown>(pathOf(menu), sent, { headers });
};
const act = (path: string, what: string) =>
  anybody.send('POST', path, {
    body: new URLSearchParams({ act: what }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const linkOf = async (email: string) => new URL((await mail.waitFor(email)).links[0] ?? '').pathname;
const listed = async (email: string) =>
  ok(await seller.get<{ data: Request[] }>(PATH)).data.find(
    (one) => (one.contact as { email: string } | null)?.email === email,
  );

/** A request that was confirmed by its mailed link. */
async function confirmed(menu: Menu, fields: object = {}, email = newEmail()) {
  expect((await ask(menu, body(email, fields))).status).toBe(202);
  const page = await linkOf(email);
  expect((await anybody.get(page)).status).toBe(200);
  expect((await act(page, 'confirm')).status).toBe(200);
  const [row] = await sql<
    { id: string }[]
  >`select id from order_requests where address = ${email} order by created_at desc limit 1`;
  return { id: row?.id ?? '', page, email };
}
const reasonOf = (answer: Answer) =>
  (answer.body as { error: { details: { reason?: string } } }).error.details.reason;

describe('asking', () => {
  test('is 202 with nothing, and unseen by the seller until its page confirms it', async () => {
    const menu = await make();
    const email = newEmail();
    const answer = await ask(menu, body(email));
    expect([answer.status, answer.body]).toEqual([202, {}]);
    const page = await linkOf(email);
    // Scanners of mail open links.
    expect((await anybody.get(page)).text).toContain('Confirm request');
    expect(await listed(email)).toBeUndefined();
    await act(page, 'confirm');
    expect(await listed(email)).toMatchObject({
      status: 'waiting',
      contact_known: false,
      lines_count: 1,
      subtotal: 30,
    });
  });

  test.each([
    [
      'goods that are not on the menu',
      [{ variant_id: '01890000-0000-7000-8000-000000000000', quantity: 1 }],
      'lines[0].variant_id',
      'not_found',
    ],
    [
      'goods twice',
      [
        { variant_id: product.variantId, quantity: 1 },
        { variant_id: product.variantId, quantity: 1 },
      ],
      'lines[1].variant_id',
      'duplicate',
    ],
    ['part of a case', [{ variant_id: boxed.variantId, quantity: 7 }], 'lines[0].quantity', 'case_multiple'],
    [
      'quantity and amount',
      [{ variant_id: product.variantId, quantity: 1, amount: 1 }],
      'lines[0].amount',
      'ambiguous',
    ],
    ['a part of a unit', [{ variant_id: product.variantId, amount: 1.5 }], 'lines[0].amount', 'off_step'],
  ])('rejects %s (400)', async (_, lines, path, code) => {
    expectInvalid(await ask(await make(), body(newEmail(), { lines })), path, code);
  });

  test('rejects what the menu takes no request of, and less than its minimum where prices are shown (409)', async () => {
    const off = await ask(await make({ takes_requests: false }), body(newEmail()));
    expect([off.status, reasonOf(off)]).toEqual([409, 'no_requests']);
    const low = await ask(await make({ minimum_order: 100 }), body(newEmail()));
    expect(expectError(low, 'CONFLICT')).toEqual({ reason: 'minimum_order', minimum: 100, subtotal: 30 });
    expect((await ask(await make({ minimum_order: 100, prices: 'hidden' }), body(newEmail()))).status).toBe(
      202,
    );
  });

  test('mails one address at most three open requests of a seller, and none twice within the hour', async () => {
    const menu = await make();
    const email = newEmail();
    for (const quantity of [1, 1, 2, 3, 4, 5]) {
      const lines = [{ variant_id: product.variantId, quantity }];
      expect((await ask(menu, body(email, { lines }))).status).toBe(202);
    }
    const rows = await sql`select from order_requests where address = ${email} and mailed`;
    expect(rows).toHaveLength(3);
  });

  test('takes five requests an hour of one network (429)', async () => {
    const menu = await make();
    const headers = { 'x-forwarded-for': '192.0.2.77' };
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      statuses.push((await anybody.post(pathOf(menu), body(newEmail()), { headers })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  test('of a customer mails its contact alone, and names no business', async () => {
    await sql`update entities set contact_email = 'contact@customer.test' where id = ${retailer.id}`;
    const menu = await make({ customer_id: retailer.id });
    const { business: _, ...sent } = body(newEmail());
    expect((await ask(menu, sent)).status).toBe(202);
    const { links } = await mail.waitFor('contact@customer.test');
    const page = new URL(links[0] ?? '').pathname;
    await act(page, 'confirm');
    const [row] = await sql<
      { id: string }[]
    >`select id from order_requests where address = 'contact@customer.test'`;
    const request = ok(await seller.get<Request>(`${PATH}/${row?.id}`));
    expect(request).toMatchObject({ contact_known: true, business: null, customer_id: retailer.id });
    const order = ok(
      await seller.post<{ retailer: { id: string } }>(`${PATH}/${row?.id}/accept`, {
        customer_id: retailer.id,
      }),
    );
    expect(order.retailer.id).toBe(retailer.id);
  });
});

describe('accepting', () => {
  test('enters the business as a customer and places the accepted order in one act', async () => {
    const { id, page } = await confirmed(await make());
    const answer = await seller.post<{ id: string; status: string; total: number; entered_by: string }>(
      `${PATH}/${id}/accept`,
      {
        new_customer: true,
      },
    );
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({ status: 'accepted', entered_by: 'seller' });
    expect(ok(await seller.get<Request>(`${PATH}/${id}`))).toMatchObject({
      status: 'accepted',
      order_id: answer.body.id,
    });
    const again = await seller.post(`${PATH}/${id}/accept`, { new_customer: true });
    expect(expectError(again, 'CONFLICT')).toEqual({ reason: 'already_ordered', order_id: answer.body.id });
    const shown = await anybody.get(page);
    expect(shown.text).toContain('Order with an account');
    expect(shown.text).not.toContain('ORD-');
  });

  test('takes `unknown_contact` for a customer whom the confirmed email is not of', async () => {
    const { id } = await confirmed(await make());
    const closed = await seller.post(`${PATH}/${id}/accept`, { customer_id: retailer.id });
    expect([closed.status, reasonOf(closed)]).toEqual([409, 'unknown_contact']);
    const open = await seller.post(`${PATH}/${id}/accept`, {
      customer_id: retailer.id,
      unknown_contact: true,
    });
    expect(open.status).toBe(201);
  });

  test('stops at prices that have risen, until they are accepted or the shown ones are held', async () => {
    const { id } = await confirmed(await make());
    await sql`update product_variants set wholesale_price_cents = 1200 where id = ${product.variantId}`;
    const raised = await seller.post(`${PATH}/${id}/accept`, {
      customer_id: retailer.id,
      unknown_contact: true,
    });
    expect(expectError(raised, 'CONFLICT')).toMatchObject({
      reason: 'price_changed',
      lines: [{ variant_id: product.variantId, price_shown: 10, price_now: 12 }],
    });
    const shown = ok(await seller.get<Request>(`${PATH}/${id}`));
    expect(shown.lines[0]).toMatchObject({ price_shown: 10, price_now: 12, on_menu: true });
    const held = ok(
      await seller.post<{ items: Array<{ unit_price: number; price_source: string }> }>(
        `${PATH}/${id}/accept`,
        {
          ...{ customer_id: retailer.id, unknown_contact: true, hold_prices: true },
        },
      ),
    );
    expect(held.items[0]).toMatchObject({ unit_price: 10, price_source: 'manual' });
    await sql`update product_variants set wholesale_price_cents = 1000 where id = ${product.variantId}`;
  });

  test('that fails changes nothing: neither customer nor request', async () => {
    const license = `FAIL-${++count}`;
    const { id } = await confirmed(await make(), {
      business: business(license),
      lines: [{ variant_id: product.variantId, quantity: 5_000 }],
    });
    const short = await seller.post(`${PATH}/${id}/accept`, { new_customer: true });
    expectError(short, 'INSUFFICIENT_STOCK');
    expect(await sql`select from entities where license_number = ${license}`).toHaveLength(0);
    expect(ok(await seller.get<Request>(`${PATH}/${id}`)).status).toBe('waiting');
    const changed = await seller.post(`${PATH}/${id}/accept`, {
      ...{ new_customer: true, lines: [{ variant_id: product.variantId, quantity: 1 }] },
    });
    expect(changed.status, changed.text).toBe(201);
  });

  test('names the customer with the license, by the seller’s own rows alone', async () => {
    const license = `MATCH-${++count}`;
    const customer = ok(
      await seller.post<{ id: string }>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Known Shop', license_number: license },
        address: { street: '1 Other Street', city: 'Oakland', state: 'CA', zip: '94607' },
      }),
    );
    const { id } = await confirmed(await make(), { business: business(license) });
    const request = ok(await seller.get<Request>(`${PATH}/${id}`));
    expect(request.matches).toEqual([
      expect.objectContaining({ customer_id: customer.id, license: true, email: false }),
    ]);
    expect(request.problems.map(({ reason }) => reason)).toContain('address_differs');
  });
});

describe('ending', () => {
  test('declines with a reason that its page shows, and for good (409)', async () => {
    const { id, page } = await confirmed(await make());
    const declined = ok(
      await seller.post<Request>(`${PATH}/${id}/decline`, { reason: 'Sold out this week' }),
    );
    expect(declined).toMatchObject({ status: 'declined', reason: 'Sold out this week' });
    expect((await anybody.get(page)).text).toContain('Sold out this week');
    const late = await seller.post(`${PATH}/${id}/accept`, { new_customer: true });
    expect(expectError(late, 'INVALID_TRANSITION')).toMatchObject({ from: 'declined', to: 'accepted' });
  });

  test('is withdrawn by its asker while it waits', async () => {
    const { id, page } = await confirmed(await make());
    await act(page, 'withdraw');
    expect(ok(await seller.get<Request>(`${PATH}/${id}`)).status).toBe('withdrawn');
  });

  test('of another business is not there (404)', async () => {
    const other = await openTrade(stage);
    const { id } = await confirmed(await make());
    expect((await other.seller.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await trade.buyer.get(PATH)).status).toBe(403);
  });
});

describe('people', () => {
  test('are blanked 90 days after a request ended without an order, and its page is gone', async () => {
    const { id, page } = await confirmed(await make());
    ok(await seller.post(`${PATH}/${id}/decline`, {}));
    await sql`update order_requests set ended_at = now() - interval '91 days' where id = ${id}`;
    await expireRequests(stage);
    expect(ok(await seller.get<Request>(`${PATH}/${id}`))).toMatchObject({ contact: null, notes: null });
    expect((await anybody.get(page)).status).toBe(404);
  });

  test('are erased by their address, who may have no account', async () => {
    const { id, page, email } = await confirmed(await make());
    expect(await eraseAddress(stage.db, email.toUpperCase())).toBe(1);
    expect(JSON.stringify(ok(await seller.get<Request>(`${PATH}/${id}`)))).not.toContain(email);
    expect((await anybody.get(page)).status).toBe(404);
    expect(await eraseAddress(stage.db, email)).toBe(0);
  });

  test('who never confirmed are deleted after seven days; who waited 14 days is expired', async () => {
    const email = newEmail();
    await ask(await make(), body(email));
    await sql`update order_requests set created_at = now() - interval '8 days', expires_at = now() - interval '6 days' where address = ${email}`;
    const { id } = await confirmed(await make());
    await sql`update order_requests set expires_at = now() - interval '1 minute' where id = ${id}`;
    await expireRequests(stage);
    expect(await sql`select from order_requests where address = ${email}`).toHaveLength(0);
    expect(ok(await seller.get<Request>(`${PATH}/${id}`)).status).toBe('expired');
  });
});
