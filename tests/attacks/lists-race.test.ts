import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { asOf } from '../../server/platform/db/as-of';
import { openDatabase } from '../../server/platform/db/client';
import { createProduct, createStock } from '../factories/catalog';
import { openTrade } from '../factories/trade';
import { ok } from '../setup/client';
import { openOwnStage } from '../setup/stage';

interface Item {
  id: string;
  unit_cost: number;
  updated_at: string;
}
interface List {
  data: Item[];
  pagination: { next_cursor: string | null };
  as_of: string;
}

const WRITERS = 6;
const ITEMS = 24;
const RACE_MS = 6_000;
const stage = await openOwnStage();
const { sql } = stage;

test('gives every row version to a reader that passes as_of on, however late a writer commits', async () => {
  const { wholesaler, seller } = await openTrade(stage, { quantity: 1 });
  const items: string[] = [];
  for (let i = 0; i < ITEMS; i++) {
    const { variantId } = await createProduct(stage.db, wholesaler);
    items.push(await createStock(stage.db, wholesaler, variantId, 1));
  }
  const pool = postgres(stage.url, { max: WRITERS, onnotice: () => {} });
  const end = Date.now() + RACE_MS;
  let versions = 0;
  const writer = async (index: number) => {
    while (Date.now() < end) {
      // Each writer has its own rows, so that none waits for another's late commit.
      const mine = items.filter((_, i) => i % WRITERS === index);
      await pool.begin(async (tx) => {
        await tx`select 1`;
        await delay(Math.random() * 40);
        for (const id of mine.filter(() => Math.random() < 0.5)) {
          await tx`update inventory_items set unit_cost_cents = unit_cost_cents + 1 where id = ${id}`;
          versions += 1;
          await delay(Math.random() * 40);
        }
      });
    }
  };
  const copy = new Map<string, number>();
  let since: string | undefined;
  const sync = async () => {
    let first: string | undefined;
    let cursor: string | null = null;
    do {
      const query: string = [since && `updated_since=${since}`, cursor && `cursor=${cursor}`]
        .filter(Boolean)
        .join('&');
      const list: List = ok(await seller.get<List>(`/api/v1/inventory?limit=5&sort=created_at&${query}`));
      first ??= list.as_of;
      for (const { id, unit_cost } of list.data) copy.set(id, unit_cost);
      cursor = list.pagination.next_cursor;
    } while (cursor !== null);
    since = first;
  };
  const reader = async () => {
    while (Date.now() < end) await sync();
  };
  await Promise.all([...Array.from({ length: WRITERS }, (_, index) => writer(index)), reader()]);
  await sync();
  await pool.end();
  const truth = await sql<{ id: string; cents: string }[]>`
    select id, unit_cost_cents as cents from inventory_items where entity_id = ${wholesaler.id}`;
  expect(Object.fromEntries(copy)).toEqual(
    Object.fromEntries(truth.map(({ id, cents }) => [id, Number(cents) / 100])),
  );
  expect(versions).toBeGreaterThan(100);
});

test('keeps as_of before an open writer, and waits for no reader', async () => {
  const { stockId } = await openTrade(stage, { quantity: 1 });
  const pool = postgres(stage.url, { max: 2, onnotice: () => {} });
  const fresh = async () => {
    await delay(120);
    return asOf(stage.db);
  };
  await pool.begin(async (reader) => {
    await reader`select 1`;
    const before = await fresh();
    expect((await fresh()) > before).toBe(true);
    await pool.begin(async (writer) => {
      await writer`update inventory_items set unit_cost_cents = 5 where id = ${stockId}`;
      const during = await fresh();
      const [row] = await writer<
        { at: Date }[]
      >`select updated_at as at from inventory_items where id = ${stockId}`;
      expect(during > before).toBe(true);
      expect(during <= (row?.at.toISOString() ?? '')).toBe(true);
      expect(await fresh()).toBe(during);
    });
    expect((await fresh()) > before).toBe(true);
  });
  await pool.end();
});

test('moves as_of back a day while a role whose start is hidden writes', async () => {
  const { stockId } = await openTrade(stage, { quantity: 1 });
  const role = `reader_${v7().replaceAll('-', '')}`;
  const [{ name }] = await sql<[{ name: string }]>`select current_database()::text as name`;
  await sql.unsafe(`create role ${role} login password 'x'; grant connect on database ${name} to ${role}`);
  const url = new URL(stage.url);
  url.username = role;
  url.password = 'x';
  const limited = openDatabase({ url: url.href, pool: 1 });
  try {
    const age = async () => {
      await delay(120);
      return Date.now() - Date.parse(await asOf(limited.db));
    };
    expect(await age()).toBeLessThan(60_000);
    await sql.begin(async (writer) => {
      await writer`update inventory_items set unit_cost_cents = 6 where id = ${stockId}`;
      expect(await age()).toBeGreaterThan(86_000_000);
    });
    expect(await age()).toBeLessThan(60_000);
  } finally {
    await limited.close();
    await sql.unsafe(`revoke all on database ${name} from ${role}; drop role ${role}`);
  }
});
