import { afterAll, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { type OrderBody, placeOrderIn, type Trade } from '../../../factories/trade';
import { onDatabase, runCli } from '../../../setup/cli';
import { type Answer, Client, signIn } from '../../../setup/client';
import { openTestDatabase } from '../../../setup/database';
import { eventually } from '../../../setup/eventually';
import { startServer } from '../../../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

/** A seller with goods that need a certificate, which they have none of, and goods that need none. */
async function openSeller(url: string) {
  const [retailer, wholesaler] = await Promise.all([
    createBusiness(db, 'retailer'),
    createBusiness(db, 'wholesaler', { requireCoa: true }),
  ]);
  const [buyer, seller] = await Promise.all([
    createMember(db, retailer, 'owner').then((member) => signIn(url, member)),
    createMember(db, wholesaler, 'owner').then((member) => signIn(url, member)),
    connect(db, retailer, wholesaler),
  ]);
  const goods = async (category: 'accessories' | 'flower'): Promise<Trade> => {
    const product = await createProduct(db, wholesaler, { category });
    const stockId = await createStock(db, wholesaler, product.variantId, 500);
    return { retailer, wholesaler, buyer, seller, product, stockId };
  };
  return { wholesaler, seller, free: await goods('accessories'), barred: await goods('flower') };
}

const shipWith = (client: Client, { id }: OrderBody): Promise<Answer<OrderBody>> =>
  client.patch<OrderBody>(`/api/v1/orders/${id}/status`, { status: 'shipped' });

const numbersOf = async (sellerId: string) =>
  (
    await sql<{ number: string }[]>`select number from invoices where seller_id = ${sellerId} order by number`
  ).map(({ number }) => number);
const first = (count: number) =>
  Array.from({ length: count }, (_, n) => `INV-${String(n + 1).padStart(7, '0')}`);

test('40 parallel ships by two processes, 7 of them COA_REQUIRED: numbers 1–33, each once', {
  timeout: 120_000,
}, async () => {
  const [one, two] = await Promise.all([startServer(database.url), startServer(database.url)]);
  try {
    const { wholesaler, seller, free, barred } = await openSeller(one.url);
    const place = (trade: Trade, count: number) =>
      Promise.all(Array.from({ length: count }, () => placeOrderIn(trade, 'preparing', 1)));
    const orders = [...(await place(barred, 7)), ...(await place(free, 33))];
    const clients = [seller, new Client(two.url, seller.tokens)];
    const answers = await Promise.all(orders.map((order, n) => shipWith(clients[n % 2] as Client, order)));
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    const issued = answers.flatMap(({ body }) => body.invoice?.number ?? []);
    expect(issued.sort()).toEqual(first(33));
    expect(await numbersOf(wholesaler.id)).toEqual(first(33));
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
});

/** Events are stored after the number was taken: there is a middle to be killed in. */
const SLOWED = `
  create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.08); return new; end $$;
  create trigger slowed before insert on events for each row execute function slowly();`;

test('kill -9 between taking a number and storing the rest leaves no gap, and books that add up', {
  timeout: 180_000,
}, async () => {
  const doomed = await startServer(database.url);
  const { wholesaler, seller, free } = await openSeller(doomed.url);
  const orders: OrderBody[] = [];
  for (let n = 0; n < 24; n++) orders.push(await placeOrderIn(free, 'preparing', 1));
  await sql.unsafe(SLOWED);
  const client = seller.unpooled();
  const sent = orders.map((order) => shipWith(client, order).catch(() => null));
  await eventually(
    async () => (await numbersOf(wholesaler.id)).length,
    (count) => expect(count).toBeGreaterThan(3),
    { patienceMs: 30_000 },
  );
  doomed.child.kill('SIGKILL');
  await doomed.exited;
  await Promise.all(sent);
  // A commit that was sent before the kill may still be under way.
  await eventually(
    () =>
      sql`select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    (connections) => expect(connections).toHaveLength(0),
  );
  const before = await numbersOf(wholesaler.id);
  expect(before.length).toBeLessThan(24);
  expect(before).toEqual(first(before.length));

  const next = await startServer(database.url);
  try {
    const again = new Client(next.url, seller.tokens);
    const statuses = await Promise.all(orders.map(async (order) => (await shipWith(again, order)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(24 - before.length);
    expect(await numbersOf(wholesaler.id)).toEqual(first(24));
  } finally {
    await next.stop();
  }
  const verified = await runCli(onDatabase(database.url), 'verify-ledger');
  expect({ code: verified.code, out: verified.stdout }).toMatchObject({ code: 0 });
});

test('verify-ledger names an invoice that was changed, a number that is missing, and a credit that is not one', {
  timeout: 120_000,
}, async () => {
  const server = await startServer(database.url);
  const { wholesaler, seller, free } = await openSeller(server.url);
  try {
    for (let n = 0; n < 3; n++) await placeOrderIn(free, 'shipped', 10);
    const [invoice] = await sql<{ id: string; item: string }[]>`
      select id, document -> 'lines' -> 0 ->> 'item_id' as item from invoices where seller_id = ${wholesaler.id} and number = 'INV-0000001'`;
    await seller.post(`/api/v1/invoices/${invoice?.id}/credits`, {
      lines: [{ item_id: invoice?.item, quantity: 9 }],
      reason: 'x',
    });
  } finally {
    await server.stop();
  }
  const verify = async () => (await runCli(onDatabase(database.url), 'verify-ledger')).stdout;
  expect(await verify()).toContain('no differences');
  const ofSeller = sql`seller_id = ${wholesaler.id}`;
  await sql`update invoices set subtotal_cents = subtotal_cents + 1, total_cents = total_cents + 1 where ${ofSeller} and number = 'INV-0000002'`;
  await sql`update invoices set number = 'INV-0000007' where ${ofSeller} and number = 'INV-0000003'`;
  await sql`update credit_notes set subtotal_cents = subtotal_cents + 5, total_cents = total_cents + 5 where ${ofSeller}`;
  await sql`update invoices set document = document #- '{lines,0,unit_price_cents}' where ${ofSeller} and number = 'INV-0000007'`;
  const told = await verify();
  expect(told).toMatch(/invoice INV-0000007 \(.*\): its document can't be worked out/);
  expect(told).toContain('invoice INV-0000002');
  expect(told).toContain(`invoice numbers of ${wholesaler.id}: 3 up to 7, counter 3`);
  expect(told).toContain('credit note CRN-0000001 of invoice INV-0000001');
});
