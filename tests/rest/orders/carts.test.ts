import { describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { openTrade, placeOrder, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const CARTS = '/api/v1/carts';

interface CartBody {
  supplier_id: string;
  supplier_name: string;
  version: string;
  lines: Array<{ variant_id: string; product_name: string; quantity: number; unit_price: number }>;
  receiving_location_id: string | null;
  notes: string | null;
  delivery_date: string | null;
  po_number: string | null;
}

const pathOf = ({ wholesaler }: Pick<Trade, 'wholesaler'>) => `${CARTS}/${wholesaler.id}`;
const listed = async (client: Client) => ok(await client.get<{ data: CartBody[] }>(CARTS)).data;
const unitsOf = ({ lines }: CartBody) => lines.map(({ variant_id, quantity }) => [variant_id, quantity]);
const add = (variant_id: string, units: number) => ({ lines: [{ variant_id, add: units }] });

describe('a cart', () => {
  test('adds what is there already, and follows the member from one device to the next', async () => {
    const trade = await openTrade(stage, { prices: [1000, 2000] });
    const [first = '', second = ''] = trade.product.variants.map(({ id }) => id);
    const path = pathOf(trade);
    expectAbsent(await trade.buyer.get(path));
    ok(await trade.buyer.patch(path, add(first, 12)));
    const phone = await stage.signIn({
      email: trade.buyer.tokens?.user.email ?? '',
      password: 'a password of the tests',
    });
    ok(
      await phone.patch(path, { lines: [...add(first, 3).lines, ...add(second, 1).lines], notes: 'Dock 2' }),
    );
    const cart = ok(await trade.buyer.get<CartBody>(path));
    expect(unitsOf(cart)).toEqual([
      [first, 15],
      [second, 1],
    ]);
    expect(cart).toMatchObject({ supplier_name: trade.wholesaler.name, notes: 'Dock 2', po_number: null });
    expect(cart.lines[1]?.unit_price).toBe(20);
    expect(await listed(phone)).toEqual([cart]);
    const lowered = ok(await phone.patch<CartBody>(path, add(first, -5)));
    expect(unitsOf(lowered)).toEqual([
      [first, 10],
      [second, 1],
    ]);
    expect(lowered.notes).toBe('Dock 2');
    expect(ok(await phone.patch<CartBody>(path, { notes: null })).notes).toBeNull();
  });

  test('is gone with its last line, and when it is deleted', async () => {
    const trade = await openTrade(stage);
    const path = pathOf(trade);
    ok(await trade.buyer.patch(path, add(trade.product.variantId, 2)));
    expect(ok(await trade.buyer.patch<CartBody>(path, add(trade.product.variantId, -9))).lines).toEqual([]);
    expectAbsent(await trade.buyer.get(path));
    expectAbsent(await trade.buyer.delete(path));
    ok(await trade.buyer.patch(path, add(trade.product.variantId, 2)));
    expect((await trade.buyer.delete(path)).status).toBe(204);
    expect(await listed(trade.buyer)).toEqual([]);
  });

  test.skipIf(IS_SHORT)('is replaced by PUT, but not a version that has changed since (412)', async () => {
    const trade = await openTrade(stage);
    const path = pathOf(trade);
    const lines = [{ variant_id: trade.product.variantId, quantity: 4 }];
    const replace = (etag: string, body: object = { lines }) =>
      trade.buyer.put<CartBody>(path, body, { headers: { 'if-match': etag } });
    expectError(await replace('*'), 'PRECONDITION_FAILED');
    const made = await trade.buyer.put<CartBody>(path, { lines, notes: 'First', po_number: 'PO-1' });
    expect(ok(made).po_number).toBe('PO-1');
    const etag = String(made.headers.etag);
    expect(etag).toBe(`"${made.body.version}"`);
    expect((await trade.buyer.get(path)).headers.etag).toBe(etag);
    ok(await trade.buyer.patch(path, add(trade.product.variantId, 1)));
    expect(expectError(await replace(etag), 'PRECONDITION_FAILED')).toEqual({ reason: 'stale' });
    const current = String((await trade.buyer.get(path)).headers.etag);
    const replaced = ok(await replace(`"other", W/${current}`));
    expect(unitsOf(replaced)).toEqual([[trade.product.variantId, 4]]);
    // What isn't sent is not kept.
    expect(replaced).toMatchObject({ notes: null, po_number: null });
    expect(ok(await replace('*', { lines: [] })).lines).toEqual([]);
    expectAbsent(await trade.buyer.get(path));
  });

  test.skipIf(IS_SHORT)('loses no change of 20 at once', async () => {
    const trade = await openTrade(stage);
    const path = pathOf(trade);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => trade.buyer.patch(path, add(trade.product.variantId, 3))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(unitsOf(ok(await trade.buyer.get<CartBody>(path)))).toEqual([[trade.product.variantId, 60]]);
  });

  test('keeps the price at which a line was added, and reserves nothing', async () => {
    const trade = await openTrade(stage, { quantity: 5 });
    const path = pathOf(trade);
    ok(await trade.buyer.patch(path, add(trade.product.variantId, 5)));
    await stage.sql`update product_variants set wholesale_price_cents = 1234 where id = ${trade.product.variantId}`;
    const [line] = ok(await trade.buyer.patch<CartBody>(path, add(trade.product.variantId, 1))).lines;
    expect(line).toMatchObject({ unit_price: 10, quantity: 6 });
    await placeOrder(trade, 5);
  });
});

describe('bounds of a cart', () => {
  test.each([0.5, '1', null, 1_000_001, -1_000_001])('rejects %s as units to add (400)', async (units) => {
    const trade = await openTrade(stage);
    expectInvalid(
      await trade.buyer.patch(pathOf(trade), {
        lines: [{ variant_id: trade.product.variantId, add: units }],
      }),
      'lines[0].add',
    );
  });

  test('rejects units that add up to more than an order takes, and quantities below 1 (400)', async () => {
    const trade = await openTrade(stage);
    const { variantId } = trade.product;
    const path = pathOf(trade);
    ok(await trade.buyer.patch(path, add(variantId, 1_000_000)));
    expectInvalid(await trade.buyer.patch(path, add(variantId, 1)), 'lines[0].add', 'value_too_large');
    expectInvalid(
      await trade.buyer.put(path, {
        lines: [1_000_000, 1].map((quantity) => ({ variant_id: variantId, quantity })),
      }),
      'lines[1].quantity',
      'value_too_large',
    );
    expectInvalid(
      await trade.buyer.put(path, { lines: [{ variant_id: variantId, quantity: 0 }] }),
      'lines[0].quantity',
    );
    expectInvalid(await trade.buyer.patch(path, {}), '', 'empty_patch');
    expectInvalid(await trade.buyer.patch(path, { notes: 'x'.repeat(1001) }), 'notes');
    expectInvalid(await trade.buyer.patch(path, { unit_price: 1 }), 'unit_price', 'unknown_key');
  });

  test.skipIf(IS_SHORT)('takes 200 lines and no more (400)', async () => {
    const trade = await openTrade(stage, { prices: Array.from({ length: 201 }, (_, i) => 100 + i) });
    const path = pathOf(trade);
    const lines = trade.product.variants.map(({ id }) => ({ variant_id: id, add: 1 }));
    expectInvalid(await trade.buyer.patch(path, { lines }), 'lines', 'too_many_items');
    ok(await trade.buyer.patch(path, { lines: lines.slice(0, 200) }));
    expectInvalid(await trade.buyer.patch(path, { lines: lines.slice(200) }), 'lines', 'too_many_items');
  });

  test.skipIf(IS_SHORT)('lets a member have 50 carts (409), whatever 10 requests at once', async () => {
    const trade = await openTrade(stage);
    const suppliers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const supplier = await createBusiness(stage.db, 'wholesaler');
        await connect(stage.db, trade.retailer, supplier);
        return { supplier, product: await createProduct(stage.db, supplier) };
      }),
    );
    const user = trade.buyer.tokens?.user.id ?? '';
    const line = { product_id: ABSENT_ID, variant_id: ABSENT_ID, quantity: 1, unit_price: 1 };
    const stored = [{ ...line, product_name: 'x', variant_name: 'x', sku: 'x' }];
    for (let n = 0; n < 45; n++) {
      const { id } = await createBusiness(stage.db, 'wholesaler');
      await stage.sql`insert into carts (user_id, supplier_id, version, lines)
        values (${user}, ${id}, gen_random_uuid(), ${JSON.stringify(stored)}::text::jsonb)`;
    }
    const answers = await Promise.all(
      suppliers.map(({ supplier, product }) =>
        trade.buyer.patch(`${CARTS}/${supplier.id}`, add(product.variantId, 1)),
      ),
    );
    const full = answers.filter(({ status }) => status !== 200);
    expect(full).toHaveLength(5);
    for (const answer of full)
      expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'too_many', limit: 50 });
  });
});

