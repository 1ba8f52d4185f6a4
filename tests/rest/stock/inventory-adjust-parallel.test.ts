import { expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type ItemBody, openTrade, placeOrder, type Trade } from '../../factories/trade';
import { expectAbsent, expectError } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
const adjustIn = ({ seller, stockId }: Trade, body: object) =>
  seller.patch<ItemBody>(`/api/v1/inventory/${stockId}`, { reason_code: 'AUDIT', ...body });
const eventsOf = (stockId: string) => sql<
  { type: string; entity_id: string; data: Record<string, unknown> }[]
>`
  select type, entity_id, data from events where data->>'id' = ${stockId} order by id`;

test('counts each of 100 parallel changes', async () => {
  const own = await openTrade(stage, { quantity: 0 });
  const answers = await Promise.all(Array.from({ length: 100 }, () => adjustIn(own, { quantity_change: 1 })));
  expect(new Set(answers.map(({ body }) => body.quantity)).size).toBe(100);
  await expectStockAddsUp(sql);
});

test('gives each of 60 parallel changes by two members its own response, movement, event and audit row', async () => {
  const own = await openTrade(stage, { quantity: 5000 });
  const manager = await stage.signIn(await createMember(stage.db, own.wholesaler, 'manager'));
  const members = [own.seller, manager];
  const changes = Array.from({ length: 60 }, (_, i) => ({
    member: members[i % 2] as typeof manager,
    quantity_change: i % 3 === 0 ? i + 1 : -i - 1,
    reason_code: i % 4 === 0 ? 'DAMAGE' : 'AUDIT',
    notes: `change ${i}`,
  }));
  const answers = await Promise.all(
    changes.map(({ member, ...body }) => member.patch<ItemBody>(`/api/v1/inventory/${own.stockId}`, body)),
  );
  const rows = await sql<Record<string, unknown>[]>`
    select m.notes, m.delta, m.reason_code, m.actor_id, m.quantity_after, e.data->'quantity' as event_quantity,
      e.data->'previous_quantity' as previous, e.data->>'reason_code' as event_reason, a.actor_id as auditor,
      a.after->'quantity' as audited, a.before->'quantity' as audited_before, a.request_id = m.request_id as of_request
    from inventory_movements m
      left join events e on e.data->>'movement_id' = m.id::text
      left join audit_log a on a.object_id = m.item_id and a.after->>'notes' = m.notes
    where m.item_id = ${own.stockId} and m.source_type = 'api'`;
  expect(rows).toHaveLength(60);
  const byNotes = new Map(rows.map((row) => [row.notes, row]));
  for (const [i, { member, quantity_change, reason_code, notes }] of changes.entries()) {
    const quantity = answers[i]?.body.quantity ?? Number.NaN;
    const userId = member.tokens?.user.id;
    expect(answers[i]?.body).toMatchObject({ available_quantity: quantity, unassigned_quantity: quantity });
    expect(byNotes.get(notes)).toEqual({
      notes,
      delta: quantity_change,
      reason_code,
      actor_id: userId,
      quantity_after: quantity,
      event_quantity: quantity,
      previous: quantity - quantity_change,
      event_reason: reason_code,
      auditor: userId,
      audited: quantity,
      audited_before: quantity - quantity_change,
      of_request: true,
    });
  }
  await expectStockAddsUp(sql);
});

test('rejects of 60 parallel changes only those that the stock cannot take, and leaves no trace of them', async () => {
  const own = await openTrade(stage, { quantity: 24 });
  await placeOrder(own, 4);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => adjustIn(own, { quantity_change: i % 10 === 9 ? -100 : -1 })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  const details = answers
    .filter(({ status }) => status !== 200)
    .map((answer) => expectError(answer, 'INSUFFICIENT_STOCK'));
  expect(details).toHaveLength(40);
  for (const one of details) expect(one).toMatchObject({ reserved_quantity: 4 });
  const after = await own.seller.get<ItemBody>(`/api/v1/inventory/${own.stockId}`);
  expect(after.body).toMatchObject({ quantity: 4, reserved_quantity: 4 });
  const [counted] = await sql`
    select (select count(*)::int from audit_log where object_id = ${own.stockId}) as audited,
      (select count(*)::int from events where type = 'inventory.updated' and data->>'id' = ${own.stockId}) as events`;
  expect(counted).toEqual({ audited: 20, events: 20 });
  await expectStockAddsUp(sql);
});

test('reports parallel changes of an item as absent to another business and outside of a member’s locations (404)', async () => {
  const own = await openTrade(stage, { quantity: 5, wholesaler: { locationCount: 2 } });
  const [, ...others] = own.wholesaler.locationIds;
  const elsewhere = await createMember(stage.db, own.wholesaler, 'manager', others);
  const strangers = [(await openTrade(stage)).seller, await stage.signIn(elsewhere)];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      (strangers[i % 2] as typeof own.seller).patch(`/api/v1/inventory/${own.stockId}`, {
        quantity_change: i % 4 < 2 ? -10 : 1,
        reason_code: 'AUDIT',
      }),
    ),
  );
  for (const answer of answers) expectAbsent(answer);
  await expectStockAddsUp(sql);
});

