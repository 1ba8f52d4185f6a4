import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { CHECKS } from '../../../../server/process/commands/checks';
import { connect, createBusiness, createMember } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { moneyOf, PAYMENTS, paid } from '../../../factories/money';
import { placeOrderIn, type Trade } from '../../../factories/trade';
import { type Answer, Client, type ErrorBody, ok, signIn } from '../../../setup/client';
import { openTestDatabase } from '../../../setup/database';
import { eventually } from '../../../setup/eventually';
import { startServer } from '../../../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());
const { owe, balances } = moneyOf(database);
const COUNT = 16;
const each = async <T>(make: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let n = 0; n < COUNT; n++) all.push(await make());
  return all;
};

async function openTradeAt(url: string): Promise<Trade> {
  const [retailer, wholesaler] = await Promise.all([
    createBusiness(db, 'retailer'),
    createBusiness(db, 'wholesaler'),
  ]);
  const [buyer, seller, product] = await Promise.all([
    createMember(db, retailer, 'owner').then((member) => signIn(url, member)),
    createMember(db, wholesaler, 'owner').then((member) => signIn(url, member)),
    createProduct(db, wholesaler, { category: 'accessories' }),
    connect(db, retailer, wholesaler),
  ]);
  const stockId = await createStock(db, wholesaler, product.variantId, 5000);
  return { retailer, wholesaler, buyer, seller, product, stockId };
}

interface Request {
  path: string;
  body: object;
}

/** An order of 10 units at 10.00 that is shipped, and the credit of one of them. */
async function creditOfOne(trade: Trade): Promise<Request & { invoice: string }> {
  const order = await placeOrderIn(trade, 'shipped', 10);
  const body = { lines: [{ item_id: order.items[0]?.id, quantity: 9 }], reason: 'Cracked' };
  return { path: `/api/v1/invoices/${order.invoice?.id}/credits`, body, invoice: order.invoice?.id ?? '' };
}

/** What is done 16 times, and what is left to pay of all invoices once each was done once. */
const ACTS: Record<
  string,
  (trade: Trade) => Promise<{ requests: Request[]; invoices: string[]; left: number }>
> = {
  async voids(trade) {
    const made = await each(async () => {
      const { id } = await owe(trade, 10);
      const payment = await paid(trade, 10, { allocations: [{ invoice_id: id, amount: 10 }] });
      return { id, path: `${PAYMENTS}/${payment.id}/void`, body: { reason: 'It bounced' } };
    });
    return { requests: made, invoices: made.map(({ id }) => id), left: 10 };
  },
  async allocations(trade) {
    const made = await each(async () => {
      const { id } = await owe(trade, 10);
      const payment = await paid(trade, 10, { allocations: [] });
      const body = { allocations: [{ invoice_id: id, amount: 4 }] };
      return { id, path: `${PAYMENTS}/${payment.id}/allocations`, body };
    });
    return { requests: made, invoices: made.map(({ id }) => id), left: 6 };
  },
  async 'credits that are applied'(trade) {
    const made = await each(async () => {
      const { path, body, invoice } = await creditOfOne(trade);
      await paid(trade, 100, { allocations: [{ invoice_id: invoice, amount: 100 }] });
      const note = ok(await trade.seller.post<{ id: string; unapplied: number }>(path, body));
      expect(note.unapplied).toBe(10);
      const { id } = await owe(trade, 10);
      const applied = { allocations: [{ invoice_id: id, amount: 4 }] };
      return { id, path: `/api/v1/credit-notes/${note.id}/allocations`, body: applied };
    });
    return { requests: made, invoices: made.map(({ id }) => id), left: 6 };
  },
  async 'credit notes'(trade) {
    const made = await each(() => creditOfOne(trade));
    return { requests: made, invoices: made.map(({ invoice }) => invoice), left: 90 };
  },
};

/** Audit rows come after what they tell of: there is a middle to be killed in. */
const SLOWED = `
  create or replace function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.02); return new; end $$;
  create trigger slowed before insert on audit_log for each row execute function slowly();`;

const differences = async () => (await Promise.all(CHECKS.map(({ find }) => find(db)))).flat();

async function expectNumbersWithoutGap(sellerId: string): Promise<void> {
  for (const [table, prefix] of [
    ['invoices', 'INV-'],
    ['credit_notes', 'CRN-'],
  ] as const) {
    const rows = await sql<{ number: string }[]>`
      select number from ${sql(table)} where seller_id = ${sellerId} and number like ${`${prefix}%`} order by number`;
    const expected = rows.map((_, n) => `${prefix}${String(n + 1).padStart(7, '0')}`);
    expect(rows.map(({ number }) => number)).toEqual(expected);
  }
}

