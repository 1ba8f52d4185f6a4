import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Customer } from '../../../server/features/entities/customers/resource';
import type { Location } from '../../../server/features/entities/locations/schema';
import { createMember } from '../../factories/business';
import { type OrderBody, openTrade, type ProductBody, placeOrder, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
type LocationBody = z.infer<typeof Location>;

const [ORDERS, PRODUCTS, LOCATIONS] = ['/api/v1/orders', '/api/v1/products', '/api/v1/entity/locations'];
const ADDRESS = { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' };
const ELEVEN = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`s${i}`, 'x']));

let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

interface Named {
  id: string;
  external_ids: Record<string, string>;
}
const idsOf = async (client: Client, path: string) => ok(await client.get<Named>(path)).external_ids;
const named = async (client: Client, path: string, id: string) =>
  ok(await client.get<{ data: Named[] }>(`${path}?external_id=${id}`)).data.map((one) => one.id);
const isTaken = (type: string, id: string) => ({ reason: 'external_id_taken', object: { type, id } });

describe('an order', () => {
  test('has external ids of each party, which the other never sees, in every response', async () => {
    const { buyer, seller } = trade;
    const order = await placeOrder(trade, 1, { external_ids: { erp: 'PO-1' } });
    const path = `${ORDERS}/${order.id}`;
    expect(order.external_ids).toEqual({ erp: 'PO-1' });
    expect(await idsOf(seller, path)).toEqual({});
    // The same value of the same system: the two businesses don't meet.
    const marked = ok(
      await seller.patch<Named>(path, { external_ids: { erp: 'PO-1', leaflink: '9', old: null } }),
    );
    expect(marked.external_ids).toEqual({ erp: 'PO-1', leaflink: '9' });
    const moved = ok(await seller.patch<Named>(`${path}/status`, { status: 'accepted' }));
    expect(moved.external_ids).toEqual(marked.external_ids);
    expect(await idsOf(buyer, path)).toEqual({ erp: 'PO-1' });
    for (const [client, ids] of [
      [buyer, order.external_ids],
      [seller, marked.external_ids],
    ] as const) {
      const { data } = ok(await client.get<{ data: Named[] }>(ORDERS));
      expect(data.find(({ id }) => id === order.id)?.external_ids).toEqual(ids);
    }
    const told = await stage.sql<{ data: object }[]>`
      select data from events where data ->> 'id' = ${order.id} and type like 'order.%'`;
    expect(told.length).toBeGreaterThanOrEqual(4);
    expect(told.filter(({ data }) => 'external_ids' in data)).toEqual([]);
    const { data: history } = ok(await buyer.get<{ data: object[] }>(`${path}/history`));
    expect(history).toHaveLength(2);
  });

  test('keeps its date of change when its external ids change, also once it is closed', async () => {
    const { buyer, seller } = trade;
    const { id } = await placeOrder(trade);
    const path = `${ORDERS}/${id}`;
    const { updated_at } = ok(await buyer.post<OrderBody>(`${path}/cancel`));
    for (const client of [buyer, seller]) {
      const after = ok(await client.patch<OrderBody>(path, { external_ids: { pos: 'late' } }));
      expect(after).toMatchObject({ updated_at, external_ids: { pos: 'late' }, status: 'cancelled' });
    }
    expect(
      expectError(await buyer.patch(path, { po_number: 'x', external_ids: { pos: 'later' } }), 'CONFLICT'),
    ).toMatchObject({ reason: 'order_closed' });
    expect(await idsOf(buyer, path)).toEqual({ pos: 'late' });
    expectInvalid(await buyer.patch(path, { external_ids: {} }), '', 'empty_patch');
  });

  test('is found by an external id of the reader alone', async () => {
    const { buyer, seller } = trade;
    const order = await placeOrder(trade, 1, { external_ids: { erp: 'FIND ME' } });
    for (const path of [ORDERS, `${ORDERS}/summaries`]) {
      expect(await named(buyer, path, 'erp:FIND%20ME')).toEqual([order.id]);
      expect(await named(seller, path, 'erp:FIND%20ME')).toEqual([]);
    }
    expect(await named(buyer, ORDERS, 'erp:FIND')).toEqual([]);
    expectInvalid(await buyer.get(`${ORDERS}?external_id=FIND`), 'external_id');
  });

  test('is not placed with an external id that another order has (409 external_id_taken)', async () => {
    const { buyer, seller, retailer, product } = trade;
    const ids = { external_ids: { erp: 'TWICE' } };
    const first = await placeOrder(trade, 1, ids);
    const body = { wholesaler_id: trade.wholesaler.id, items: [{ product_id: product.id, quantity: 1 }] };
    const { total } = ok(await buyer.get<{ pagination: { total: number } }>(`${ORDERS}?limit=1`)).pagination;
    expect(expectError(await buyer.post(ORDERS, { ...body, ...ids }), 'CONFLICT')).toEqual(
      isTaken('order', first.id),
    );
    expect(ok(await buyer.get(`${ORDERS}?limit=1`))).toMatchObject({ pagination: { total } });
    expectInvalid(await buyer.post(ORDERS, { ...body, external_ids: ELEVEN }), 'external_ids');
    expectInvalid(await buyer.post(ORDERS, { ...body, external_ids: { Erp: '1' } }), 'external_ids.Erp');
    const { wholesaler_id: _, ...items } = body;
    const entered = ok(await seller.post<OrderBody>(ORDERS, { ...items, retailer_id: retailer.id, ...ids }));
    expect(entered).toMatchObject({ status: 'accepted', ...ids });
    expect(await idsOf(buyer, `${ORDERS}/${entered.id}`)).toEqual({});
    await expectFull(seller, `${ORDERS}/${entered.id}`);
  });
});

