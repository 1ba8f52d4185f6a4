import { describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import {
  daysAgo,
  GOODS,
  type GoodsBody,
  openGoods,
  receive,
  received,
  SUPPLIER,
  unique,
} from '../../factories/goods';
import type { BatchBody } from '../../factories/lots';
import { openRecall } from '../../factories/recalls';
import { type ItemBody, openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const { trade, goods } = await openGoods(stage);
type List<T> = { data: T[]; pagination: { total: number } };

describe('where goods go, and what to know of them', () => {
  test('is the receiving room, or the room that a line says', async () => {
    const [first = ''] = trade.wholesaler.locationIds;
    const product = await goods();
    ok(await trade.seller.patch(`/api/v1/entity/locations/${first}`, { receiving_room: 'quarantine' }));
    const { lines } = await received(trade.seller, trade.wholesaler, [
      { sku: product.sku, quantity: 1 },
      { sku: product.sku, quantity: 1, room_type: 'sales_floor' },
    ]);
    ok(await trade.seller.patch(`/api/v1/entity/locations/${first}`, { receiving_room: 'vault' }));
    expect(lines.map(({ room_type }) => room_type)).toEqual(['quarantine', 'sales_floor']);
  });

  test('held and failed units go to quarantine, with a notice and without a question', async () => {
    const product = await goods();
    const [held, failed] = [unique('B'), unique('B')];
    const batch = ok(
      await trade.seller.post<BatchBody>('/api/v1/batches', { product_id: product.id, batch_id: held }),
    );
    ok(await trade.seller.post(`/api/v1/batches/${batch.id}/hold`, { reason: 'x' }));
    const receipt = await received(trade.seller, trade.wholesaler, [
      { sku: product.sku, quantity: 1, batch_id: held, room_type: 'vault' },
      { sku: product.sku, quantity: 1, batch_id: failed, test_status: 'failed' },
    ]);
    expect(receipt.lines.map(({ room_type }) => room_type)).toEqual(['quarantine', 'quarantine']);
    expect(receipt.notices.map(({ path, code }) => [path, code])).toEqual([
      ['lines[0].batch_id', 'held'],
      ['lines[1].test_status', 'failed'],
    ]);
  });

  test('a POS that counts there and licenses that have expired are notices', async () => {
    const other = await openTrade(stage);
    const [locationId = ''] = other.retailer.locationIds;
    await sql`update locations set licensed_until = '2020-01-01' where id = ${locationId}`;
    await sql`update entities set license_expiry = '2020-02-02' where id = ${other.wholesaler.id}`;
    ok(await other.buyer.post(`/api/v1/entity/locations/${locationId}/pos`, { provider: 'simulator' }));
    const receipt = await received(
      other.buyer,
      other.retailer,
      [{ variant_id: other.product.variantId, quantity: 1 }],
      { supplier: undefined, supplier_id: other.wholesaler.id },
    );
    expect(receipt.notices).toEqual([
      { path: 'location_id', code: 'pos_counts_here', value: null },
      { path: 'location_id', code: 'license_expired', value: '2020-01-01' },
      { path: 'supplier_id', code: 'license_expired', value: '2020-02-02' },
    ]);
  });

  test('more than a row holds is rejected whole (409)', async () => {
    const [full, empty] = [await goods(), await goods()];
    await received(trade.seller, trade.wholesaler, [{ sku: full.sku, quantity: 2_000_000_000 }]);
    const lines = [
      { sku: empty.sku, quantity: 1 },
      { sku: full.sku, quantity: 1 },
    ];
    expect(expectError(await receive(trade.seller, trade.wholesaler, lines), 'CONFLICT')).toMatchObject({
      reason: 'cannot_receive',
      errors: [{ path: 'lines[1].quantity', code: 'quantity_limit' }],
    });
    const stock = ok(await trade.seller.get<List<ItemBody>>(`/api/v1/inventory?product_id=${empty.id}`));
    expect(stock.data).toEqual([]);
  });
});

describe('the trace and recalls', () => {
  test('show what came from outside as a receipt of its supplier, and count it as added', async () => {
    const product = await goods();
    const receipt = await received(trade.seller, trade.wholesaler, [
      { sku: product.sku, quantity: 12, batch_id: unique('B') },
    ]);
    const batch = receipt.lines[0]?.batch ?? '';
    const trace = ok(await trade.seller.get<List<object>>(`/api/v1/batches/${batch}/trace`));
    expect(trace.data).toMatchObject([
      {
        ...{
          direction: 'backward',
          kind: 'receipt',
          state: 'received',
          quantity: 12,
          reference_id: receipt.id,
        },
        ...{ reference: receipt.number, party: SUPPLIER.name, location_id: receipt.location_id },
      },
      { direction: 'forward', kind: 'item', state: 'on_hand', quantity: 12 },
    ]);
    const recall = await openRecall(trade.seller, batch);
    const detail = ok(
      await trade.seller.get<{ holders: { accounting: object }[] }>(`/api/v1/recalls/${recall.id}`),
    );
    expect(detail.holders[0]?.accounting).toMatchObject({ added: 12, on_hand: 12, unknown: 0 });
  });
});

describe('GET /api/v1/goods-receipts', () => {
  test('lists newest first and filters', async () => {
    const other = await openTrade(stage);
    const product = await createProduct(db, other.wholesaler);
    const lines = [{ variant_id: product.variantId, quantity: 1, batch_id: unique('B') }];
    const reference = unique('Ref');
    const bought = await received(other.seller, other.wholesaler, lines, {
      reference,
      received_on: daysAgo(5),
    });
    const found = await received(
      other.seller,
      other.wholesaler,
      [{ variant_id: other.product.variantId, quantity: 1 }],
      { kind: 'found', supplier: undefined, external_ids: { erp: reference } },
    );
    expect(found).toMatchObject({ kind: 'found', supplier: null, external_ids: { erp: reference } });
    const ids = async (query: string) =>
      ok(await other.seller.get<List<GoodsBody>>(`${GOODS}?${query}`)).data.map(({ id }) => id);
    expect(await ids('')).toEqual([found.id, bought.id]);
    expect(await ids(`location_id=${other.wholesaler.locationIds[0]}`)).toEqual([found.id, bought.id]);
    expect(await ids(`location_id=${ABSENT_ID}`)).toEqual([]);
    expect(await ids(`supplier_id=${bought.supplier?.id}`)).toEqual([bought.id]);
    expect(await ids(`variant_id=${product.variantId}`)).toEqual([bought.id]);
    expect(await ids(`batch=${bought.lines[0]?.batch}`)).toEqual([bought.id]);
    expect(await ids('kind=found')).toEqual([found.id]);
    expect(await ids(`received_to=${daysAgo(4)}`)).toEqual([bought.id]);
    expect(await ids(`received_from=${daysAgo(4)}`)).toEqual([found.id]);
    for (const search of [bought.number, reference.toUpperCase(), 'humboldt'])
      expect(await ids(`search=${search}`)).toEqual([bought.id]);
    expect(await ids(`external_id=erp:${reference}`)).toEqual([found.id]);
    expect(ok(await other.buyer.get<List<object>>(GOODS)).data).toEqual([]);
    expectAbsent(await other.buyer.get(`${GOODS}/${bought.id}`));
  });

  test('shows members their own locations alone; another is 404', async () => {
    const business = await createBusiness(db, 'wholesaler', { locationCount: 2 });
    const owner = await stage.signIn(await createMember(db, business, 'owner'));
    const [here = '', there = ''] = business.locationIds;
    const limited = await stage.signIn(await createMember(db, business, 'manager', [here]));
    const product = await createProduct(db, business);
    const lines = [{ variant_id: product.variantId, quantity: 1 }];
    const reference = unique('R');
    const far = await received(owner, { locationIds: [there] }, lines, { reference });
    expectAbsent(await receive(limited, { locationIds: [there] }, lines));
    expectAbsent(await limited.get(`${GOODS}/${far.id}`));
    expect(ok(await limited.get<List<object>>('/api/v1/goods-suppliers')).data).toEqual([]);
    // Nor does a question name it.
    const near = await received(limited, { locationIds: [here] }, lines, { reference });
    expect(ok(await limited.get<List<GoodsBody>>(GOODS)).data.map(({ id }) => id)).toEqual([near.id]);
    expect(ok(await owner.get<List<GoodsBody>>(GOODS)).pagination.total).toBe(2);
    expect(ok(await limited.get<List<object>>('/api/v1/goods-suppliers')).data).toHaveLength(1);
    const failed = { ...lines[0], batch_id: unique('B'), test_status: 'failed' };
    expect(expectError(await receive(limited, { locationIds: [here] }, [failed]), 'FORBIDDEN')).toMatchObject(
      {
        reason: 'outside_your_locations',
      },
    );
  });
});
