import { describe, expect, test } from 'vitest';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade } from '../../factories/trade';
import { type Answer, ok } from '../../setup/client';
import { expectAbsent, expectError } from '../../setup/expect';
import { openOwnStage } from '../../setup/stage';

// Passcodes are limited by address.
const stage = await openOwnStage({ TRUST_PROXY: '1' });
const { anybody, sql } = stage;
const trade = await openTrade(stage, { prices: [2000] });
const { seller, wholesaler, retailer, product } = trade;
const scarce = await createProduct(stage.db, wholesaler, { prices: [500] });
await createStock(stage.db, wholesaler, scarce.variantId, 4);

type Menu = { id: string; url: string };
interface Goods {
  variant_id: string;
  price?: number;
  price_ladder?: object[];
  available?: number;
  level?: string;
}
interface View {
  seller: { name: string };
  menu: { name: string; minimum_order?: number | null };
  goods: Goods[];
  as_of: string;
}
const make = async (fields: object = {}) =>
  ok(await seller.post<Menu>('/api/v1/menus', { name: 'Weekly', ...fields }));
const tokenOf = ({ url }: Menu) => url.split('/').at(-1) ?? '';
const dataOf = (menu: Menu) => `/api/v1/public/menus/${tokenOf(menu)}`;
const pageOf = (menu: Menu) => `/m/${tokenOf(menu)}`;
const read = async (menu: Menu, query = '') => ok(await anybody.get<View>(`${dataOf(menu)}${query}`));
const find = ({ goods }: View, id: string) => goods.find(({ variant_id }) => variant_id === id);
let address = 0;
/** A form of another network each time: they are limited by it. */
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  anybody.send('POST', path, {
    body: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `198.51.100.${++address}`,
      ...headers,
    },
  });

describe('a menu as data', () => {
  test('shows goods with price, ladder and level to who has the link', async () => {
    const view = await read(await make());
    expect(view.seller.name).toBe(wholesaler.name);
    expect(find(view, product.variantId)).toMatchObject({
      ...{ price: 20, price_ladder: [{ min_amount: 1, unit_price: 20 }], level: 'in stock' },
    });
    expect(find(view, scarce.variantId)?.level).toBe('low');
    expect(find(view, product.variantId)).not.toHaveProperty('available');
    expect(JSON.stringify(view)).not.toMatch(/"source"|sku|cost|location/);
  });

  test('says exactly what could be ordered, or nothing', async () => {
    const exact = await read(await make({ availability: 'exact' }));
    expect(find(exact, scarce.variantId)?.available).toBe(4);
    const hidden = find(await read(await make({ availability: 'hidden' })), scarce.variantId);
    expect(Object.keys(hidden ?? {})).not.toEqual(expect.arrayContaining(['available', 'level']));
  });

  test('leaves hidden prices and the minimum out of JSON, CSV and the page', async () => {
    const menu = await make({ prices: 'hidden', minimum_order: 123.45 });
    const [json, csv, page] = [
      await anybody.get(dataOf(menu)),
      await anybody.get(`${dataOf(menu)}?format=csv`),
      await anybody.get(pageOf(menu)),
    ];
    for (const { status, text } of [json, csv, page]) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/\b20\.00\b|\b2000\b|123\.45|12345|"price"/);
    }
    const more = { 'if-none-match': String(json.headers.etag) };
    await seller.patch(`/api/v1/menus/${menu.id}`, { minimum_order: 999 });
    expect((await anybody.get(dataOf(menu), { headers: more })).status).toBe(304);
  });

  test('has the price list of the menu, and for a customer its own prices', async () => {
    const list = ok(
      await seller.post<{ id: string }>('/api/v1/price-lists', { name: 'Menu', discount_bps: 1000 }),
    );
    const listed = await read(await make({ price_list_id: list.id }));
    expect(find(listed, product.variantId)?.price).toBe(18);
    const other = ok(
      await seller.post<{ id: string }>('/api/v1/price-lists', { name: 'Gold', discount_bps: 2500 }),
    );
    await seller.patch(`/api/v1/customers/${retailer.id}`, { price_list_id: other.id });
    const own = await read(await make({ customer_id: retailer.id }));
    expect(find(own, product.variantId)?.price).toBe(15);
    await seller.patch(`/api/v1/customers/${retailer.id}`, { price_list_id: null });
  });

  test('pages, filters, searches, and gives all of it as CSV', async () => {
    const menu = await make();
    expect((await read(menu, '?limit=1')).goods).toHaveLength(1);
    expect((await read(menu, '?category=edibles')).goods).toHaveLength(0);
    expect((await read(menu, '?search=zzzz')).goods).toHaveLength(0);
    const csv = await anybody.get(`${dataOf(menu)}?format=csv&limit=1`);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.text.trim().split('\r\n').length).toBeGreaterThan(2);
  });

  test('is fresh by its ETag, and says so to a reader of the same', async () => {
    const menu = await make();
    const first = await anybody.get(dataOf(menu));
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(first.headers['referrer-policy']).toBe('no-referrer');
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await anybody.get(dataOf(menu), { headers })).status).toBe(304);
    await seller.patch(`/api/v1/menus/${menu.id}`, { message: 'New' });
    expect((await anybody.get(dataOf(menu), { headers })).status).toBe(200);
  });

  test('never shows goods that are offered to others alone, nor those that a menu leaves out', async () => {
    const hidden = await createProduct(stage.db, wholesaler, { prices: [100] });
    await sql`update products set visibility = 'offered' where id = ${hidden.id}`;
    const view = await read(await make());
    expect(find(view, hidden.variantId)).toBeUndefined();
    const chosen = await make({ goods: 'chosen', variant_ids: [scarce.variantId] });
    expect((await read(chosen)).goods.map(({ variant_id }) => variant_id)).toEqual([scarce.variantId]);
  });
});

