import { afterEach, describe, expect, test } from 'vitest';
import { announceReady, expireBackorders } from '../../../server/features/orders/backorders/expire';
import type { BackorderView } from '../../../server/features/orders/backorders/resource';
import { backordersOf } from '../../factories/backorders';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { createLot } from '../../factories/lots';
import { type OrderBody, openTrade, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
afterEach(() => expectStockAddsUp(sql));

const PATH = '/api/v1/backorders';
const { list, fill, arrive, order, short, another } = backordersOf(stage);

test('the seller says when it expects the goods, both see it, and it can be taken back', async () => {
  const trade = await short();
  const path = `${PATH}/${trade.backorder.id}`;
  const by = (client: Trade['seller'], expected_on: string | null) =>
    client.post<BackorderView>(`${path}/expect`, { expected_on });
  expect(ok(await by(trade.seller, '2027-01-20')).expected_on).toBe('2027-01-20');
  expect(ok(await trade.buyer.get<BackorderView>(path)).expected_on).toBe('2027-01-20');
  expect(expectError(await by(trade.buyer, '2027-01-21'), 'FORBIDDEN').reason).toBe('other_party');
  expect(ok(await by(trade.seller, null)).expected_on).toBeNull();
  ok(await trade.buyer.post(`${path}/cancel`));
  expect(expectError(await by(trade.seller, '2027-01-20'), 'INVALID_TRANSITION').from).toBe('cancelled');
});

describe('filling', () => {
  test('orders what there is at the frozen price, accepted; the rest stays open (201)', async () => {
    const trade = await short();
    const { backorder, placed } = trade;
    await sql`update product_variants set wholesale_price_cents = 9900 where id = ${trade.product.variantId}`;
    expect(expectError(await fill(trade, backorder.id), 'INSUFFICIENT_STOCK')).toMatchObject({
      reason: 'nothing_available',
    });
    await arrive(trade, 5);
    const response = await fill(trade, backorder.id);
    const filled = ok(response);
    expect(response.status).toBe(201);
    expect(filled).toMatchObject({
      status: 'accepted',
      retailer: { id: trade.retailer.id },
      receiving_location_id: placed.receiving_location_id,
      items: [{ quantity: 5, requested_quantity: 5, unit_price: 10, total: 50 }],
    });
    expect(await list(trade.buyer)).toMatchObject([
      { status: 'open', filled: 5, quantity: 12, order_id: placed.id, filled_order_ids: [filled.id] },
    ]);
    await arrive(trade, 50);
    const rest = ok(await fill(trade, backorder.id));
    expect(rest.items).toMatchObject([{ quantity: 7 }]);
    expect(await list(trade.seller, 'status=filled')).toMatchObject([
      { filled: 12, filled_order_ids: [filled.id, rest.id].sort() },
    ]);
    expect(expectError(await fill(trade, backorder.id), 'INVALID_TRANSITION')).toMatchObject({
      from: 'filled',
      to: 'filled',
      allowed: [],
    });
    const history = ok(await trade.buyer.get<{ data: object[] }>(`/api/v1/orders/${rest.id}/history`)).data;
    expect(history).toMatchObject([{ action: 'created' }, { action: 'moved', to_status: 'accepted' }]);
    const told =
      await sql`select type, count(*)::int from events where data ->> 'id' in (${rest.id}, ${backorder.id})
      group by type order by type`;
    expect(told.map(({ type, count }) => [type, count])).toEqual([
      ['backorder.filled', 4],
      ['backorder.opened', 2],
      ['order.created', 2],
      ['order.updated', 2],
    ]);
  });

  test('fills the oldest first, with one line of each variant', async () => {
    const trade = await short(30);
    const second = ok(await trade.seller.get<OrderBody>(`/api/v1/orders/${trade.placed.id}`));
    const item = `/api/v1/orders/${second.id}/items/${second.items[0]?.id}`;
    ok(await trade.seller.patch(item, { quantity: 20, backorder: true }));
    const [first, later] = await list(trade.seller);
    expect([first?.quantity, later?.quantity]).toEqual([6, 4]);
    await arrive(trade, 3);
    // 4 units were released, 3 arrived.
    const filled = ok(await fill(trade, later?.id ?? '', first?.id ?? ''));
    expect(filled.items).toMatchObject([{ quantity: 7 }]);
    expect(await list(trade.seller)).toMatchObject([
      { status: 'filled', filled: 6 },
      { status: 'open', filled: 1 },
    ]);
  });

  test.skipIf(IS_SHORT)('takes lots that can be sold, and the line says which', async () => {
    const trade = await short();
    const stockId = await arrive(trade, 10);
    const held = await createLot(trade.seller, stockId, 'HELD', 4);
    await createLot(trade.seller, stockId, 'GOOD', 6);
    ok(await trade.seller.post(`/api/v1/batches/${held.batch}/hold`, { reason: 'Mold' }));
    const filled = ok(await fill(trade, trade.backorder.id));
    expect(filled.items[0]?.lots.map(({ batch_id, quantity }) => [batch_id, quantity])).toEqual([
      ['GOOD', 6],
    ]);
  });

  test('rejects those of two buyers (400), of others (404), and the buyer itself (403)', async () => {
    const trade = await short();
    const other = await another(trade);
    await arrive(trade, 1);
    ok(await order({ ...trade, ...other }, 2));
    const [theirs] = await list(other.buyer);
    const stranger = await short();
    await arrive(trade, 5);
    expectInvalid(await fill(trade, trade.backorder.id, theirs?.id ?? ''), 'ids', 'conflict');
    expectInvalid(await fill(trade), 'ids');
    expectInvalid(await fill(trade, ...Array.from({ length: 201 }, () => ABSENT_ID)), 'ids');
    expectInvalid(await fill(trade, trade.backorder.id, trade.backorder.id), 'ids', 'duplicate');
    for (const id of [stranger.backorder.id, ABSENT_ID]) {
      expectAbsent(await fill(trade, trade.backorder.id, id));
      expectAbsent(await trade.seller.get(`${PATH}/${id}`));
      expectAbsent(await trade.seller.post(`${PATH}/${id}/cancel`));
    }
    expect(
      expectError(await trade.buyer.post(`${PATH}/fill`, { ids: [trade.backorder.id] }), 'FORBIDDEN'),
    ).toEqual({
      reason: 'not_a_seller',
    });
    expect(await list(trade.buyer)).toMatchObject([{ filled: 0, status: 'open' }]);
  });

  test('needs a connection, licenses and goods that are for sale, and fails without effect', async () => {
    const trade = await short();
    await arrive(trade, 20);
    const { id } = trade.backorder;
    await sql`update products set active = false where id = ${trade.product.id}`;
    expect(expectError(await fill(trade, id), 'CONFLICT')).toMatchObject({ reason: 'product_inactive' });
    await sql`update products set active = true where id = ${trade.product.id}`;
    await sql`update entities set license_expiry = '2020-01-01' where id = ${trade.retailer.id}`;
    expectError(await fill(trade, id), 'LICENSE_EXPIRED');
    await sql`update entities set license_expiry = null where id = ${trade.retailer.id}`;
    await sql`delete from connections where requester_id = ${trade.retailer.id} or target_id = ${trade.retailer.id}`;
    expect(expectError(await fill(trade, id), 'FORBIDDEN')).toEqual({ reason: 'connection_required' });
    expect(await list(trade.buyer)).toMatchObject([{ filled: 0, status: 'open', filled_order_ids: [] }]);
  });
});

describe('canceling', () => {
  test('is either party’s, leaves what was filled, and is final', async () => {
    for (const by of ['buyer', 'seller'] as const) {
      const trade = await short();
      await arrive(trade, 5);
      ok(await fill(trade, trade.backorder.id));
      const path = `${PATH}/${trade.backorder.id}/cancel`;
      expect(ok(await trade[by].post<BackorderView>(path))).toMatchObject({ status: 'cancelled', filled: 5 });
      expect(expectError(await trade[by].post(path), 'INVALID_TRANSITION')).toMatchObject({
        from: 'cancelled',
        to: 'cancelled',
      });
      const audited = await sql`select entity_id from audit_log where object_id = ${trade.backorder.id}
        and action = 'backorder.updated' order by id desc limit 1`;
      expect(audited[0]?.entity_id).toBe(by === 'buyer' ? trade.retailer.id : trade.wholesaler.id);
    }
  });

  test('happens by itself once its last day is over where the seller is', async () => {
    const trade = await short(36, { wholesaler: { timezone: 'Pacific/Honolulu', backorderDays: 1 } });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Honolulu' });
    const dayAfter = (days: number) => today.format(new Date(Date.now() + days * 86_400_000));
    expect([dayAfter(1), dayAfter(0)]).toContain(trade.backorder.expires_on);
    const expireOn = async (day: string) => {
      await sql`update backorders set expires_on = ${day} where id = ${trade.backorder.id}`;
      await expireBackorders({ db });
      return (await list(trade.buyer))[0]?.status;
    };
    expect(await expireOn(dayAfter(0))).toBe('open');
    expect(await expireOn(dayAfter(-1))).toBe('cancelled');
    const [{ count } = { count: 0 }] = await sql`select count(*)::int from audit_log
      where object_id = ${trade.backorder.id} and action = 'backorder.updated'`;
    expect(count).toBe(2);
  });
});

test.skipIf(IS_SHORT)('its seller is notified once when stock for it arrives', async () => {
  const trade = await short();
  const notices = async () => {
    const [row] = await sql`select (select count(*) from notices where entity_id = ${trade.wholesaler.id}
        and notice ->> 'kind' = 'backorder_ready')::int
      + (select count(*) from notifications where entity_id = ${trade.wholesaler.id}
        and kind = 'backorder_ready')::int as found`;
    return row?.found;
  };
  await announceReady({ db });
  expect(await notices()).toBe(0);
  await arrive(trade, 5);
  await announceReady({ db });
  await announceReady({ db });
  expect(await notices()).toBe(1);
  ok(await fill(trade, trade.backorder.id));
  await arrive(trade, 5);
  await announceReady({ db });
  expect(await notices()).toBe(2);
});

describe('the list', () => {
  test.skipIf(IS_SHORT)('has a business’s own of each side, with filters and as CSV', async () => {
    const trade = await short();
    const other = await another(trade);
    const stranger = await short();
    await arrive(trade, 1);
    ok(await order({ ...trade, ...other }, 3));
    expect(await list(trade.seller)).toHaveLength(2);
    const ids = async (filter: string) => (await list(trade.seller, filter)).map(({ buyer }) => buyer.id);
    expect(await ids(`buyer_id=${other.retailer.id}`)).toEqual([other.retailer.id]);
    expect(await ids('side=buying')).toEqual([]);
    expect(await ids('side=selling&status=open')).toHaveLength(2);
    expect(await ids(`variant_id=${stranger.product.variantId}`)).toEqual([]);
    expect(await ids(`seller_id=${stranger.wholesaler.id}`)).toEqual([]);
    expect((await list(other.buyer)).map(({ buyer }) => buyer.id)).toEqual([other.retailer.id]);
    expectAbsent(await other.buyer.get(`${PATH}/${trade.backorder.id}`));
    const csv = await trade.buyer.get(`${PATH}?format=csv`);
    expect(csv.text.split('\r\n')[0]).toContain('filled');
    const since = ok(await trade.seller.get<{ as_of: string }>(`${PATH}?limit=1`)).as_of;
    ok(await trade.seller.post(`${PATH}/${trade.backorder.id}/cancel`));
    expect((await list(trade.seller, `updated_since=${since}`)).map(({ id }) => id)).toContain(
      trade.backorder.id,
    );
  });

  test.skipIf(IS_SHORT)('shows a wholesaler what it buys beside what it sells', async () => {
    const trade = await short();
    const supplier = await createBusiness(db, 'cultivator');
    const [owner] = await Promise.all([
      createMember(db, supplier, 'owner').then(stage.signIn),
      connect(db, trade.wholesaler, supplier),
    ]);
    const product = await createProduct(db, supplier, { prices: [100] });
    await createStock(db, supplier, product.variantId, 1);
    ok(await order({ buyer: trade.seller, wholesaler: supplier, product }, 2));
    expect(await list(trade.seller)).toHaveLength(2);
    const [bought] = await list(trade.seller, 'side=buying');
    expect(bought).toMatchObject({ seller: { id: supplier.id }, buyer: { id: trade.wholesaler.id } });
    expect(expectError(await fill(trade, bought?.id ?? ''), 'FORBIDDEN')).toMatchObject({
      reason: 'other_party',
    });
    await createStock(db, supplier, product.variantId, 1);
    expect(ok(await fill({ seller: owner }, bought?.id ?? ''))).toMatchObject({ status: 'accepted' });
  });
});

describe('without an order', () => {
  const items = ({ product }: Pick<Trade, 'product'>) => [{ variant_id: product.variantId, quantity: 7 }];

  test('either party puts goods on backorder, which the seller fills later (201)', async () => {
    for (const by of ['buyer', 'seller'] as const) {
      const trade = await openTrade(stage, { quantity: 0 });
      const named =
        by === 'buyer' ? { wholesaler_id: trade.wholesaler.id } : { retailer_id: trade.retailer.id };
      const sku = trade.product.variants[0]?.sku;
      const both = [...items(trade), { sku, quantity: 3 }];
      const { data } = ok(await trade[by].post<{ data: BackorderView[] }>(PATH, { ...named, items: both }));
      expect(data).toMatchObject([
        { order_id: null, quantity: 10, status: 'open', ladder: [{ min_amount: 1, unit_price: 10 }] },
      ]);
      await arrive(trade, 10);
      const filled = ok(await fill(trade, data[0]?.id ?? ''));
      expect(filled).toMatchObject({ entered_by: 'seller', status: 'accepted', items: [{ quantity: 10 }] });
    }
  });

  test('needs one party (400), a connection, and a buyer who lets its sellers enter orders (403)', async () => {
    const trade = await openTrade(stage, { quantity: 0 });
    const stranger = await openTrade(stage);
    const body = { items: items(trade) };
    expectInvalid(await trade.buyer.post(PATH, body), 'wholesaler_id', 'required');
    const both = { wholesaler_id: trade.wholesaler.id, retailer_id: trade.retailer.id };
    expectInvalid(await trade.buyer.post(PATH, { ...both, ...body }), 'retailer_id', 'ambiguous');
    const seller = { wholesaler_id: trade.wholesaler.id };
    expectInvalid(
      await trade.buyer.post(PATH, { ...seller, items: [{ quantity: 1 }] }),
      'items[0].variant_id',
      'required',
    );
    expectAbsent(await trade.buyer.post(PATH, { ...seller, items: items(stranger) }));
    const unconnected = await stranger.buyer.post(PATH, { ...seller, ...body });
    expect(expectError(unconnected, 'FORBIDDEN')).toMatchObject({ reason: 'connection_required' });
    await sql`update accounts set seller_orders = false where seller_id = ${trade.wholesaler.id}`;
    const entered = await trade.seller.post(PATH, { retailer_id: trade.retailer.id, ...body });
    expect(expectError(entered, 'FORBIDDEN')).toMatchObject({ reason: 'seller_orders_off' });
  });

  test('for a customer who isn’t on board it tells that customer nothing', async () => {
    const trade = await openTrade(stage, { quantity: 0 });
    const customer = ok(
      await trade.seller.post<{ id: string }>('/api/v1/customers', {
        type: 'retailer',
        name: 'Corner shop',
        license_number: `BACKORDER-${trade.wholesaler.id}`,
        address: { street: '1 Main', city: 'Oakland', state: 'CA', zip: '94607' },
      }),
    );
    const { data } = ok(
      await trade.seller.post<{ data: BackorderView[] }>(PATH, {
        retailer_id: customer.id,
        items: items(trade),
      }),
    );
    await arrive(trade, 7);
    ok(await fill(trade, data[0]?.id ?? ''));
    const told = await sql`select 1 from events where entity_id = ${customer.id}`;
    expect(told).toHaveLength(0);
  });
});
