import { beforeAll, describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { GOODS, type GoodsBody, receive, received, SUPPLIER, unique } from '../../factories/goods';
import type { BatchBody, LotBody } from '../../factories/lots';
import { openRecall } from '../../factories/recalls';
import { type ItemBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { createWeighed } from '../../factories/weights';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
let sku: string;
beforeAll(async () => {
  trade = await openTrade(stage);
  sku = trade.product.variants[0]?.sku ?? '';
});

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });
const daysAgo = (days: number) => today.format(Date.now() - days * 86_400_000);
const itemOf = async (id: string | undefined, client = trade.seller) =>
  ok(await client.get<ItemBody>(`/api/v1/inventory/${id}`));
/** A product of the seller that has no stock yet. */
const goods = async () => {
  const product = await createProduct(db, trade.wholesaler);
  return { ...product, sku: product.variants[0]?.sku ?? '' };
};
interface Ambiguous {
  variants: { variant_id: string }[];
}
type List<T> = { data: T[]; pagination: { total: number } };

describe('POST /api/v1/goods-receipts', () => {
  test('takes goods into stock with their batch, package and cost (201)', async () => {
    const product = await goods();
    const [batch_id, package_tag] = [unique('B'), unique('T')];
    const line = {
      ...{ sku: product.sku, quantity: 40, unit_cost: 16.5, batch_id, package_tag },
      ...{ harvested_on: '2026-01-05', packaged_on: '2026-02-05', expires_on: '2099-01-01' },
      test_status: 'passed',
    };
    const answer = await receive(trade.seller, trade.wholesaler, [line], {
      ...{ reference: unique('R'), notes: 'At the back door', received_on: daysAgo(3) },
    });
    expect(answer.status, answer.text).toBe(201);
    const receipt = answer.body as GoodsBody;
    expect(answer.headers.location).toBe(`${GOODS}/${receipt.id}`);
    expect(receipt).toMatchObject({
      number: expect.stringMatching(/^GR-\d{8}-[0-9A-HJKMNP-TV-Z]{6}$/),
      kind: 'purchase',
      location_id: trade.wholesaler.locationIds[0],
      supplier: SUPPLIER,
      received_on: daysAgo(3),
      notes: 'At the back door',
      units: 40,
      cost_total: 660,
      notices: [],
      corrected_at: null,
      received_by: { id: trade.seller.tokens?.user.id },
      external_ids: {},
      lines: [
        {
          ...line,
          product_id: product.id,
          product_name: product.name,
          variant_id: product.variantId,
          amount: 40,
          unit: null,
          step: null,
          room_type: 'vault',
          unit_cost: 16.5,
        },
      ],
    });
    expect(Date.parse(receipt.correctable_until) - Date.parse(receipt.created_at)).toBe(72 * 3_600_000);
    const [only] = receipt.lines;
    expect(await itemOf(only?.inventory_id)).toMatchObject({
      quantity: 40,
      unit_cost: 16.5,
      average_cost: 16.5,
      lots: [{ lot_id: only?.lot_id, batch: only?.batch, batch_id, package_tag, quantity: 40 }],
    });
    const movements = await sql`
      select reason_code, delta, source_type, source_id, lot_id, notes from inventory_movements where item_id = ${only?.inventory_id ?? ''}`;
    expect(movements).toEqual([
      {
        ...{ reason_code: 'ADJUSTMENT', delta: 40, source_type: 'goods_receipt', source_id: receipt.id },
        ...{ lot_id: only?.lot_id, notes: receipt.number },
      },
    ]);
    expect(ok(await trade.seller.get<GoodsBody>(`${GOODS}/${receipt.id}`))).toEqual(receipt);
  });

  test('emits what it changed and records it', async () => {
    const product = await goods();
    const receipt = await received(trade.seller, trade.wholesaler, [
      { sku: product.sku, quantity: 2, batch_id: unique('B') },
    ]);
    const events = await sql<{ type: string; location_ids: string[] | null }[]>`
      select type, location_ids from events where entity_id = ${trade.wholesaler.id}
        and data::text like ${`%${receipt.lines[0]?.batch_id}%`} order by id`;
    expect(events.map(({ type }) => type).sort()).toEqual([
      'batch.created',
      'goods.received',
      'inventory.updated',
    ]);
    expect(events.find(({ type }) => type === 'goods.received')?.location_ids).toEqual([receipt.location_id]);
    const rows = await sql`
      select action, object_type, location_ids, after ->> 'number' as number from audit_log where object_id = ${receipt.id}`;
    expect(rows).toEqual([
      {
        ...{ action: 'goods.received', object_type: 'goods_receipt' },
        ...{ location_ids: [receipt.location_id], number: receipt.number },
      },
    ]);
  });

  test('takes goods by weight by their amount; costs are per unit', async () => {
    const { productId, variantId } = await createWeighed(trade, { unit: 'lb', step: 0.01, price: 900 });
    const receipt = await received(trade.seller, trade.wholesaler, [
      { variant_id: variantId, amount: 2.25, unit_cost: 800, batch_id: unique('B') },
    ]);
    expect(receipt).toMatchObject({
      units: 225,
      cost_total: 1800,
      lines: [{ product_id: productId, quantity: 225, amount: 2.25, unit: 'lb', step: 0.01, unit_cost: 800 }],
    });
    expect(await itemOf(receipt.lines[0]?.inventory_id)).toMatchObject({ amount: 2.25, average_cost: 800 });
    expectInvalid(
      await receive(trade.seller, trade.wholesaler, [{ variant_id: variantId, amount: 0.005 }]),
      'lines[0].amount',
      'off_step',
    );
  });

  test('leaves cost and average without a cost, and enters the average with one', async () => {
    const product = await goods();
    const first = await received(trade.seller, trade.wholesaler, [
      { sku: product.sku, quantity: 10, unit_cost: 4 },
    ]);
    const id = first.lines[0]?.inventory_id;
    const free = await received(trade.seller, trade.wholesaler, [{ sku: product.sku, quantity: 10 }]);
    expect(free).toMatchObject({ cost_total: null, lines: [{ unit_cost: null, inventory_id: id }] });
    expect(await itemOf(id)).toMatchObject({ quantity: 20, unit_cost: 4, average_cost: 4 });
    await received(trade.seller, trade.wholesaler, [{ sku: product.sku, quantity: 20, unit_cost: 8 }]);
    expect(await itemOf(id)).toMatchObject({ quantity: 40, unit_cost: 8, average_cost: 6 });
    // Two lots of one row at two costs.
    await received(trade.seller, trade.wholesaler, [
      { sku: product.sku, quantity: 10, unit_cost: 0, batch_id: unique('B') },
      { sku: product.sku, quantity: 30, unit_cost: 2, batch_id: unique('B') },
    ]);
    expect(await itemOf(id)).toMatchObject({ quantity: 80, unit_cost: 2, average_cost: 3.75 });
  });

  test('rejects what does not fit, each at its field (400)', async () => {
    const one = { sku, quantity: 1 };
    const bad = async (line: object, path: string, code: string) =>
      expectInvalid(await receive(trade.seller, trade.wholesaler, [line]), `lines[0].${path}`, code);
    await bad({ quantity: 1 }, 'sku', 'ambiguous');
    await bad({ ...one, scan: sku }, 'sku', 'ambiguous');
    await bad({ sku }, 'quantity', 'required');
    await bad({ ...one, amount: 1 }, 'amount', 'ambiguous');
    await bad({ sku, quantity: 0 }, 'quantity', 'value_too_small');
    await bad({ ...one, unit_cost: 10_000_000 }, 'unit_cost', 'value_too_large');
    await bad({ ...one, expires_on: '2099-01-01' }, 'batch_id', 'required');
    await bad({ ...one, package_tag: 'T' }, 'batch_id', 'required');
    await bad({ ...one, test_status: 'passed' }, 'batch_id', 'required');
    const dates = { batch_id: 'B', packaged_on: '2026-02-01' };
    await bad({ ...one, ...dates, harvested_on: '2026-02-02' }, 'packaged_on', 'range_upside_down');
    await bad({ ...one, ...dates, expires_on: '2026-01-31' }, 'expires_on', 'range_upside_down');
    const lines = [one];
    const whole = (fields: object) => receive(trade.seller, trade.wholesaler, lines, fields);
    expectInvalid(await whole({ supplier: undefined }), 'supplier', 'required');
    expectInvalid(await whole({ supplier_id: trade.wholesaler.id }), 'supplier_id', 'ambiguous');
    expectInvalid(await whole({ kind: 'found' }), 'supplier', 'conflict');
    expectInvalid(await whole({ received_on: daysAgo(-2) }), 'received_on', 'date_in_future');
    expectInvalid(await whole({ received_on: daysAgo(32) }), 'received_on', 'value_too_small');
    expectInvalid(await whole({ reference: 'x'.repeat(101) }), 'reference', 'too_long');
    expectInvalid(await whole({ lines: [] }), 'lines', 'too_few_items');
    expectInvalid(await whole({ lines: Array(501).fill(one) }), 'lines', 'too_many_items');
  });

  test('rejects the same variant, batch, tag and room twice (400), not in another room', async () => {
    const product = await goods();
    const batch_id = unique('B-1');
    const line = { sku: product.sku, quantity: 1, batch_id };
    const twice = [line, { ...line, batch_id: batch_id.toLowerCase(), room_type: 'vault' }];
    expectInvalid(await receive(trade.seller, trade.wholesaler, twice), 'lines[1]', 'duplicate');
    const { lines } = await received(trade.seller, trade.wholesaler, [
      line,
      { ...line, room_type: 'sales_floor' },
    ]);
    expect(lines.map(({ room_type }) => room_type)).toEqual(['vault', 'sales_floor']);
    expect(lines[0]?.lot_id).toBe(lines[1]?.lot_id);
  });

  test('is once for one Idempotency-Key', async () => {
    const product = await goods();
    const body = {
      location_id: trade.wholesaler.locationIds[0],
      kind: 'found',
      lines: [{ sku: product.sku, quantity: 3 }],
    };
    const key = { 'idempotency-key': product.id };
    const first = await trade.seller.send<GoodsBody>('POST', GOODS, { body, headers: key });
    const again = await trade.seller.send<GoodsBody>('POST', GOODS, { body, headers: key });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await itemOf(first.body.lines[0]?.inventory_id)).quantity).toBe(3);
  });

  test('is for members who may change inventory', async () => {
    const viewer = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer'));
    expectError(await receive(viewer, trade.wholesaler, [{ sku, quantity: 1 }]), 'FORBIDDEN');
    expectAbsent(await receive(trade.seller, { locationIds: [ABSENT_ID] }, [{ sku, quantity: 1 }]));
    expectAbsent(await receive(trade.seller, trade.retailer, [{ sku, quantity: 1 }]));
  });
});

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