describe('a link', () => {
  const same = ({ 'x-request-id': _, date: __, traceparent: ___, ...headers }: Answer['headers']) => headers;

  test('is dead at once when it is rotated, turned off, over or deleted, exactly as an unknown one', async () => {
    const unknown = await anybody.get(`/m/${'0'.repeat(26)}`);
    expect(unknown.status).toBe(404);
    expect(unknown.text).not.toMatch(/script|nonce|0000/);
    const ends = [
      (menu: Menu) => seller.post(`/api/v1/menus/${menu.id}/rotate`, {}),
      (menu: Menu) => seller.patch(`/api/v1/menus/${menu.id}`, { status: 'off' }),
      (menu: Menu) => sql`update menus set expires_on = '2020-01-01' where id = ${menu.id}`,
      (menu: Menu) => seller.delete(`/api/v1/menus/${menu.id}`),
    ];
    for (const end of ends) {
      const menu = await make();
      expect((await anybody.get(pageOf(menu))).status).toBe(200);
      await end(menu);
      const [page, data] = [await anybody.get(pageOf(menu)), await anybody.get(dataOf(menu))];
      expect([page.status, page.text]).toEqual([404, unknown.text]);
      expect(same(page.headers)).toEqual(same(unknown.headers));
      expectAbsent(data);
      expectAbsent(await anybody.get(`${pageOf(menu)}/logo.png`));
    }
  });

  test('of a customer is dead while the connection is not accepted', async () => {
    const menu = await make({ customer_id: retailer.id });
    await sql`update connections set status = 'pending' where target_id = ${wholesaler.id} and requester_id = ${retailer.id}`;
    expectAbsent(await anybody.get(dataOf(menu)));
    await sql`update connections set status = 'accepted' where target_id = ${wholesaler.id} and requester_id = ${retailer.id}`;
    expect((await anybody.get(dataOf(menu))).status).toBe(200);
  });

  test('is dead while its seller is suspended, under review or has no licensed premises', async () => {
    const menu = await make();
    const id = wholesaler.id;
    await sql`update entities set suspended_at = now() where id = ${id}`;
    expectAbsent(await anybody.get(dataOf(menu)));
    await sql`update entities set suspended_at = null, under_review = true where id = ${id}`;
    expectAbsent(await anybody.get(dataOf(menu)));
    await sql`update entities set under_review = false where id = ${id}`;
    await sql`update licenses set status = 'suspended' where entity_id = ${id}`;
    expectAbsent(await anybody.get(dataOf(menu)));
    await sql`update licenses set status = 'active' where entity_id = ${id}`;
    expect((await anybody.get(dataOf(menu))).status).toBe(200);
  });
});

