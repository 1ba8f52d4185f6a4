import { beforeAll, describe, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { type CoaBody, readCoa } from '../../factories/coa';
import { GOODS, type GoodsBody, receive, received, unique } from '../../factories/goods';
import { textPdf } from '../../factories/text-pdf';
import { openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

const DAY = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
const certificate = (number: string, day = DAY) =>
  textPdf([
    [50, 760, 'Juniper Ridge Labs'],
    [300, 760, 'www.juniperridge.com'],
    [50, 740, `Batch #: ${number}`],
    [300, 740, `Date Collected: ${day}`],
    [50, 700, 'Total THC: 22.40%'],
    [50, 680, 'Overall Result: Pass'],
  ]);
const read = async (number: string, client = trade.seller) =>
  ok(await readCoa(client, certificate(number))).id;
const goods = async () => {
  const product = await createProduct(db, trade.wholesaler);
  return { id: product.id, sku: product.variants[0]?.sku ?? '' };
};
const receiptsOf = async (sku: string) =>
  sql`select n.id from goods_receipt_lines n join inventory_items i on i.id = n.item_id where i.sku = ${sku}`;

describe('the certificate of a line', () => {
  test('is filed for its batch with the units, and says so of the line (201)', async () => {
    const { id, sku } = await goods();
    const [first, second] = [unique('B'), unique('B')];
    const coa = { reading_id: await read(first), lab: 'Juniper Ridge Labs' };
    const receipt = await received(trade.seller, trade.wholesaler, [
      { sku, quantity: 4, batch_id: first, coa },
      { sku, quantity: 2, batch_id: first, package_tag: unique('T') },
      { sku, quantity: 1, batch_id: second },
    ]);
    expect(receipt.lines.map(({ has_coa }) => has_coa)).toEqual([true, true, false]);
    expect(ok(await trade.seller.get<CoaBody>(`/api/v1/products/${id}/coa`))).toMatchObject({
      ...{ lab: 'Juniper Ridge Labs', batch_id: first, batch: receipt.lines[0]?.batch, date: DAY },
      extracted: { thc_percentage: 22.4, result: 'passed' },
    });
    expectAbsent(await trade.seller.get(`/api/v1/coa-readings/${coa.reading_id}`));
    const actions = await sql`select action from audit_log where object_id = ${id} order by id desc limit 1`;
    expect(actions).toEqual([{ action: 'product.coa_added' }]);
  });

  test('of another batch or day is asked in one question each, and saved when confirmed (409)', async () => {
    const { sku } = await goods();
    const [batch_id, other] = [unique('B'), unique('X')];
    const reading_id = await read(other);
    const line = { sku, quantity: 1, batch_id, coa: { reading_id, lab: 'Lab', date: '2026-01-02' } };
    const details = expectError(await receive(trade.seller, trade.wholesaler, [line]), 'CONFLICT');
    expect(details).toMatchObject({
      reason: 'confirm_required',
      questions: [
        {
          ...{ path: 'lines[0].batch_id', code: 'certificate_differs', value: other },
          difference: 'another_batch',
        },
        {
          ...{ path: 'lines[0].coa.date', code: 'certificate_differs', value: DAY },
          difference: 'another_date',
        },
      ],
    });
    expect(await receiptsOf(sku)).toEqual([]);
    const answer = await receive(trade.seller, trade.wholesaler, [
      { ...line, confirm: ['certificate_differs'] },
    ]);
    expect(answer.status, answer.text).toBe(201);
  });

  test('takes create:coa, else nothing is received (403)', async () => {
    const { sku } = await goods();
    const manager = await stage.signIn(await createMember(db, trade.wholesaler, 'manager'));
    const batch_id = unique('B');
    const coa = { reading_id: await read(batch_id, manager), lab: 'Lab' };
    expect(
      expectError(
        await receive(manager, trade.wholesaler, [{ sku, quantity: 1, batch_id, coa }]),
        'FORBIDDEN',
      ),
    ).toMatchObject({ reason: 'permission_required', permission: 'create:coa' });
    expect(await receiptsOf(sku)).toEqual([]);
    ok(await manager.get(`/api/v1/coa-readings/${coa.reading_id}`));
  });

  test('stays a reading when the receipt fails or is dry, and is of one line alone (400)', async () => {
    const { sku } = await goods();
    const batch_id = unique('B');
    const coa = { reading_id: await read(batch_id), lab: 'Lab' };
    const line = { sku, quantity: 1, batch_id, coa };
    const dry = await receive(trade.seller, trade.wholesaler, [line], { dry_run: true });
    expect(dry.status, dry.text).toBe(200);
    expectInvalid(
      await receive(trade.seller, trade.wholesaler, [line, { ...line, package_tag: unique('T') }]),
      'lines[1].coa.reading_id',
      'duplicate',
    );
    const answer = await receive(trade.seller, trade.wholesaler, [
      { ...line, batch_id: unique('B'), expires_on: '2020-01-01' },
    ]);
    expectError(answer, 'CONFLICT');
    ok(await trade.seller.get(`/api/v1/coa-readings/${coa.reading_id}`));
    await received(trade.seller, trade.wholesaler, [line]);
    expectInvalid(
      await receive(trade.seller, trade.wholesaler, [line]),
      'lines[0].coa.reading_id',
      'unknown_id',
    );
    expectInvalid(
      await receive(trade.seller, trade.wholesaler, [{ sku, quantity: 1, coa }]),
      'lines[0].batch_id',
      'required',
    );
  });

  test('of another business is unknown (400)', async () => {
    const { sku } = await goods();
    const batch_id = unique('B');
    const coa = { reading_id: await read(batch_id, trade.buyer), lab: 'Lab' };
    expectInvalid(
      await receive(trade.seller, trade.wholesaler, [{ sku, quantity: 1, batch_id, coa }]),
      'lines[0].coa.reading_id',
      'unknown_id',
    );
    ok(await trade.buyer.get(`/api/v1/coa-readings/${coa.reading_id}`));
  });

  test('is filed by a holder for its private batch alone; the owner’s is 403', async () => {
    const variant_id = trade.product.variants[0]?.id;
    const batch_id = unique('B');
    const coa = { reading_id: await read(batch_id, trade.buyer), lab: 'Lab' };
    const receipt = await received(trade.buyer, trade.retailer, [{ variant_id, quantity: 1, batch_id, coa }]);
    expect(receipt.lines[0]).toMatchObject({ batch_id, has_coa: true });
    const own = unique('B');
    await received(trade.seller, trade.wholesaler, [{ variant_id, quantity: 20, batch_id: own }]);
    await placeOrderIn(trade, 'delivered');
    const owners = { reading_id: await read(own, trade.buyer), lab: 'Lab' };
    const answer = await receive(trade.buyer, trade.retailer, [
      { variant_id, quantity: 1, batch_id: own, coa: owners },
    ]);
    expect(expectError(answer, 'FORBIDDEN')).toMatchObject({ reason: 'not_your_product' });
    const list = ok(await trade.buyer.get<{ data: GoodsBody[] }>(GOODS)).data;
    expect(list.map(({ id }) => id)).toEqual([receipt.id]);
  });
});
