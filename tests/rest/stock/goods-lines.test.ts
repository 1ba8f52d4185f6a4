import { describe, expect, test } from 'vitest';
import { connect, createBusiness } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { GOODS, type GoodsBody, openGoods, receive, received, unique } from '../../factories/goods';
import type { BatchBody } from '../../factories/lots';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const { trade, sku, goods } = await openGoods(stage);
type List<T> = { data: T[]; pagination: { total: number } };
interface Ambiguous {
  variants: { variant_id: string }[];
}

describe('goods of a line', () => {
  test('are those of the business and those that it sees; others are unknown, existing or not (400)', async () => {
    const stranger = await createBusiness(db, 'wholesaler');
    const hidden = await createProduct(db, stranger);
    const bad = async (line: object, path: string) =>
      expectInvalid(
        await receive(trade.buyer, trade.retailer, [{ ...line, quantity: 1 }]),
        `lines[0].${path}`,
        'unknown_sku',
      );
    await bad({ sku: hidden.variants[0]?.sku }, 'sku');
    await bad({ sku: 'NO-SUCH-SKU' }, 'sku');
    await bad({ variant_id: hidden.variantId }, 'variant_id');
    await bad({ variant_id: ABSENT_ID }, 'variant_id');
    await bad({ scan: hidden.variantId }, 'scan');
    const seen = await received(trade.buyer, trade.retailer, [{ sku, quantity: 1 }]);
    expect(seen.lines).toMatchObject([{ product_id: trade.product.id, sku }]);
  });

  test('are those of the business first, and of two others’ ambiguous with their variants (400)', async () => {
    const second = await createBusiness(db, 'wholesaler');
    await connect(db, trade.retailer, second);
    const other = await createProduct(db, second);
    await sql`update product_variants set sku = ${sku} where id = ${other.variantId}`;
    const answer = await receive(trade.buyer, trade.retailer, [{ sku, quantity: 1 }]);
    const { errors } = expectError(answer, 'INVALID_REQUEST') as { errors: Ambiguous[] };
    expect(errors).toMatchObject([{ path: 'lines[0].sku', code: 'ambiguous' }]);
    expect(errors[0]?.variants.map((one) => one.variant_id).sort()).toEqual(
      [trade.product.variantId, other.variantId].sort(),
    );
    const mine = await createProduct(db, trade.retailer);
    await sql`update product_variants set sku = ${sku} where id = ${mine.variantId}`;
    const { lines } = await received(trade.buyer, trade.retailer, [{ sku, quantity: 1 }]);
    expect(lines).toMatchObject([{ variant_id: mine.variantId }]);
  });

  test('are found by a scanned SKU, external id or tag of a package', async () => {
    const product = await goods();
    const code = unique('UPC');
    ok(
      await trade.seller.patch(`/api/v1/products/${product.id}/variants/${product.variantId}`, {
        external_ids: { upc: code },
      }),
    );
    const tag = unique('T');
    const first = await received(trade.seller, trade.wholesaler, [
      { scan: product.sku, quantity: 1, batch_id: unique('B'), package_tag: tag },
    ]);
    const { lines } = await received(trade.seller, trade.wholesaler, [
      { scan: code, quantity: 1 },
      { scan: tag, quantity: 1, room_type: 'sales_floor' },
    ]);
    expect(first.lines[0]?.variant_id).toBe(product.variantId);
    expect(lines.map(({ variant_id }) => variant_id)).toEqual([product.variantId, product.variantId]);
    // A tag of a package that the business doesn't read is no code of its own.
    expectInvalid(
      await receive(trade.buyer, trade.retailer, [{ scan: tag, quantity: 1 }]),
      'lines[0].scan',
      'unknown_sku',
    );
  });
});

