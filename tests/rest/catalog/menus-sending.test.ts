import { describe, expect, test } from 'vitest';
import { connect, createBusiness } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openMailServer } from '../../setup/mail';
import { openOwnStage } from '../../setup/stage';

const mail = await openMailServer();
const stage = await openOwnStage({ ...mail.env, TRUST_PROXY: '1' });
const { anybody, db, sql } = stage;
const trade = await openTrade(stage, { prices: [2000] });
const { seller, wholesaler, retailer } = trade;
await sql`update entities set license_verified = true where id = ${wholesaler.id}`;

type Menu = { id: string; url: string };
interface Send {
  id: string;
  total: number;
  sent: number;
  skipped: Array<{ customer_id: string; reason: string }>;
  finished_at: string | null;
}
let count = 0;
const make = async (fields: object = {}) =>
  ok(await seller.post<Menu>('/api/v1/menus', { name: 'Weekly', ...fields }));
const TEXT = { subject: 'New this week', message: 'Fresh flower is in.' };
/** A customer of the seller with a mailbox of its own. */
async function customer(): Promise<{ id: string; name: string; email: string }> {
  const email = `shop${++count}@customers.test`;
  const business = await createBusiness(db, 'retailer', { contactEmail: email });
  await connect(db, business, wholesaler);
  return { id: business.id, name: business.name, email };
}
const send = async (menu: Menu, fields: object) =>
  ok(await seller.post<Send>(`/api/v1/menus/${menu.id}/send`, { ...TEXT, ...fields }));
/** A run once all of it is done. */
async function done(menu: Menu, { id }: Send): Promise<Send> {
  const read = async () => ok(await seller.get<Send>(`/api/v1/menus/${menu.id}/sends/${id}`));
  await expect.poll(async () => (await read()).finished_at, { timeout: 30_000 }).not.toBeNull();
  return read();
}
const LINK = /\/m\/[0-9a-hjkmnp-tv-z]{26}/;
const pathIn = (text: string) => LINK.exec(text)?.[0] ?? '';
/** As if the day of all mails before were over. */
const nextDay = () => sql`update counted_mails set created_at = created_at - interval '2 days'`;