async function send(client: Client, { path, body, key }: Request & { key: string }): Promise<Answer> {
  for (;;) {
    const answer = await client.send('POST', path, { body, headers: { 'idempotency-key': key } });
    // Of a process that is gone.
    if ((answer.body as Partial<ErrorBody>).error?.code !== 'IDEMPOTENCY_IN_PROGRESS') return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test.each(Object.keys(ACTS))(
  'kill -9 amid %s leaves books that add up, and a repeated request has the one result',
  async (what) => {
    const doomed = await startServer(database.url);
    const trade = await openTradeAt(doomed.url);
    const { requests, invoices, left } = await (ACTS[what] as (typeof ACTS)[string])(trade);
    const keyed = requests.map((request) => ({ ...request, key: v7() }));
    const before = await balances(...invoices);
    await sql.unsafe(SLOWED);
    const done = async () => {
      const now = await balances(...invoices);
      return now.filter((one, n) => one !== before[n]).length;
    };
    try {
      const client = trade.seller.unpooled();
      const sent = keyed.map((request) => send(client, request).catch(() => null));
      await eventually(done, (count) => expect(count).toBeGreaterThan(2), { everyMs: 5, patienceMs: 30_000 });
      doomed.child.kill('SIGKILL');
      await doomed.exited;
      await Promise.all(sent);
      const survived = await done();
      expect(survived).toBeLessThan(COUNT);
      expect(await differences()).toEqual([]);
      await expectNumbersWithoutGap(trade.wholesaler.id);

      const next = await startServer(database.url);
      try {
        const again = new Client(next.url, trade.seller.tokens);
        const answers = await Promise.all(keyed.map((request) => send(again, request)));
        for (const answer of answers) expect(answer.status, answer.text).toBeLessThan(300);
        expect(await balances(...invoices)).toEqual(invoices.map(() => left));
        // Once more they say the same, and do nothing.
        const repeated = await Promise.all(keyed.map((request) => send(again, request)));
        expect(repeated.map(({ text }) => text)).toEqual(answers.map(({ text }) => text));
        expect(await balances(...invoices)).toEqual(invoices.map(() => left));
      } finally {
        await next.stop();
      }
      expect(await differences()).toEqual([]);
      await expectNumbersWithoutGap(trade.wholesaler.id);
      process.stdout.write(`${what}: ${survived} of ${COUNT} before the kill\n`);
    } finally {
      await sql`drop trigger slowed on audit_log`;
      await doomed.stop();
    }
  },
  180_000,
);

test('of 50 voids, credits and applied credits at once on two processes each has its effect once', async () => {
  const [one, two] = await Promise.all([startServer(database.url), startServer(database.url)]);
  try {
    const trade = await openTradeAt(one.url);
    const clients = [trade.seller, new Client(two.url, trade.seller.tokens)];
    const post = (n: number, { path, body }: Request) => (clients[n % 2] as Client).post(path, body);
    const fifty = (request: (n: number) => Request) =>
      Promise.all(Array.from({ length: 50 }, (_, n) => post(n, request(n))));
    const succeeded = (answers: readonly Answer[]) => {
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      return answers.filter(({ status }) => status < 300).length;
    };

    const { requests: voids, invoices } = await (ACTS.voids as (typeof ACTS)[string])(trade);
    expect(succeeded(await fifty((n) => voids[n % COUNT] as Request))).toBe(COUNT);
    expect(await balances(...invoices)).toEqual(invoices.map(() => 10));

    const credit = await creditOfOne(trade);
    expect(succeeded(await fifty(() => credit))).toBe(1);
    expect(await balances(credit.invoice)).toEqual([90]);

    // One unit less each time, sent in any order: those that come too late ask for more than is left.
    const steps = await creditOfOne(trade);
    const item_id = (steps.body as { lines: [{ item_id: string }] }).lines[0].item_id;
    const lowered = (n: number) => ({ lines: [{ item_id, quantity: 9 - (n % 10) }], reason: 'Cracked' });
    const notes = succeeded(await fifty((n) => ({ ...steps, body: lowered(n) })));
    expect(notes).toBeGreaterThan(0);
    expect(await balances(steps.invoice)).toEqual([0]);
    const [sums] = await sql`
      select count(*)::int as notes, sum(total_cents)::int as cents from credit_notes where invoice_id = ${steps.invoice}`;
    expect(sums).toEqual({ notes, cents: 10_000 });

    const paidFor = await creditOfOne(trade);
    await paid(trade, 100, { allocations: [{ invoice_id: paidFor.invoice, amount: 100 }] });
    const note = ok(await trade.seller.post<{ id: string }>(paidFor.path, paidFor.body));
    const open = await owe(trade, 1000);
    const body = { allocations: [{ invoice_id: open.id, amount: 3 }] };
    const path = `/api/v1/credit-notes/${note.id}/allocations`;
    expect(succeeded(await fifty(() => ({ path, body })))).toBe(3);
    expect(await balances(open.id)).toEqual([991]);

    expect(await differences()).toEqual([]);
    await expectNumbersWithoutGap(trade.wholesaler.id);
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}, 180_000);
