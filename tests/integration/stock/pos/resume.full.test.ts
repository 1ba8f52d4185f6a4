import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { runSync } from '../../../../server/features/pos/runs/sync';
import type { Db } from '../../../../server/platform/db/client';
import { SecretCipher } from '../../../../server/platform/secrets/cipher';
import { startSimulator } from '../../../../simulator/server';
import { Shop } from '../../../../simulator/shop';
import { type Business, createBusiness, createLocation } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { openTestDatabase } from '../../../setup/database';
import { IS_FULL } from '../../../setup/full';
import { expectStockAddsUp } from '../../../setup/invariants';
import { TEST_SECRET } from '../../../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

const cipher = new SecretCipher(TEST_SECRET);
const log = pino({ level: 'silent' });
const PRODUCTS = 12;

const shop = await createBusiness(db, 'retailer');
const skus: string[] = [];
const variantIds: string[] = [];
for (let i = 0; i < PRODUCTS; i++) {
  const product = await createProduct(db, shop);
  skus.push(product.variants[0]?.sku ?? '');
  variantIds.push(product.variantId);
}
/** The register has most items, an unknown one, and not the last ones, which an earlier run listed. */
const LISTED = 9;
const STEP = IS_FULL ? 1 : 3;
const shelves = [...skus.slice(0, LISTED), 'GHOST'].map((sku, i) => ({
  id: `x-${i}`,
  sku,
  name: sku,
  room: 'vault',
  quantity: i * 3,
  unitCost: 1.25,
}));
const simulator = await startSimulator({ shop: new Shop(shelves, 1) });
afterAll(() => simulator.close());

let locations = 1;
/** A new location with ten of everything, and a queued run of its register. */
async function newRun(owner: Business): Promise<{ runId: string; place: string }> {
  const place = await createLocation(db, owner.id, ++locations);
  const [connectionId, runId, earlier] = [v7(), v7(), v7()];
  const config = { base_url: simulator.url, location_id: 'shop-1', page_size: 2, room_type: 'vault' };
  await sql`
    insert into pos_connections (id, entity_id, location_id, provider, config)
    values (${connectionId}, ${owner.id}, ${place}, 'http', ${JSON.stringify(config)}::text::jsonb)`;
  for (const variantId of variantIds) {
    const itemId = await createStock(db, owner, variantId, 10, { locationId: place });
    await sql`
      insert into pos_listings (connection_id, item_id, run_id, confirmed)
      values (${connectionId}, ${itemId}, ${earlier}, true)`;
  }
  await sql`
    insert into sync_runs (id, entity_id, location_id, connection_id, sync_type, actor_name, request_id, lease_until)
    values (${runId}, ${owner.id}, ${place}, ${connectionId}, 'full', 'Tester', 'resume', now() + interval '1 hour')`;
  return { runId, place };
}

class Died extends Error {}

type Call = (...args: unknown[]) => unknown;

/** The same object, with `name` replaced. */
const withMember = <T extends object>(of: T, name: string, replace: (value: never) => unknown): T =>
  new Proxy(of, {
    get(target, key, receiver) {
      const value = Reflect.get(target, key, receiver);
      return key === name ? replace(value as never) : value;
    },
  });

/** A database that stops responding after this many statements and transactions, as if the process was killed. */
function mortal(lives: number): { db: Db; died: () => boolean } {
  let left = lives;
  const counted =
    (target: object) =>
    (run: Call): Call =>
    (...args) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Died()) : run.apply(target, args);
    };
  const { session } = db._ as unknown as { session: { client: object } };
  // Raw statements go to the client of the session.
  const client = withMember(session.client, 'unsafe', counted(session.client));
  const raw = { ...db._, session: withMember(session, 'client', () => client) };
  const handle = ['execute', 'transaction'].reduce(
    (of, name) => withMember(of, name, counted(db)),
    withMember(db, '_', () => raw),
  );
  return { db: handle, died: () => left < 0 };
}

const work = (over: Db, runId: string) =>
  runSync(
    {
      db: over,
      cipher,
      log,
      outgoing: { allowLoopback: true },
      vendorHosts: {},
      stopping: new AbortController().signal,
    },
    runId,
  );

/** Everything that a run leaves behind, without what names this run. */
async function outcome({ runId, place }: { runId: string; place: string }) {
  const [run] = await sql`
    select status, processed, total, created, updated, failed, unmatched, unmatched_count, errors from sync_runs
    where id = ${runId}`;
  const stock = await sql`
    select i.sku, i.room_type, i.quantity, i.unit_cost_cents::int,
      (select count(*)::int from inventory_movements m where m.item_id = i.id and m.source_id = ${runId}) as moves,
      (select sum(delta)::int from inventory_movements m where m.item_id = i.id) as ledger
    from inventory_items i where i.location_id = ${place} order by i.sku, i.room_type`;
  const events = await sql`
    select type, count(*)::int as n from events
    where (type = 'inventory.sync.completed' and data->>'id' = ${runId}) or data->'source'->>'id' = ${runId}
    group by type order by type`;
  return { run, stock: [...stock], events: [...events] };
}

test(`killed at every ${IS_FULL ? '' : 'third '}boundary between pages, a run ends in the same stock, ledger, figures and events`, {
  timeout: 240_000,
}, async () => {
  const whole = await newRun(shop);
  await work(db, whole.runId);
  const expected = await outcome(whole);
  expect(expected.run).toMatchObject({
    status: 'completed',
    ...{ processed: LISTED + 1, created: 0, failed: 1, unmatched_count: 1 },
  });
  expect(expected.stock.map(({ quantity }) => quantity).sort()).toEqual(
    [...Array.from({ length: LISTED }, (_, i) => i * 3), 0, 0, 0].sort(),
  );
  const digest = (value: object) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

  let boundaries = 0;
  for (let lives = 1; ; lives += STEP) {
    const run = await newRun(shop);
    const first = mortal(lives);
    await work(first.db, run.runId).catch(() => {});
    if (!first.died()) break;
    boundaries += 1;
    await sql`update sync_runs set lease_until = now() - interval '1 second' where id = ${run.runId}`;
    await work(db, run.runId);
    const ended = await outcome(run);
    expect(ended, `killed after ${lives} statements`).toEqual(expected);
    expect(digest(ended)).toBe(digest(expected));
  }
  // Its lease, where it begins, five pages, what was listed, what is zeroed, and the end.
  expect(boundaries).toBeGreaterThan(9 / STEP);
  await expectStockAddsUp(sql);
});

test('killed again and again, a statement further each time, it still comes to the same end', async () => {
  const whole = await newRun(shop);
  await work(db, whole.runId);
  const run = await newRun(shop);
  for (let lives = 2, status = ''; status !== 'completed'; lives++) {
    await work(mortal(lives).db, run.runId).catch(() => {});
    await sql`update sync_runs set lease_until = now() - interval '1 second' where id = ${run.runId}`;
    [{ status } = { status: '' }] = await sql<{ status: string }[]>`
      select status from sync_runs where id = ${run.runId}`;
    expect(lives).toBeLessThan(40);
  }
  expect(await outcome(run)).toEqual(await outcome(whole));
});
