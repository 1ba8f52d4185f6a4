import { describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { deliver, listAgain, openChain, place, supplyReseller } from '../../factories/chain';
import { type BatchBody, createLot } from '../../factories/lots';
import {
  openRecall,
  openScene,
  type RecallBody,
  respond,
  type Scene,
  stockOf,
} from '../../factories/recalls';
import { type Client, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

type List<T> = { data: T[]; as_of: string };
const idsOf = async (client: Client, path: string) =>
  ok(await client.get<List<{ id: string }>>(path)).data.map(({ id }) => id);
const now = async (client: Client) =>
  encodeURIComponent(ok(await client.get<List<unknown>>('/api/v1/batches')).as_of);

/** A third customer of the scene's wholesaler, with units of its product that it got from no one. */
async function openHolder({ wholesaler, product }: Scene) {
  const business = await createBusiness(db, 'retailer');
  await connect(db, business, wholesaler);
  const client = await stage.signIn(await createMember(db, business, 'owner'));
  return { business, client, item: await createStock(db, business, product.variantId, 5) };
}

describe('a batch that several businesses hold', () => {
  test('is on hold and changed for the one that holds it alone', async () => {
    const { buyer, other, lot } = await openScene(stage);
    const read = async () => ok(await other.get<BatchBody>(`/api/v1/batches/${lot.batch}`));
    const before = await read();
    const since = await now(other);
    ok(await buyer.post(`/api/v1/batches/${lot.batch}/hold`, { reason: 'Mold' }));
    expect(await read()).toEqual(before);
    expect(await idsOf(other, '/api/v1/batches?held=true')).toEqual([]);
    expect(await idsOf(other, '/api/v1/batches?held=false')).toEqual([lot.batch]);
    expect(await idsOf(other, `/api/v1/batches?updated_since=${since}`)).toEqual([]);
    expect(await idsOf(buyer, '/api/v1/batches?held=true')).toEqual([lot.batch]);
    expect(await idsOf(buyer, `/api/v1/batches?updated_since=${since}`)).toEqual([lot.batch]);
  });

  test('is on hand where the business itself has units', async () => {
    const scene = await openScene(stage);
    const { buyer, seller, lot, retailer, wholesaler } = scene;
    const at = (id: string) => `/api/v1/batches?location_id=${id}`;
    expect(await idsOf(seller, at(retailer.locationIds[0]))).toEqual([]);
    expect(await idsOf(seller, at(wholesaler.locationIds[0]))).toEqual([lot.batch]);
    const [item] = await stockOf(buyer, scene);
    const sold = { quantity_change: -10, reason_code: 'SALE' };
    ok(await buyer.patch(`/api/v1/inventory/${item?.id}`, sold));
    expect(await idsOf(buyer, '/api/v1/batches?on_hand=true')).toEqual([]);
    expect(await idsOf(buyer, '/api/v1/batches?on_hand=false')).toEqual([lot.batch]);
  });

  test('is meant by its number by those alone who have received the product', async () => {
    const scene = await openScene(stage);
    const { client } = await openHolder(scene);
    const batch = { product_id: scene.product.id, batch_id: 'BD-1' };
    const own = await client.post<BatchBody>('/api/v1/batches', batch);
    expect(own).toMatchObject({ status: 201, body: { adopted: false } });
    expect(own.body.id).not.toBe(scene.lot.batch);
    // One that the owner has made since exists for a customer, which isn't told more of it.
    const next = { ...batch, batch_id: 'BD-2' };
    expect((await scene.seller.post('/api/v1/batches', next)).status).toBe(201);
    expect(expectError(await scene.buyer.post('/api/v1/batches', next), 'CONFLICT')).toEqual({
      reason: 'batch_exists',
    });
  });
});

describe('a recall', () => {
  test('waits for the response of each, and shows batches made from it to their owner alone', async () => {
    const scene = await openScene(stage);
    const { seller, buyer, other, wholesaler, lot } = scene;
    const product = await createProduct(db, wholesaler);
    const made = await createStock(db, wholesaler, product.variantId, 0);
    await createLot(seller, made, 'MADE', 2, { sources: [{ lot_id: lot.id, quantity: 2 }] });
    const recall = await openRecall(seller, lot.batch, { include_derived: true });
    const stranger = await stage.signIn(
      await createMember(db, await createBusiness(db, 'retailer'), 'owner'),
    );
    expect(await idsOf(stranger, '/api/v1/recalls')).toEqual([]);
    ok(await respond(buyer, recall, { quarantined: 10 }));
    for (const [client, responded] of [
      [buyer, true],
      [other, false],
    ] as const) {
      expect(await idsOf(client, `/api/v1/recalls?responded=${responded}`)).toEqual([recall.id]);
      expect(await idsOf(client, `/api/v1/recalls?responded=${!responded}`)).toEqual([]);
    }
  });

  test('is changed each time for a business that came to have units, while others long know', async () => {
    const scene = await openScene(stage);
    const recall = await openRecall(scene.seller, scene.lot.batch);
    const { client, item } = await openHolder(scene);
    await createLot(client, item, 'BD-1', 3);
    const since = await now(client);
    expect(await idsOf(client, `/api/v1/recalls?updated_since=${since}`)).toEqual([recall.id]);
    expect(await idsOf(scene.other, `/api/v1/recalls?updated_since=${since}`)).toEqual([]);
  });

  test('puts units that two businesses find into a lot of each', async () => {
    const scene = await openScene(stage);
    const holders = [await openHolder(scene), await openHolder(scene)];
    const recall = await openRecall(scene.seller, scene.lot.batch);
    for (const { client, business, item } of holders) {
      const body = { checked: true, found: 2 };
      ok(await client.post<RecallBody>(`/api/v1/recalls/${recall.id}/responses`, body));
      const lots = await sql`
        select l.entity_id from inventory_lots x join lots l on l.id = x.lot_id where x.inventory_item_id = ${item}`;
      expect(lots).toEqual([{ entity_id: business.id }]);
    }
  });
});

test("a reseller's customers are beyond the reach of a recall by the owner's books, and their units aren't the reseller's", async () => {
  const chain = await openChain(stage);
  const { grower, seller, buyer, reseller, product } = chain;
  const { batch } = await createLot(grower, chain.stockId, 'ON-1', 100);
  await supplyReseller(chain);
  ok(await listAgain(chain));
  await deliver(seller, ok(await place(buyer, reseller, { product_id: product.id, quantity: 5 })).id);
  expect(ok(await grower.get(`/api/v1/batches/${batch}/reach`))).toMatchObject({
    customers: 1,
    shipped: 50,
    on_hand: 50,
  });
  const recall = await openRecall(grower, batch);
  const { holders } = ok(await grower.get<RecallBody>(`/api/v1/recalls/${recall.id}`));
  expect(holders.find(({ entity }) => entity.id === reseller.id)).toMatchObject({ on_hand: 45 });
});