describe('the supplier', () => {
  const withSupplier = async (supplier: object, fields: object = {}) =>
    (await received(trade.seller, trade.wholesaler, [{ sku, quantity: 1 }], { supplier, ...fields }))
      .supplier;

  test('is kept per business by its license, else by its name', async () => {
    const name = unique('Farm');
    const first = await withSupplier({ name, license_number: `${name}-LIC` });
    const again = await withSupplier({
      name: `${name} LLC`,
      license_number: ` ${name.toLowerCase()} lic`,
      state: 'OR',
    });
    expect(again?.id).toBe(first?.id);
    expect(again).toMatchObject({ name: `${name} LLC`, state: 'OR' });
    const plain = await withSupplier({ name });
    expect(plain?.id).not.toBe(first?.id);
    expect((await withSupplier({ name: name.toUpperCase() }))?.id).toBe(plain?.id);
    const { data } = ok(
      await trade.seller.get<List<{ id: string; name: string; license_number: string | null }>>(
        `/api/v1/goods-suppliers?search=${name}`,
      ),
    );
    expect(data.map(({ id }) => id).sort()).toEqual([first?.id, plain?.id].sort());
    expect(ok(await trade.buyer.get<List<object>>(`/api/v1/goods-suppliers?search=${name}`)).data).toEqual(
      [],
    );
    const found = ok(await trade.seller.get<List<GoodsBody>>(`${GOODS}?supplier_id=${first?.id}`));
    expect(found.pagination.total).toBe(2);
  });

  test('is a connected seller, else 404', async () => {
    const line = [{ variant_id: trade.product.variantId, quantity: 1 }];
    const from = (supplier_id: string, client = trade.buyer, business = trade.retailer) =>
      receive(client, business, line, { supplier: undefined, supplier_id });
    const receipt = ok(await from(trade.wholesaler.id)) as GoodsBody;
    expect(receipt.supplier).toMatchObject({
      id: trade.wholesaler.id,
      name: trade.wholesaler.name,
      state: 'CA',
    });
    expectAbsent(await from((await createBusiness(db, 'wholesaler')).id));
    expectAbsent(await from(ABSENT_ID));
    // A customer sells nothing.
    expectAbsent(await from(trade.retailer.id, trade.seller, trade.wholesaler));
  });
});

describe('the batch', () => {
  test('is the owner’s for the owner, and a private one for who has the goods from outside alone', async () => {
    const product = await goods();
    const batch_id = unique('B');
    const line = { variant_id: product.variantId, quantity: 1, batch_id };
    const own = await received(trade.seller, trade.wholesaler, [line]);
    const theirs = await received(trade.buyer, trade.retailer, [line]);
    expect(theirs.lines[0]?.batch).not.toBe(own.lines[0]?.batch);
    const batch = ok(await trade.buyer.get<BatchBody>(`/api/v1/batches/${theirs.lines[0]?.batch}`));
    expect(batch.adopted).toBe(false);
    // Goods from outside give no reach: another number of the owner's leads nowhere either.
    const next = unique('B');
    ok(
      await trade.seller.post('/api/v1/batches', {
        product_id: product.id,
        batch_id: next,
        expires_on: '2099-01-01',
      }),
    );
    const second = await received(trade.buyer, trade.retailer, [{ ...line, batch_id: next }]);
    expect(second.lines[0]).toMatchObject({ expires_on: null });
    expect(second.notices).toEqual([]);
  });

  test('is the owner’s for who received the product by an order, and keeps its dates', async () => {
    const other = await openTrade(stage);
    await placeOrderIn(other, 'delivered', 2);
    const batch_id = unique('B');
    const own = ok(
      await other.seller.post<BatchBody>('/api/v1/batches', {
        ...{ product_id: other.product.id, batch_id, expires_on: '2099-01-01', test_status: 'passed' },
      }),
    );
    const line = { variant_id: other.product.variantId, quantity: 1, batch_id };
    const receipt = await received(other.buyer, other.retailer, [
      { ...line, expires_on: '2098-01-01', test_status: 'untested' },
    ]);
    expect(receipt.lines[0]).toMatchObject({
      batch: own.id,
      expires_on: '2099-01-01',
      test_status: 'passed',
    });
    expect(receipt.notices).toEqual([
      { path: 'lines[0].expires_on', code: 'batch_differs', value: '2099-01-01' },
      { path: 'lines[0].test_status', code: 'batch_differs', value: 'passed' },
    ]);
  });

  test('of another’s product counts each number, also of receipts that are rejected or dry (429)', async () => {
    const other = await openTrade(stage);
    const variant_id = other.product.variantId;
    const numbers = (count: number) =>
      Array.from({ length: count }, () => ({ variant_id, quantity: 1, batch_id: unique('TRY') }));
    expect((await receive(other.buyer, other.retailer, numbers(40), { dry_run: true })).status).toBe(200);
    const rejected = [...numbers(30), { sku: 'NO-SUCH-SKU', quantity: 1 }];
    expectInvalid(await receive(other.buyer, other.retailer, rejected), 'lines[30].sku', 'unknown_sku');
    const expired = numbers(29).map((line) => ({ ...line, expires_on: '2020-01-01' }));
    expectError(await receive(other.buyer, other.retailer, expired), 'CONFLICT');
    const last = numbers(1);
    await received(other.buyer, other.retailer, last);
    const beyond = await receive(other.buyer, other.retailer, numbers(1));
    expect(expectError(beyond, 'RATE_LIMITED')).toMatchObject({ reason: 'too_many_numbers', limit: 100 });
    expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0);
    // What it reads counts no more, nor does its owner's.
    await received(other.buyer, other.retailer, last);
    await received(other.seller, other.wholesaler, numbers(1));
  });
});