/** One more than ten, added to those that an object has. */
async function expectFull(client: Client, path: string): Promise<void> {
  const before = await idsOf(client, path);
  const { s10: _, ...ten } = ELEVEN;
  const answer = await client.patch(path, { external_ids: ten });
  expectInvalid(answer, 'external_ids', 'too_many_items');
  expect(await idsOf(client, path)).toEqual(before);
}

describe('a product and its variants', () => {
  let sku = 0;
  const bodyOf = (ids: object, ...ofVariants: object[]) => ({
    name: 'Named',
    category: 'flower',
    external_ids: ids,
    variants: ofVariants.map((external_ids) => ({ name: 'x', sku: `EXT-${++sku}`, price: 1, external_ids })),
  });
  const create = async (ids: object, ...ofVariants: object[]) =>
    ok(await trade.seller.post<ProductBody>(PRODUCTS, bodyOf(ids, ...ofVariants)));

  test('have external ids of their owner, which partners never see', async () => {
    const { seller, buyer } = trade;
    const product = await create({ erp: 'P1' }, { erp: 'V1' }, { erp: 'V2' });
    const [first, second] = product.variants as Named[] as [Named, Named];
    expect(product).toMatchObject({
      external_ids: { erp: 'P1' },
      variants: [{ external_ids: { erp: 'V1' } }, { external_ids: { erp: 'V2' } }],
    });
    const path = `${PRODUCTS}/${product.id}`;
    expect(await idsOf(seller, `${path}/variants/${first.id}`)).toEqual({ erp: 'V1' });
    const { data } = ok(await seller.get<{ data: ProductBody[] }>(`${PRODUCTS}?external_id=erp:P1`));
    expect(data).toEqual([product]);
    const seen = ok(await buyer.get<ProductBody>(path));
    expect(JSON.stringify(seen)).not.toContain('erp');
    expect(await named(buyer, PRODUCTS, 'erp:P1')).toEqual([]);
    // What one variant gives up another gets, in one request.
    const swapped = ok(
      await seller.patch<ProductBody>(path, {
        external_ids: { erp: null, pos: 'P' },
        variants: [
          { id: first.id, external_ids: { erp: 'V2' } },
          { id: second.id, external_ids: { erp: 'V1' } },
          { name: 'y', sku: `EXT-${++sku}`, price: 1, external_ids: { erp: 'V3' } },
        ],
      }),
    );
    expect(swapped).toMatchObject({ updated_at: expect.any(String), external_ids: { pos: 'P' } });
    expect(swapped.variants.map(({ external_ids }) => external_ids.erp)).toEqual(['V2', 'V1', 'V3']);
  });

  test.skipIf(IS_SHORT)(
    'change their external ids one by one, and what they say partners are not told',
    async () => {
      const { seller, buyer, product } = trade;
      const path = `${PRODUCTS}/${product.id}`;
      await placeOrder(trade);
      const before = ok(await buyer.get<ProductBody>(path));
      const variant = `${path}/variants/${product.variantId}`;
      expect(ok(await seller.patch<Named>(variant, { external_ids: { erp: 'ONE' } })).external_ids).toEqual({
        erp: 'ONE',
      });
      ok(await seller.patch(path, { external_ids: { erp: 'ONE' } }));
      expect(ok(await buyer.get(path))).toEqual(before);
      ok(await seller.patch(path, { description: 'Changed' }));
      const ofProduct = async (client: Client) =>
        ok(
          await client.get<{ data: Array<{ type: string; data: ProductBody }> }>('/api/v1/events'),
        ).data.filter(({ type, data }) => type === 'product.updated' && data.id === product.id);
      await eventually(
        () => ofProduct(buyer),
        (events) => expect(events).toHaveLength(1),
      );
      const [told] = await ofProduct(buyer);
      expect(told?.data).toMatchObject({
        description: 'Changed',
        external_ids: {},
        variants: [{ external_ids: {} }],
      });
      const own = await ofProduct(seller);
      expect(own.at(-1)?.data).toMatchObject({ external_ids: { erp: 'ONE' } });
      await expectFull(seller, path);
      expectInvalid(
        await seller.patch(path, { variants: [{ id: product.variantId, external_ids: ELEVEN }] }),
        'variants[0].external_ids',
      );
    },
  );

  test.skipIf(IS_SHORT)(
    'take no external id that another has (409), and free theirs when they are deleted',
    async () => {
      const { seller } = trade;
      const product = await create({ erp: 'GONE' }, { erp: 'GONE-1' }, { erp: 'GONE-2' });
      const [first, second] = product.variants as Named[] as [Named, Named];
      const path = `${PRODUCTS}/${product.id}`;
      expect(expectError(await seller.post(PRODUCTS, bodyOf({ erp: 'GONE' })), 'CONFLICT')).toEqual(
        isTaken('product', product.id),
      );
      expect(expectError(await seller.post(PRODUCTS, bodyOf({}, { erp: 'GONE-2' })), 'CONFLICT')).toEqual(
        isTaken('variant', second.id),
      );
      expectInvalid(
        await seller.post(PRODUCTS, bodyOf({}, { erp: 'TWICE' }, { erp: 'TWICE' })),
        'variants[1].external_ids',
        'duplicate',
      );
      const added = { name: 'z', sku: `EXT-${++sku}`, price: 1, external_ids: { erp: 'GONE-1' } };
      expect(expectError(await seller.post(`${path}/variants`, added), 'CONFLICT')).toEqual(
        isTaken('variant', first.id),
      );
      expect((await seller.delete(`${path}/variants/${first.id}`)).status).toBe(204);
      expect(ok(await seller.post<Named>(`${path}/variants`, added)).external_ids).toEqual({ erp: 'GONE-1' });
      expect((await seller.delete(path)).status).toBe(204);
      expect(await named(seller, PRODUCTS, 'erp:GONE')).toEqual([]);
      await create({ erp: 'GONE' }, { erp: 'GONE-1' }, { erp: 'GONE-2' });
    },
  );
});