describe('who has a cart, and with whom', () => {
  test('each member their own, of connected sellers alone (404)', async () => {
    const [trade, foreign] = [await openTrade(stage), await openTrade(stage)];
    ok(await trade.buyer.patch(pathOf(trade), add(trade.product.variantId, 1)));
    const colleague = await stage.signIn(await createMember(stage.db, trade.retailer, 'manager'));
    expect(await listed(colleague)).toEqual([]);
    expectAbsent(await colleague.get(pathOf(trade)));
    expectAbsent(await colleague.delete(pathOf(trade)));
    for (const client of [trade.buyer, colleague]) {
      for (const id of [foreign.wholesaler.id, trade.retailer.id, ABSENT_ID, 'none']) {
        expectAbsent(await client.patch(`${CARTS}/${id}`, add(foreign.product.variantId, 1)));
        expectAbsent(await client.put(`${CARTS}/${id}`, { lines: [] }));
      }
    }
    // A wholesaler buys, too.
    expect(await listed(trade.seller)).toEqual([]);
    const viewer = await stage.signIn(await createMember(stage.db, trade.retailer, 'viewer'));
    expectError(await viewer.get(pathOf(trade)), 'FORBIDDEN');
  });

  test('takes no variant of another business, deleted or not for sale', async () => {
    const [trade, foreign] = [await openTrade(stage), await openTrade(stage)];
    const path = pathOf(trade);
    expectAbsent(await trade.buyer.patch(path, add(foreign.product.variantId, 1)));
    expectAbsent(await trade.buyer.put(path, { lines: [{ variant_id: ABSENT_ID, quantity: 1 }] }));
    ok(await trade.buyer.patch(path, add(trade.product.variantId, 3)));
    await stage.sql`update products set active = false where id = ${trade.product.id}`;
    expect(
      expectError(await trade.buyer.patch(path, add(trade.product.variantId, 1)), 'CONFLICT'),
    ).toMatchObject({
      reason: 'product_inactive',
    });
    // The line stays, to be seen and taken out.
    expect(ok(await trade.buyer.patch<CartBody>(path, add(trade.product.variantId, -1))).lines).toHaveLength(
      1,
    );
    await stage.sql`update product_variants set deleted_at = now() where id = ${trade.product.variantId}`;
    expectAbsent(await trade.buyer.patch(path, add(trade.product.variantId, 1)));
    const put = await trade.buyer.put<CartBody>(path, {
      lines: [{ variant_id: trade.product.variantId, quantity: 2 }],
    });
    expect(unitsOf(ok(put))).toEqual([[trade.product.variantId, 2]]);
  });

  test('stays when the connection ends, and can then only be lowered (403)', async () => {
    const trade = await openTrade(stage);
    const path = pathOf(trade);
    ok(await trade.buyer.patch(path, add(trade.product.variantId, 3)));
    await stage.sql`update connections set status = 'rejected' where target_id = ${trade.wholesaler.id} or requester_id = ${trade.wholesaler.id}`;
    expect(expectError(await trade.buyer.patch(path, add(trade.product.variantId, 1)), 'FORBIDDEN')).toEqual({
      reason: 'connection_required',
    });
    await stage.sql`update products set name = 'Renamed since' where id = ${trade.product.id}`;
    const [line] = ok(await trade.buyer.patch<CartBody>(path, add(trade.product.variantId, -1))).lines;
    expect(line).toMatchObject({ quantity: 2 });
    expect(line?.product_name).not.toBe('Renamed since');
    expect((await trade.buyer.delete(path)).status).toBe(204);
    expectAbsent(await trade.buyer.patch(path, add(trade.product.variantId, 1)));
  });

  test('goes to a location that the member sees (404)', async () => {
    const trade = await openTrade(stage, { retailer: { locationCount: 2 } });
    const path = pathOf(trade);
    const [near, far = ''] = trade.retailer.locationIds;
    const limited = await stage.signIn(await createMember(stage.db, trade.retailer, 'manager', [near]));
    const to = (receiving_location_id: string) => ({
      ...add(trade.product.variantId, 1),
      receiving_location_id,
    });
    expectAbsent(await limited.patch(path, to(far)));
    expectAbsent(await limited.patch(path, to(trade.wholesaler.locationIds[0])));
    expect(ok(await limited.patch<CartBody>(path, to(near))).receiving_location_id).toBe(near);
    expect(ok(await trade.buyer.patch<CartBody>(path, to(far))).receiving_location_id).toBe(far);
  });

  test('is gone with the membership', async () => {
    const trade = await openTrade(stage);
    const member = await createMember(stage.db, trade.retailer, 'manager');
    const client = await stage.signIn(member);
    ok(await client.patch(pathOf(trade), add(trade.product.variantId, 1)));
    expect((await trade.buyer.delete(`/api/v1/entity/team/${member.id}`)).status).toBe(204);
    expect(await stage.sql`select 1 from carts where user_id = ${member.id}`).toHaveLength(0);
  });
});
