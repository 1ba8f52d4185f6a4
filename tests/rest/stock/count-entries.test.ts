import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/inventory/counts';
const HOUR = 3_600_000;

type Line = {
  inventory_id: string;
  counted: number | null;
  expected_quantity: number | null;
  difference: number | null;
};
type Entries = { entries: { entry_id: string; inventory_id: string; duplicate: boolean }[]; lines: Line[] };

let trade: Trade;
let seller: Client;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 50 });
  seller = trade.seller;
});

/** An item of the wholesaler's vault whose units came three days and a half ago. */
async function item(quantity = 50) {
  const { variantId, variants } = await createProduct(db, trade.wholesaler);
  const id = await createStock(db, trade.wholesaler, variantId, quantity);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update inventory_movements set created_at = now() - interval '84 hours' where item_id = ${id}`;
  });
  return { id, sku: variants[0]?.sku ?? '' };
}

const start = async (fields: object = {}) =>
  ok(
    await seller.post<{ id: string }>(PATH, {
      location_id: trade.wholesaler.locationIds[0],
      room_type: 'vault',
      ...fields,
    }),
  ).id;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const entry = (fields: object, hours = 0) => ({ entry_id: randomUUID(), counted_at: ago(hours), ...fields });
const send = (id: string, entries: object[], fields: object = {}, client = seller) =>
  client.post<Entries>(`${PATH}/${id}/entries`, { ...fields, entries });
const linesOf = async (id: string, query = '?counted=true') =>
  ok(await seller.get<{ data: Line[] }>(`${PATH}/${id}/lines${query}`)).data;
const sell = async (id: string, units: number) =>
  ok(await seller.patch(`/api/v1/inventory/${id}`, { quantity_change: -units, reason_code: 'SALE' }));

test('takes the difference from the quantity at the moment of counting, whatever is sold before it is sent', async () => {
  const [a, id] = [await item(), await start()];
  await sell(a.id, 4);
  const counted = entry({ inventory_id: a.id, counted: 48 }, 2);
  expect(ok(await send(id, [counted]))).toEqual({
    entries: [{ entry_id: counted.entry_id, inventory_id: a.id, duplicate: false }],
    lines: [expect.objectContaining({ counted: 48, expected_quantity: 50, difference: -2 })],
  });
  ok(await seller.patch(`${PATH}/${id}`, { status: 'review' }));
  ok(await seller.post(`${PATH}/${id}/apply`, {}));
  expect(ok(await seller.get<{ quantity: number }>(`/api/v1/inventory/${a.id}`)).quantity).toBe(44);
});

test('counts an entry once, also sent in parallel, later than 72 hours and after the count ended', async () => {
  const [a, id] = [await item(), await start()];
  const entries = [entry({ sku: a.sku, add: 2 }, 1), entry({ inventory_id: a.id, add: 1 }, 0.5)];
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(id, entries)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const fresh = answers.flatMap(({ body }) => body.entries).filter(({ duplicate }) => !duplicate);
  expect(fresh).toHaveLength(2);
  expect(await linesOf(id)).toMatchObject([{ counted: 3 }]);
  expect(ok(await send(id, [{ ...entries[0], counted_at: ago(100) }])).entries).toMatchObject([
    { duplicate: true },
  ]);
  ok(await seller.patch(`${PATH}/${id}`, { status: 'cancelled' }));
  expect(ok(await send(id, entries)).entries).toMatchObject([{ duplicate: true }, { duplicate: true }]);
  expectError(await send(id, [entry({ inventory_id: a.id, add: 1 })]), 'CONFLICT');
});

test('keeps the later of two counts of an item, and adds up scans after it, in any order of arrival', async () => {
  const [a, id] = [await item(), await start()];
  ok(await send(id, [entry({ sku: a.sku, add: 3 }, 1)]));
  ok(await send(id, [entry({ inventory_id: a.id, counted: 40 }, 2)]));
  ok(await send(id, [entry({ sku: a.sku, add: 7 }, 3), entry({ inventory_id: a.id, counted: 9 }, 4)]));
  expect(await linesOf(id)).toMatchObject([{ counted: 43 }]);
  ok(await seller.put(`${PATH}/${id}/lines`, { sku: a.sku, add: 1 }));
  expect(await linesOf(id)).toMatchObject([{ counted: 44 }]);
  ok(await send(id, [entry({ inventory_id: a.id, clear: true })]));
  expect(await linesOf(id)).toEqual([]);
});

test('rejects what was counted more than 72 hours ago or tomorrow (409 count_stale), records none of it, and names it', async () => {
  const [a, id] = [await item(), await start()];
  const [old, ahead] = [entry({ sku: a.sku, add: 1 }, 72.1), entry({ sku: a.sku, add: 1 }, -24)];
  const answer = await send(id, [old, entry({ sku: a.sku, add: 1 }, 71.9), ahead]);
  expect(expectError(answer, 'CONFLICT')).toEqual({
    reason: 'count_stale',
    max_hours: 72,
    entry_ids: [old.entry_id, ahead.entry_id],
  });
  expect(await linesOf(id)).toEqual([]);
});

test('corrects a clock that is a day off by what it said when sending', async () => {
  const [a, id] = [await item(), await start()];
  await sell(a.id, 10);
  for (const [days, expected] of [
    [1, 50],
    [-1, 50],
  ] as const) {
    const counted = entry({ inventory_id: a.id, counted: 40 }, days * 24 + 1);
    const [line] = ok(await send(id, [counted], { sent_at: ago(days * 24) })).lines;
    expect(line?.expected_quantity).toBe(expected);
  }
  const now = entry({ inventory_id: a.id, counted: 40 }, 24);
  expect(ok(await send(id, [now], { sent_at: ago(24) })).lines).toMatchObject([{ expected_quantity: 40 }]);
});

test('finds an item by the tag of a package, and names entries of unknown codes and of other rooms (404)', async () => {
  const [a, id] = [await item(0), await start()];
  const tag = `1A406${randomUUID().slice(0, 8)}`;
  const { product_id } = ok(await seller.get<{ product_id: string }>(`/api/v1/inventory/${a.id}`));
  const lot = ok(
    await seller.post<{ id: string }>('/api/v1/lots', { product_id, batch_id: tag, package_tag: tag }),
  );
  ok(
    await seller.patch(`/api/v1/inventory/${a.id}`, {
      quantity_change: 5,
      reason_code: 'RETURN',
      lot_id: lot.id,
    }),
  );
  const unknown = entry({ sku: 'NO-SUCH-CODE', add: 1 });
  expect(expectError(await send(id, [entry({ sku: tag, add: 1 }), unknown]), 'NOT_FOUND')).toEqual({
    reason: 'unknown_sku',
    entry_ids: [unknown.entry_id],
  });
  expect(ok(await send(id, [entry({ sku: tag, add: 1 })])).lines).toMatchObject([{ inventory_id: a.id }]);
  const theirs = await createStock(db, trade.retailer, trade.product.variantId, 3);
  const foreign = entry({ inventory_id: theirs, counted: 1 });
  expect(expectError(await send(id, [foreign]), 'NOT_FOUND')).toMatchObject({
    entry_ids: [foreign.entry_id],
  });
});

test('shows nothing of what is expected in a blind count, in no response and no error', async () => {
  const [a, id] = [await item(7), await start({ blind: true })];
  const answers = [
    await send(id, [entry({ inventory_id: a.id, counted: 5 }, 1)]),
    await send(id, [entry({ inventory_id: a.id, counted: 5 }, 80)]),
    await send(id, [entry({ sku: 'NO-SUCH-CODE', add: 1 })]),
  ];
  expect(answers[0]?.body.lines).toMatchObject([{ expected_quantity: null, difference: null }]);
  for (const { text } of answers) expect(text).not.toMatch(/:7\b/);
});

test('takes what a member counted from that member alone (403 other_member)', async () => {
  const [a, id] = [await item(), await start()];
  const colleague = await stage.signIn(await createMember(db, trade.wholesaler, 'manager'));
  const counted_by = seller.tokens?.user.id;
  const entries = [entry({ sku: a.sku, add: 1 })];
  expect(expectError(await send(id, entries, { counted_by }, colleague), 'FORBIDDEN')).toEqual({
    reason: 'other_member',
  });
  ok(await send(id, entries, { counted_by }));
});

test('is 404 for the count of another business and bounds a request', async () => {
  const [a, id] = [await item(), await start()];
  expectAbsent(await send(id, [entry({ inventory_id: a.id, counted: 1 })], {}, trade.buyer));
  expectInvalid(await send(id, []), 'entries');
  expectInvalid(
    await send(
      id,
      Array.from({ length: 501 }, () => entry({ sku: a.sku, add: 1 })),
    ),
    'entries',
  );
  expectInvalid(
    await send(id, [entry({ sku: a.sku, add: 1, counted: 2 })]),
    'entries[0].counted',
    'ambiguous',
  );
  expectInvalid(
    await send(id, [{ ...entry({ sku: a.sku, add: 1 }), counted_at: 'noon' }]),
    'entries[0].counted_at',
  );
  expectInvalid(await send(id, [{ ...entry({ sku: a.sku, add: 1 }), entry_id: '1' }]), 'entries[0].entry_id');
});

test.skipIf(IS_SHORT)('keeps at most 20,000 entries of a count', async () => {
  const [a, id] = [await item(), await start()];
  await sql`insert into stock_count_entries (count_id, entry_id, item_id, added, actor_name)
    select ${id}, gen_random_uuid(), ${a.id}, 1, 'limit' from generate_series(1, 20000)`;
  expect(expectError(await send(id, [entry({ sku: a.sku, add: 1 })]), 'CONFLICT')).toEqual({
    reason: 'too_many',
    limit: 20_000,
  });
});