describe('mailing a menu', () => {
  test('sends each customer a link with its own prices, which later mails use again', async () => {
    const [menu, one] = [await make(), await customer()];
    const list = ok(
      await seller.post<{ id: string }>('/api/v1/price-lists', { name: 'Gold', discount_bps: 2500 }),
    );
    await seller.patch(`/api/v1/customers/${one.id}`, { price_list_id: list.id });
    const run = await done(menu, await send(menu, { customer_ids: [one.id] }));
    expect(run).toMatchObject({ total: 1, sent: 1, skipped: [] });
    const letter = await mail.waitFor(one.email);
    expect(letter.subject).toBe('New this week');
    expect(letter.text).toContain('$15.00');
    expect(letter.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(letter.html).not.toMatch(/src="http/);
    const path = pathIn(letter.text);
    const page = await anybody.get(path);
    expect(page.text).toContain('$15.00');
    const links = ok(
      await seller.get<{
        data: Array<{ id: string; customer_id: string; url: string; last_mailed_at: string | null }>;
      }>(`/api/v1/menus/${menu.id}/links`),
    ).data;
    expect(links).toEqual([
      expect.objectContaining({
        ...{ customer_id: one.id, customer_name: one.name },
        url: expect.stringContaining(path),
      }),
    ]);
    expect(links[0]?.last_mailed_at).not.toBeNull();
    await nextDay();
    await done(menu, await send(menu, { customer_ids: [one.id] }));
    expect(pathIn((await mail.waitFor(one.email)).text)).toBe(path);
    expect((await seller.delete(`/api/v1/menus/${menu.id}/links/${links[0]?.id}`)).status).toBe(204);
    expect((await anybody.get(path)).status).toBe(404);
  });

  test('names what is new, back in stock or cheaper since the mail before, and nothing else', async () => {
    const goods = await createProduct(db, wholesaler, { prices: [4000] });
    const back = await createProduct(db, wholesaler, { prices: [600] });
    await createStock(db, wholesaler, goods.variantId, 20);
    const [menu, one] = [await make(), await customer()];
    await done(menu, await send(menu, { customer_ids: [one.id] }));
    await mail.waitFor(one.email);
    await nextDay();
    await sql`update product_variants set wholesale_price_cents = 3500 where id = ${goods.variantId}`;
    await createStock(db, wholesaler, back.variantId, 20);
    const fresh = await createProduct(db, wholesaler, { prices: [1234] });
    await createStock(db, wholesaler, fresh.variantId, 20);
    await sql`update menus set version = version + 1 where id = ${menu.id}`;
    await done(menu, await send(menu, { customer_ids: [one.id] }));
    const { text } = await mail.waitFor(one.email);
    expect(text).toMatch(/Cheaper: .*\$35\.00/);
    expect(text).toMatch(/Back in stock: .*\$6\.00/);
    expect(text).toMatch(/New: .*\$12\.34/);
    expect(text).not.toContain('$20.00');
  });

  test('skips who unsubscribed by one POST, has no email or a dead mailbox, or had one today', async () => {
    const menu = await make();
    const [gone, dead, twice] = [await customer(), await customer(), await customer()];
    const none = ok(
      await seller.post<{ id: string }>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Paper Shop', license_number: 'PAPER-1' },
        address: { street: '1 Other Street', city: 'Oakland', state: 'CA', zip: '94607' },
      }),
    );
    await sql`insert into bounced_addresses (address, status) values (${dead.email}, 550)`;
    await done(menu, await send(menu, { customer_ids: [gone.id, twice.id] }));
    const letter = await mail.waitFor(gone.email);
    const unsubscribe = new URL(/<([^>]+)>/.exec(letter.headers.get('list-unsubscribe') ?? '')?.[1] ?? '');
    const answer = await anybody.send('POST', `${unsubscribe.pathname}${unsubscribe.search}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBeLessThan(400);
    const ids = [gone.id, none.id, dead.id, twice.id];
    const run = await done(menu, await send(menu, { customer_ids: ids }));
    const reasons = Object.fromEntries(run.skipped.map(({ customer_id, reason }) => [customer_id, reason]));
    expect(reasons).toEqual({
      [gone.id]: 'unsubscribed',
      [none.id]: 'no_email',
      [dead.id]: 'bounced',
      [twice.id]: 'limit',
    });
    expect(run).toMatchObject({ total: 4, sent: 0 });
  });

  test('goes to those of a segment, and of a customer’s menu to that customer alone', async () => {
    const days = await send(await make(), { segment: { bought_category: 'edibles' } });
    expect(days.total).toBe(0);
    const own = await make({ customer_id: retailer.id });
    expect((await send(own, { segment: {} })).total).toBe(1);
    const other = await customer();
    expectInvalid(
      await seller.post(`/api/v1/menus/${own.id}/send`, { ...TEXT, customer_ids: [other.id] }),
      'customer_ids[0]',
      'not_found',
    );
  });

  test('to a customer that was merged goes to the survivor, once', async () => {
    const [menu, one] = [await make(), await customer()];
    const old = ok(
      await seller.post<{ id: string }>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Old Shop', license_number: `OLD-${++count}` },
        address: { street: '1 Other Street', city: 'Oakland', state: 'CA', zip: '94607' },
      }),
    );
    await sql`insert into entity_aliases (alias_id, survivor_id, seller_id) values (${old.id}, ${one.id}, ${wholesaler.id})`;
    expect((await send(menu, { customer_ids: [old.id, one.id] })).total).toBe(1);
  });

  test('tells nothing of hidden prices', async () => {
    const [menu, one] = [await make({ prices: 'hidden' }), await customer()];
    await done(menu, await send(menu, { customer_ids: [one.id] }));
    expect((await mail.waitFor(one.email)).raw).not.toMatch(/\$\d/);
  });

  test('waits for the license of a business that is under review (409)', async () => {
    const [menu, one] = [await make(), await customer()];
    await sql`update entities set under_review = true where id = ${wholesaler.id}`;
    const answer = await seller.post(`/api/v1/menus/${menu.id}/send`, { ...TEXT, customer_ids: [one.id] });
    expect(expectError(answer, 'CONFLICT')).toMatchObject({ reason: 'license_unverified' });
    await sql`update entities set under_review = false where id = ${wholesaler.id}`;
  });
});

describe('a schedule', () => {
  const schedule = { weekday: 'fri', time: '09:00', ...TEXT };
  /** The minute's look doesn't wait for the minute. */
  const makeDue = async (id: string) => {
    await sql`update menus set next_send_at = now() - interval '1 minute' where id = ${id}`;
    await sql`select graphile_worker.add_job('send_menus')`;
  };

  test('mails by itself when it is due, and is next a week later', async () => {
    const one = await customer();
    const menu = await make({ customer_id: one.id, schedule });
    await makeDue(menu.id);
    await expect.poll(() => mail.countTo(one.email, /New this week/), { timeout: 90_000 }).toBe(1);
    const [row] = await sql<
      { later: boolean }[]
    >`select next_send_at > now() as later from menus where id = ${menu.id}`;
    expect(row?.later).toBe(true);
    ok(await seller.patch(`/api/v1/menus/${menu.id}`, { schedule: null }));
    const [ended] = await sql<
      { at: Date | null }[]
    >`select next_send_at as at from menus where id = ${menu.id}`;
    expect(ended?.at).toBeNull();
  }, 120_000);

  test('is skipped and noticed while the link is off', async () => {
    const one = await customer();
    const menu = await make({ customer_id: one.id, schedule });
    ok(await seller.patch(`/api/v1/menus/${menu.id}`, { status: 'off' }));
    await makeDue(menu.id);
    await expect
      .poll(() => sql`select from notifications where kind = 'menu' and object_id = ${menu.id}`, {
        timeout: 90_000,
      })
      .not.toHaveLength(0);
    expect(mail.countTo(one.email)).toBe(0);
  }, 120_000);
});