describe('a location', () => {
  test('has external ids from its creation until its deletion', async () => {
    const { seller } = trade;
    const body = { name: 'Named', address: ADDRESS, external_ids: { erp: 'L1' } };
    const location = ok(await seller.post<LocationBody>(LOCATIONS, body));
    const path = `${LOCATIONS}/${location.id}`;
    expect(location.external_ids).toEqual({ erp: 'L1' });
    expect(await named(seller, LOCATIONS, 'erp:L1')).toEqual([location.id]);
    expect(await named(trade.buyer, LOCATIONS, 'erp:L1')).toEqual([]);
    expect(expectError(await seller.post(LOCATIONS, body), 'CONFLICT')).toEqual(
      isTaken('location', location.id),
    );
    const changed = ok(await seller.patch<LocationBody>(path, { external_ids: { erp: null, pos: '7' } }));
    expect(changed).toEqual({ ...location, external_ids: { pos: '7' } });
    expect(ok(await seller.patch(path, changed))).toEqual(changed);
    await expectFull(seller, path);
    expect((await seller.delete(path)).status).toBe(204);
    ok(await seller.post(LOCATIONS, { ...body, external_ids: { pos: '7' } }));
  });

  test('of a customer that is not on board has those of its seller, until the customer is deleted', async () => {
    const { seller } = trade;
    const customer = ok(
      await seller.post<z.infer<typeof Customer>>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Shop', license_number: 'EXT-C1', address: ADDRESS },
      }),
    );
    const path = `/api/v1/customers/${customer.id}`;
    const [first] = customer.locations as Named[] as [Named];
    const second = ok(
      await seller.post<Named>(`${path}/locations`, {
        ...{ name: 'Two', address: ADDRESS, external_ids: { erp: 'C2' } },
      }),
    );
    expect(second.external_ids).toEqual({ erp: 'C2' });
    const changed = await seller.patch<Named>(`${path}/locations/${first.id}`, {
      external_ids: { erp: 'C1' },
    });
    expect(ok(changed).external_ids).toEqual({ erp: 'C1' });
    const { locations } = ok(await seller.get<z.infer<typeof Customer>>(path));
    expect(locations.map(({ external_ids }) => external_ids)).toEqual([{ erp: 'C1' }, { erp: 'C2' }]);
    const taken = await seller.patch(`${path}/locations/${first.id}`, { external_ids: { erp: 'C2' } });
    expect(expectError(taken, 'CONFLICT')).toEqual(isTaken('location', second.id));
    expect((await seller.delete(path)).status).toBe(204);
    const left = await stage.sql`select from external_ids where object_id in (${first.id}, ${second.id})`;
    expect(left).toHaveLength(0);
  });
});

test('who may not change an object may not name it (403)', async () => {
  const viewer = await stage.signIn(await createMember(stage.db, trade.wholesaler, 'viewer'));
  const order = await placeOrder(trade);
  for (const path of [`${ORDERS}/${order.id}`, `${PRODUCTS}/${trade.product.id}`]) {
    expect(expectError(await viewer.patch(path, { external_ids: { erp: 'no' } }), 'FORBIDDEN')).toMatchObject(
      {
        reason: 'permission_required',
      },
    );
  }
});
