import { describe, expect, test } from 'vitest';
import { createProduct } from '../../factories/catalog';
import { GOODS, type GoodsBody, received, unique } from '../../factories/goods';
import { lineOf, openCorrections } from '../../factories/goods-corrections';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const { trade, receipt, receiptOf, correct, corrected, itemOf, adjust, movesOf } =
  await openCorrections(stage);

describe('units that a correction takes back or gives another worth', () => {
  test('is 409 units_gone with what is missing, for what was sold, moved or reserved', async () => {
    const other = await openTrade(stage, { quantity: 0 });
    const { variantId: variant_id } = other.product;
    const first = await received(other.seller, other.wholesaler, [
      { variant_id, quantity: 10, batch_id: unique('B') },
      { variant_id, quantity: 10 },
    ]);
    const take = (body: object) => correct(first.id, body, other.seller);
    const [lotLine, loose] = [lineOf(first), lineOf(first, 1)];
    ok(
      await other.seller.patch(`/api/v1/inventory/${lotLine.inventory_id}`, {
        ...{ quantity_change: -4, reason_code: 'SALE', lot_id: lotLine.lot_id },
      }),
    );
    const lines = (a: number, b: number) => ({
      lines: [
        { line_id: lotLine.line_id, quantity: a },
        { line_id: loose.line_id, quantity: b },
      ],
    });
    expect(expectError(await take(lines(2, 10)), 'CONFLICT')).toEqual({
      reason: 'units_gone',
      lines: [{ line_id: lotLine.line_id, missing: 2 }],
    });
    // Lots go first: of those 6 and of the others 5.
    await placeOrderIn(other, 'accepted', 11);
    expect(expectError(await take(lines(9, 1)), 'CONFLICT')).toEqual({
      reason: 'units_gone',
      lines: [
        { line_id: lotLine.line_id, missing: 1 },
        { line_id: loose.line_id, missing: 4 },
      ],
    });
    expect(expectError(await take({ lines: [{ line_id: lotLine.line_id }] }), 'CONFLICT')).toMatchObject({
      lines: [{ line_id: loose.line_id, missing: 5 }],
    });
    ok(await take(lines(10, 5)));
  });

  test('after a sale changes the worth of what is left alone; what was shipped keeps its cost', async () => {
    const { receipt: first } = await receipt();
    await adjust(lineOf(first), -6);
    const { line_id } = lineOf(first);
    await corrected(first.id, { lines: [{ line_id, unit_cost: 8 }] });
    expect(await itemOf(lineOf(first))).toMatchObject({ quantity: 4, unit_cost: 8, average_cost: 8 });
    // With units of another receipt in the row: 4 at 8 and 4 at 2, then 4 at 1 and 4 at 2.
    const second = await received(trade.seller, trade.wholesaler, [
      { variant_id: lineOf(first).variant_id, quantity: 4, unit_cost: 2 },
    ]);
    expect(await itemOf(lineOf(first))).toMatchObject({ quantity: 8, average_cost: 5 });
    await corrected(first.id, { lines: [{ line_id, unit_cost: 1 }] });
    // The last cost stays that of the later receipt.
    expect(await itemOf(lineOf(first))).toMatchObject({ quantity: 8, unit_cost: 2 });
    await corrected(second.id, { lines: [{ line_id: lineOf(second).line_id, unit_cost: null }] });
    expect((await itemOf(lineOf(first))).average_cost).toBeGreaterThanOrEqual(0);
  });

  test('keeps the worth of a row from falling below 0 and beyond what it holds', async () => {
    const { receipt: first, product } = await receipt({ unit_cost: 9_999_999.99 });
    const { line_id } = lineOf(first);
    await received(trade.seller, trade.wholesaler, [
      { variant_id: product.variantId, quantity: 10, unit_cost: 0 },
    ]);
    await adjust(lineOf(first), -10);
    expect(await itemOf(lineOf(first))).toMatchObject({ quantity: 10, average_cost: 4_999_999.995 });
    await corrected(first.id, { lines: [{ line_id, unit_cost: 0 }] });
    expect(await itemOf(lineOf(first))).toMatchObject({ average_cost: 0 });
    const { receipt: dear, product: other } = await receipt({ unit_cost: 0 });
    await received(trade.seller, trade.wholesaler, [
      { variant_id: other.variantId, quantity: 10, unit_cost: 9_999_999.99 },
    ]);
    await adjust(lineOf(dear), -10);
    await corrected(dear.id, { lines: [{ line_id: lineOf(dear).line_id, unit_cost: 9_999_999.99 }] });
    expect(await itemOf(lineOf(dear))).toMatchObject({ average_cost: 9_999_999.99 });
  });

  test('gives a tag back that nothing else has moved; another batch has it in the same correction', async () => {
    const [tag, other] = [unique('T'), unique('T')];
    const { receipt: first } = await receiptOf([
      { batch_id: unique('B'), package_tag: tag },
      { batch_id: unique('B'), package_tag: other },
    ]);
    const [a, b] = [lineOf(first), lineOf(first, 1)];
    const swapped = await corrected(first.id, {
      lines: [
        { line_id: a.line_id, package_tag: other },
        { line_id: b.line_id, package_tag: tag },
      ],
    });
    expect(swapped.lines.map(({ batch_id, package_tag }) => [batch_id, package_tag])).toEqual([
      [a.batch_id, other],
      [b.batch_id, tag],
    ]);
    // Twice the same: their former lots have no tag by then.
    await corrected(first.id, {
      lines: [
        { line_id: a.line_id, package_tag: tag },
        { line_id: b.line_id, package_tag: other },
      ],
    });
    await corrected(first.id, { lines: [{ line_id: a.line_id, package_tag: null }, { line_id: b.line_id }] });
    const free = await receipt({ batch_id: unique('B'), package_tag: tag });
    // One that was sold from keeps its tag.
    await adjust(lineOf(free.receipt), -1);
    await adjust(lineOf(free.receipt), 1, { reason_code: 'RETURN' });
    await corrected(free.receipt.id, {
      lines: [{ line_id: lineOf(free.receipt).line_id, package_tag: null }],
    });
    const taken = await createProduct(db, trade.wholesaler);
    const again = trade.seller.post(GOODS, {
      ...{ location_id: trade.wholesaler.locationIds[0], kind: 'found' },
      lines: [{ variant_id: taken.variantId, quantity: 1, batch_id: unique('B'), package_tag: tag }],
    });
    expect(expectError(await again, 'CONFLICT')).toMatchObject({ reason: 'tag_taken' });
  });

  test('is rejected whole where a row can’t hold it (409)', async () => {
    const { receipt: first, product } = await receipt({ quantity: 1_500_000_000 });
    const { line_id } = lineOf(first);
    const body = {
      lines: [{ line_id }, { variant_id: product.variantId, quantity: 600_000_000, batch_id: unique('B') }],
    };
    expect(expectError(await correct(first.id, body), 'CONFLICT')).toMatchObject({
      reason: 'cannot_receive',
      errors: [{ path: 'lines[1].quantity' }],
    });
    expect(await movesOf(first)).toEqual([1_500_000_000]);
  });

  test('corrections at the same time take turns, and what they leave adds up', async () => {
    const { receipt: first } = await receipt({ batch_id: unique('B') });
    const { line_id } = lineOf(first);
    const quantities = [3, 7, 12, 5, 20, 1];
    const answers = await Promise.all(
      quantities.map((quantity) =>
        correct(first.id, { lines: [{ line_id, quantity }] }, trade.seller.unpooled()),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(quantities.map(() => 200));
    const now = ok(await trade.seller.get<GoodsBody>(`${GOODS}/${first.id}`));
    expect(quantities).toContain(now.units);
    expect(await itemOf(lineOf(first))).toMatchObject({ quantity: now.units, average_cost: 5 });
    expect((await movesOf(first)).reduce((sum, delta) => sum + delta, 0)).toBe(now.units);
  });
});
