import { expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { createLot } from '../../factories/lots';
import { type OrderBody, openTrade } from '../../factories/trade';
import { expectError } from '../../setup/expect';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql, db } = stage;

/** A second buyer of the same seller, and a second product. */
async function openMarket() {
  const trade = await openTrade(stage, { quantity: 1000 });
  const second = await createBusiness(db, 'retailer');
  await connect(db, second, trade.wholesaler);
  const other = await createMember(db, second, 'owner').then(stage.signIn);
  const scarce = await createProduct(db, trade.wholesaler, { prices: [500] });
  await createStock(db, trade.wholesaler, scarce.variantId, 2);
  return { ...trade, second, other, scarce };
}

test('orders placed at once are each their buyer’s own: number, lines, ledger, timeline, audit and events', async () => {
  const { buyer, other, retailer, second, wholesaler, product, scarce, stockId } = await openMarket();
  const place = (n: number) =>
    (n % 2 ? other : buyer).post<OrderBody>('/api/v1/orders', {
      wholesaler_id: wholesaler.id,
      items: [
        { product_id: product.id, quantity: 1 + n },
        ...(n < 2 ? [{ product_id: scarce.id, quantity: 1 }] : []),
      ],
      po_number: `PO-${n}`,
    });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => place(n)));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
  expect(new Set(answers.map(({ body }) => body.order_number)).size).toBe(12);
  for (const [n, { body }] of answers.entries()) {
    const entityId = (n % 2 ? second : retailer).id;
    expect(body).toMatchObject({ po_number: `PO-${n}`, status: 'pending', retailer: { id: entityId } });
    expect(body.items.map(({ quantity }) => quantity)).toEqual(n < 2 ? [1 + n, 1] : [1 + n]);
    const moves = await sql`
      select m.reserved_delta, u.entity_id from inventory_movements m join users u on u.id = m.actor_id
      where m.source_id = ${body.id} and m.item_id = ${stockId}`;
    expect(moves).toEqual([{ reserved_delta: 1 + n, entity_id: entityId }]);
    const [kept] = await sql`
      select (select array_agg(entity_id) from audit_log where object_id = ${body.id}) as audited,
        (select actor_entity_id from order_history where order_id = ${body.id}) as author,
        (select array_agg(entity_id order by entity_id) from events where data->>'id' = ${body.id}) as told,
        (select count(distinct request_id)::int from inventory_movements where source_id = ${body.id}) as requests`;
    expect(kept).toEqual({
      audited: [entityId],
      author: entityId,
      told: [entityId, wholesaler.id].sort(),
      requests: 1,
    });
  }
  const [{ transactions } = {}] =
    await sql`select count(distinct xmin::text)::int as transactions from orders where id = any(${answers.map(({ body }) => body.id)})`;
  expect(transactions).toBeLessThan(12);
  const requests =
    await sql`select distinct request_id from inventory_movements where item_id = ${stockId} and source_type = 'order'`;
  expect(requests).toHaveLength(12);
});

test('an order that can’t be placed is rejected alone, with its own reason, among orders placed at once', async () => {
  const { buyer, other, wholesaler, product, scarce } = await openMarket();
  const stranger = await createBusiness(db, 'retailer');
  const unconnected = await createMember(db, stranger, 'owner').then(stage.signIn);
  const place = (client: typeof buyer, items: object[], more: object = {}) =>
    client.post<OrderBody>('/api/v1/orders', { wholesaler_id: wholesaler.id, items, ...more });
  const good = { product_id: product.id, quantity: 1 };
  const [first, short, foreign, missing, last, elsewhere] = await Promise.all([
    place(buyer, [good]),
    place(other, [good, { product_id: scarce.id, quantity: 3 }]),
    place(unconnected, [good]),
    place(buyer, [{ product_id: wholesaler.id, quantity: 1 }]),
    place(other, [good, { product_id: scarce.id, quantity: 2 }]),
    place(buyer, [good], { receiving_location_id: wholesaler.locationIds[0] }),
  ]);
  expect([first?.status, last?.status]).toEqual([201, 201]);
  expect(expectError(short as typeof first, 'INSUFFICIENT_STOCK')).toMatchObject({
    lines: [{ product_id: scarce.id }],
  });
  expect(expectError(foreign as typeof first, 'FORBIDDEN')).toMatchObject({ reason: 'connection_required' });
  for (const absent of [missing, elsewhere]) expectError(absent as typeof first, 'NOT_FOUND');
  await expectStockAddsUp(sql);
  await expectOrdersAddUp(sql);
});

test('orders of lots, placed at once while a lot is held, share its units and take none after the hold’s response', async () => {
  const { buyer, other, seller, wholesaler, product, stockId } = await openMarket();
  const soon = await createLot(seller, stockId, 'SOON', 100, { expires_on: '2099-01-01' });
  await createLot(seller, stockId, 'LATE', 200, { expires_on: '2099-06-01' });
  const place = (n: number) =>
    (n % 2 ? other : buyer).post<OrderBody>('/api/v1/orders', {
      wholesaler_id: wholesaler.id,
      items: [{ product_id: product.id, quantity: 3 }],
    });
  const unitsOfSoon = async () => {
    const [row] = await sql`select reserved_quantity as units from inventory_lots where lot_id = ${soon.id}`;
    return row?.units;
  };
  const first = await Promise.all(Array.from({ length: 12 }, (_, n) => place(n)));
  expect(await unitsOfSoon()).toBe(36);
  const during = Array.from({ length: 24 }, (_, n) => place(n));
  const reason = { reason: 'Mold found in two jars' };
  expect((await seller.post(`/api/v1/batches/${soon.batch}/hold`, reason)).status).toBe(200);
  const held = await unitsOfSoon();
  during.push(...Array.from({ length: 12 }, (_, n) => place(n)));
  const answers = [...first, ...(await Promise.all(during))];
  expect(answers.map(({ status }) => status)).toEqual(Array(48).fill(201));
  expect(await unitsOfSoon()).toBe(held);
  const units = answers.flatMap(({ body }) => body.items[0]?.lots ?? []);
  const of = (batch: string) =>
    units.reduce((sum, lot) => sum + (lot.batch_id === batch ? lot.quantity : 0), 0);
  expect({ SOON: of('SOON'), LATE: of('LATE') }).toEqual({ SOON: held, LATE: 48 * 3 - held });
  const [{ transactions } = {}] = await sql`
    select count(distinct xmin::text)::int as transactions from orders where id = any(${answers.map(({ body }) => body.id)})`;
  expect(transactions).toBeLessThan(48);
  await expectStockAddsUp(sql);
  await expectOrdersAddUp(sql);
});