describe('the page', () => {
  test('is readable without JavaScript, indexed by no one, and has a fresh nonce each time', async () => {
    const menu = await make({ message: '<script>alert(1)</script>' });
    const [one, two] = [await anybody.get(pageOf(menu)), await anybody.get(pageOf(menu))];
    expect(one.text).toContain('name="q.');
    expect(one.text).not.toContain('<script>alert');
    expect(one.headers['x-robots-tag']).toContain('noindex');
    const nonceOf = ({ headers, text }: Answer) => {
      const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
      expect(text).toContain(`nonce="${nonce}"`);
      return nonce;
    };
    expect(nonceOf(one)).not.toBe(nonceOf(two));
    expect(one.headers.etag).toBe(two.headers.etag);
    expect(one.text).not.toMatch(/https?:\/\/(?!localhost)/);
  });

  test('is sent compressed with its nonce in between', async () => {
    const menu = await make();
    const response = await fetch(`${stage.server.url}${pageOf(menu)}`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const text = await response.text();
    expect(text).toContain('</html>');
    expect(text).toContain(
      String(/'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]),
    );
  });

  test('rejects a form of another site (403)', async () => {
    const menu = await make();
    const answer = await post(`${pageOf(menu)}/request`, {}, { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(403);
  });
});

describe('a passcode', () => {
  const PASSCODE = 'green-door-9';

  test('is asked of data by a header and of the page by a form, which sets a cookie of its path alone', async () => {
    const menu = await make({ passcode: PASSCODE });
    expect(expectError(await anybody.get(dataOf(menu)), 'FORBIDDEN')).toEqual({
      reason: 'passcode_required',
      seller: { name: wholesaler.name },
    });
    const headers = { 'x-menu-passcode': PASSCODE };
    expect((await anybody.get(dataOf(menu), { headers })).status).toBe(200);
    const closed = await anybody.get(pageOf(menu));
    expect(closed.status).toBe(403);
    expect(closed.text).not.toContain('q.');
    const wrong = await post(pageOf(menu), { passcode: 'wrong-door-9' });
    expect(wrong.status).toBe(403);
    const right = await post(pageOf(menu), { passcode: PASSCODE });
    const [cookie = ''] = right.headers['set-cookie'] ?? [];
    expect(right.status).toBe(303);
    expect(cookie).toMatch(/^menu_[0-9a-f]{8}=/);
    for (const part of [`Path=${pageOf(menu)}`, 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(cookie).toContain(part);
    const opened = { headers: { cookie: cookie.split(';')[0] ?? '' } };
    expect((await anybody.get(pageOf(menu), opened)).status).toBe(200);
    await seller.patch(`/api/v1/menus/${menu.id}`, { passcode: 'another-door-9' });
    expect((await anybody.get(pageOf(menu), opened)).status).toBe(403);
  });

  test('is tried wrongly five times a minute by one address, and then not even rightly (429)', async () => {
    const menu = await make({ passcode: PASSCODE });
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      const answer = await anybody.get(dataOf(menu), {
        headers: { ...from, 'x-menu-passcode': `wrong-${n}-door` },
      });
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(5);
    expect(statuses.at(-1)).toBe(429);
  });
});

test('counts views once a minute, and writes no row before', async () => {
  const menu = await make();
  await anybody.get(pageOf(menu));
  expect(await sql`select from menu_views where menu_id = ${menu.id}`).toHaveLength(0);
});