test.skipIf(IS_SHORT)(
  'gives parallel changes of several levels their own balances, and reports each level that falls low once',
  async () => {
    const own = await openTrade(stage, { quantity: 30, wholesaler: { locationCount: 2 } });
    const [, second = ''] = own.wholesaler.locationIds;
    const product = await createProduct(stage.db, own.wholesaler);
    const stock = (variantId: string, locationId?: string) =>
      createStock(stage.db, own.wholesaler, variantId, 30, locationId ? { locationId } : {});
    const ids = [
      own.stockId,
      await stock(own.product.variantId, second),
      await stock(product.variantId),
      await stock(product.variantId, second),
    ];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        own.seller.patch<ItemBody>(`/api/v1/inventory/${ids[i % 4]}`, {
          quantity_change: -1,
          reason_code: 'AUDIT',
        }),
      ),
    );
    for (const [n, id] of ids.entries()) {
      const mine = answers.filter((_, i) => i % 4 === n).map(({ body }) => body);
      const left = mine.map(({ quantity }) => quantity).sort((a, b) => b - a);
      expect(left).toEqual(Array.from({ length: 25 }, (_, i) => 29 - i));
      expect(new Set(mine.map((item) => item.id))).toEqual(new Set([id]));
      const low = (await eventsOf(id)).filter(({ type }) => type === 'inventory.low_stock');
      expect(low.map(({ data }) => [data.quantity, data.location_available_quantity])).toEqual([[9, 9]]);
    }
    await expectStockAddsUp(sql);
  },
);

test.skipIf(IS_SHORT)(
  'takes parallel changes of a limited member beside those of another: its own apply, others are absent (404)',
  async () => {
    const own = await openTrade(stage, { quantity: 50, wholesaler: { locationCount: 2 } });
    const [, second = ''] = own.wholesaler.locationIds;
    const there = await createStock(stage.db, own.wholesaler, own.product.variantId, 50, {
      locationId: second,
    });
    const limited = await stage.signIn(await createMember(stage.db, own.wholesaler, 'manager', [second]));
    const calls = Array.from({ length: 60 }, (_, i) => ({
      client: i % 2 ? limited : own.seller,
      id: i % 4 < 2 ? own.stockId : there,
    }));
    const answers = await Promise.all(
      calls.map(({ client, id }) =>
        client.patch<ItemBody>(`/api/v1/inventory/${id}`, { quantity_change: -1, reason_code: 'AUDIT' }),
      ),
    );
    for (const [i, { client, id }] of calls.entries()) {
      const answer = answers[i] as (typeof answers)[number];
      if (client === limited && id === own.stockId) expectAbsent(answer);
      else expect([answer.status, answer.body.id]).toEqual([200, id]);
    }
    const left =
      await sql`select quantity from inventory_items where id in (${own.stockId}, ${there}) order by quantity`;
    expect(left.map(({ quantity }) => quantity)).toEqual([20, 35]);
    const actors = await sql`select distinct m.item_id, m.actor_id from inventory_movements m
    where m.item_id = ${own.stockId} and m.source_type = 'api'`;
    expect(actors).toHaveLength(1);
    await expectStockAddsUp(sql);
  },
);

test('responds to parallel changes of free items while one waits for the row that another transaction has', async () => {
  const own = await openTrade(stage, { quantity: 50 });
  const product = await createProduct(stage.db, own.wholesaler);
  const free = await createStock(stage.db, own.wholesaler, product.variantId, 50);
  const change = (id: string) =>
    own.seller.patch<ItemBody>(`/api/v1/inventory/${id}`, { quantity_change: -1, reason_code: 'AUDIT' });
  const waiting: ReturnType<typeof change>[] = [];
  await sql.begin(async (tx) => {
    await tx`select from inventory_items where id = ${own.stockId} for update`;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        if (i % 6 !== 0) return change(free);
        waiting.push(change(own.stockId));
        return null;
      }),
    );
    const done = answers.filter((answer) => answer !== null);
    expect(done.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const open = Symbol('open');
    expect(await Promise.race([...waiting, Promise.resolve(open)])).toBe(open);
  });
  const late = await Promise.all(waiting);
  expect(late.map(({ body }) => body.quantity).sort()).toEqual([48, 49]);
  await expectStockAddsUp(sql);
});

test.skipIf(IS_SHORT)(
  'keeps parallel changes with a key or an expectation apart from the others',
  async () => {
    const own = await openTrade(stage, { quantity: 10 });
    const keyed = { headers: { 'idempotency-key': 'once-only' } };
    const body = { quantity_change: 1, reason_code: 'AUDIT' };
    const path = `/api/v1/inventory/${own.stockId}`;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => {
        if (i % 3 === 0) return own.seller.patch(path, body, keyed);
        return own.seller.patch(path, i % 3 === 1 ? body : { ...body, expected_quantity: 999_999 });
      }),
    );
    const statuses = (from: number) => answers.filter((_, i) => i % 3 === from).map(({ status }) => status);
    expect(statuses(1)).toEqual(Array(10).fill(200));
    expect(statuses(2)).toEqual(Array(10).fill(409));
    expect(statuses(0).every((status) => status === 200 || status === 409)).toBe(true);
    const { body: after } = await own.seller.get<ItemBody>(path);
    expect(after.quantity).toBe(21);
    await expectStockAddsUp(sql);
  },
);
