import { describe, expect, test } from 'vitest';
import { type GoodsBody, openGoods, receive, received, unique } from '../../factories/goods';
import type { LotBody } from '../../factories/lots';
import { openRecall } from '../../factories/recalls';
import { type ItemBody, openTrade, placeOrderIn } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
const { trade, sku, goods, itemOf } = await openGoods(stage);
type List<T> = { data: T[]; pagination: { total: number } };

describe('questions', () => {
  const asked = (answer: Parameters<typeof expectError>[0]) =>
    (expectError(answer, 'CONFLICT') as { questions: object[] }).questions;

  test('are asked all at once, nothing is written, and the same with their codes is received', async () => {
    const product = await goods();
    const [expired, recalled] = [unique('B'), unique('B')];
    const first = await received(trade.seller, trade.wholesaler, [
      { sku: product.sku, quantity: 1, batch_id: recalled },
    ]);
    await openRecall(trade.seller, first.lines[0]?.batch ?? '');
    const reference = unique('R');
    const earlier = await received(trade.seller, trade.wholesaler, [{ sku, quantity: 1 }], { reference });
    const lines = [
      { sku: product.sku, quantity: 2, batch_id: expired, expires_on: '2020-01-01' },
      { sku: product.sku, quantity: 3, batch_id: recalled, room_type: 'sales_floor' },
    ];
    const send = (fields: object = {}, confirms: string[][] = [[], []]) =>
      receive(
        trade.seller,
        trade.wholesaler,
        lines.map((line, n) => ({ ...line, confirm: confirms[n] })),
        { reference, ...fields },
      );
    const before = await sql`select count(*)::int as n from goods_receipts`;
    const rejected = await send();
    expect(rejected.body).toMatchObject({ error: { details: { reason: 'confirm_required' } } });
    expect(asked(rejected)).toEqual([
      { path: 'lines[0].expires_on', code: 'expired', value: '2020-01-01' },
      { path: 'lines[1].batch_id', code: 'recalled', value: recalled },
      { path: 'reference', code: 'same_reference', value: earlier.number },
    ]);
    expect(await sql`select count(*)::int as n from goods_receipts`).toEqual(before);
    expect(await sql`select id from batches where batch_id = ${expired}`).toEqual([]);
    expect(asked(await send({ confirm: ['same_reference'] }, [['expired'], []]))).toMatchObject([
      { code: 'recalled' },
    ]);
    const receipt = ok(await send({ confirm: ['same_reference'] }, [['expired'], ['recalled']])) as GoodsBody;
    // Whatever room was said, units that can't be sold go to quarantine.
    expect(receipt.lines.map(({ room_type }) => room_type)).toEqual(['quarantine', 'quarantine']);
    expect(receipt.notices).toEqual([
      { path: 'lines[0].expires_on', code: 'expired', value: '2020-01-01' },
      { path: 'lines[1].batch_id', code: 'recalled', value: recalled },
    ]);
  });

  test('name the order under way that brings a package', async () => {
    const other = await openTrade(stage);
    const item = await itemOf(other.stockId, other.seller);
    const tag = unique('T');
    ok(
      await other.seller.post<LotBody>('/api/v1/lots', {
        ...{ product_id: other.product.id, batch_id: unique('B'), variant_id: other.product.variantId },
        ...{ package_tag: tag, location_id: item.location_id, quantity: 5 },
      }),
    );
    const order = await placeOrderIn(other, 'shipped', 5);
    const line = {
      variant_id: other.product.variantId,
      quantity: 5,
      batch_id: unique('B'),
      package_tag: tag,
    };
    expect(asked(await receive(other.buyer, other.retailer, [line]))).toEqual([
      { path: 'lines[0].package_tag', code: 'tag_on_order', value: order.order_number, order_id: order.id },
    ]);
    // Others aren't asked.
    const stranger = await openTrade(stage);
    await received(stranger.seller, stranger.wholesaler, [
      { ...line, variant_id: stranger.product.variantId },
    ]);
    ok(await other.seller.patch(`/api/v1/orders/${order.id}/status`, { status: 'delivered' }));
    expect(expectError(await receive(other.buyer, other.retailer, [line]), 'CONFLICT')).toMatchObject({
      reason: 'tag_taken',
    });
  });

  test('a dry run asks the same, and without a question is 200 without an id; nothing stays', async () => {
    const product = await goods();
    const line = {
      sku: product.sku,
      quantity: 2,
      unit_cost: 3,
      batch_id: unique('B'),
      expires_on: '2020-01-01',
    };
    const dry = { dry_run: true };
    expect(asked(await receive(trade.seller, trade.wholesaler, [line], dry))).toHaveLength(1);
    const answer = await receive(trade.seller, trade.wholesaler, [{ ...line, confirm: ['expired'] }], dry);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.body).toMatchObject({
      ...{ id: null, number: null, units: 2, cost_total: 6 },
      lines: [{ room_type: 'quarantine', expires_on: '2020-01-01' }],
      notices: [{ code: 'expired' }],
    });
    expect(await sql`select id from batches where batch_id = ${line.batch_id}`).toEqual([]);
    const stock = ok(await trade.seller.get<List<ItemBody>>(`/api/v1/inventory?product_id=${product.id}`));
    expect(stock.data).toEqual([]);
    expectInvalid(
      await receive(trade.seller, trade.wholesaler, [{ ...line, sku: 'NO' }], dry),
      'lines[0].sku',
      'unknown_sku',
    );
  });
});

describe('tags', () => {
  test('of a package with units anywhere are taken (409); an empty one of the same batch and variant is used again', async () => {
    const product = await goods();
    const line = { sku: product.sku, quantity: 4, batch_id: unique('B'), package_tag: unique('T') };
    const first = await received(trade.seller, trade.wholesaler, [line]);
    const taken = async (fields: object) =>
      expect(
        expectError(await receive(trade.seller, trade.wholesaler, [{ ...line, ...fields }]), 'CONFLICT'),
      ).toMatchObject({
        reason: 'tag_taken',
        errors: [{ path: 'lines[0].package_tag', code: 'tag_taken' }],
      });
    await taken({});
    await taken({ room_type: 'sales_floor' });
    await taken({ batch_id: unique('B') });
    const { inventory_id, lot_id } = first.lines[0] ?? {};
    ok(
      await trade.seller.patch(`/api/v1/inventory/${inventory_id}`, {
        ...{ quantity_change: -4, reason_code: 'SALE', lot_id },
      }),
    );
    await taken({ batch_id: unique('B') });
    const again = await received(trade.seller, trade.wholesaler, [line]);
    expect(again.lines[0]).toMatchObject({ lot_id, inventory_id });
  });

  test('of one package, six receipts at the same time are one (201) and five are taken (409)', async () => {
    const product = await goods();
    const line = { sku: product.sku, quantity: 4, batch_id: unique('B'), package_tag: unique('T') };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => receive(trade.seller.unpooled(), trade.wholesaler, [line])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const [{ units } = { units: 0 }] = await sql`
      select sum(quantity)::int as units from inventory_items where variant_id = ${product.variantId}`;
    expect(units).toBe(4);
  });
});
