import { afterEach, expect, test } from 'vitest';
import { type Business, connect, createBusiness, createMember } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { type BatchBody, createLot, type LotBody } from '../../../factories/lots';
import { eventsOf, openRecall, openScene, type RecallBody, recallOf } from '../../../factories/recalls';
import { placeOrderIn } from '../../../factories/trade';
import { type Client, ok } from '../../../setup/client';
import { expectStockAddsUp } from '../../../setup/invariants';
import { openStage } from '../../../setup/stage';

const stage = await openStage();
const { sql, db } = stage;
afterEach(() => expectStockAddsUp(sql));

/** A batch of a product of a business's own, made from two units of a lot. */
async function make(client: Client, business: Business, batchId: string, from: LotBody): Promise<LotBody> {
  const product = await createProduct(db, business);
  const stockId = await createStock(db, business, product.variantId, 0);
  return createLot(client, stockId, batchId, 2, { sources: [{ lot_id: from.id, quantity: 2 }] });
}

const recallMade = (client: Client, { id }: RecallBody, body: object) =>
  client.post<RecallBody>(`/api/v1/recalls/${id}/derived`, body);

async function openChain() {
  const scene = await openScene(stage);
  const made = await make(scene.buyer, scene.retailer, 'ROLLS-9', scene.lot);
  return { ...scene, made };
}

test("include_derived holds the recaller's own batches alone; others' are two counts without names or stock", async () => {
  const scene = await openChain();
  const own = await make(scene.seller, scene.wholesaler, 'OWN-1', scene.lot);
  const stranger = await createBusiness(db, 'retailer');
  await connect(db, stranger, scene.wholesaler);
  const recall = await openRecall(scene.seller, scene.lot.batch, { include_derived: true });
  expect(recall.derived).toMatchObject([{ batch: own.batch, yours: true, recall_id: recall.id }]);
  expect(recall.derived_elsewhere).toEqual({ batches: 1, businesses: 1, recalled: 0 });
  expect(JSON.stringify(recall)).not.toContain('ROLLS-9');
  expect(ok(await scene.seller.get(`/api/v1/batches/${own.batch}`))).toMatchObject({ held: 'owner' });
  expect(ok(await scene.buyer.get(`/api/v1/batches/${scene.made.batch}`))).toMatchObject({ held: null });
  expect((await recallMade(scene.seller, recall, { batch: scene.made.batch })).status).toBe(404);
  expect((await recallMade(scene.seller, recall, { batches: [scene.made.batch] })).status).toBe(404);
  const [row] = await sql`select recall_id, held_at from batches where id = ${scene.made.batch}`;
  expect(row).toEqual({ recall_id: null, held_at: null });
});

test("a holder of a batch made from it sees that batch as another's, and those without units of it see none", async () => {
  const scene = await openScene(stage);
  const product = await createProduct(db, scene.wholesaler);
  const stockId = await createStock(db, scene.wholesaler, product.variantId, 0);
  const sources = [{ lot_id: scene.lot.id, quantity: 2 }];
  const own = await createLot(scene.seller, stockId, 'OWN-2', 2, { sources });
  await placeOrderIn({ ...scene, product }, 'delivered', 2);
  const recall = await openRecall(scene.seller, scene.lot.batch, { include_derived: true });
  expect(recall.derived).toMatchObject([{ batch: own.batch, yours: true, recall_id: recall.id }]);
  expect((await recallOf(scene.buyer, recall)).derived).toMatchObject([
    { batch: own.batch, yours: false, recall_id: null },
  ]);
  expect((await recallOf(scene.other, recall)).derived).toEqual([]);
});

test('the owner of a batch made from a recalled one is notified and recalls it in one act, as a recall of its own', async () => {
  const scene = await openChain();
  const recall = await openRecall(scene.seller, scene.lot.batch, {
    ...{ class: 'I', reason: 'Solvent', instructions: 'Destroy it' },
  });
  expect(await eventsOf(scene.buyer, 'batch.recalled', 2)).toContainEqual(
    expect.objectContaining({
      id: recall.id,
      role: 'made_from',
      batch: scene.made.batch,
      batch_id: 'ROLLS-9',
    }),
  );
  const seen = await recallOf(scene.buyer, recall);
  expect(seen).toMatchObject({
    derived: [{ batch: scene.made.batch, yours: true, recall_id: null }],
    derived_elsewhere: null,
  });
  expect((await recallMade(scene.other, recall, { batch: scene.made.batch })).status).toBe(403);
  expect((await recallMade(scene.buyer, recall, {})).status).toBe(400);
  expect((await recallMade(scene.buyer, recall, { batch: scene.lot.batch })).status).toBe(404);
  const manager = await stage.signIn(await createMember(db, scene.retailer, 'manager'));
  expect((await recallMade(manager, recall, { batch: scene.made.batch })).status).toBe(403);

  const second = ok(await recallMade(scene.buyer, recall, { batch: scene.made.batch }));
  expect(second).toMatchObject({
    ...{ batch: scene.made.batch, class: 'I', reason: 'Solvent', instructions: 'Destroy it', status: 'open' },
    entity: { id: scene.retailer.id },
  });
  expect(second.id).not.toBe(recall.id);
  expect(await recallMade(scene.buyer, recall, { batch: scene.made.batch })).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'recall_open', recall_id: second.id } } },
  });
  expect((await recallOf(scene.seller, recall)).derived_elsewhere).toEqual({
    batches: 1,
    businesses: 1,
    recalled: 1,
  });
  expect((await scene.seller.get(`/api/v1/recalls/${second.id}`)).status).toBe(404);
  ok(await scene.seller.post(`/api/v1/recalls/${recall.id}/close`, { reason: 'x' }));
  expect((await recallOf(scene.buyer, second)).status).toBe('open');
  expect(ok(await scene.buyer.get<BatchBody>(`/api/v1/batches/${scene.made.batch}`)).held).toBe('owner');
});

test('an owner that no longer has the source, or only noted it, reads the recall and recalls its batch', async () => {
  const scene = await openScene(stage);
  const grower = await createBusiness(db, 'cultivator');
  await connect(db, scene.wholesaler, grower);
  const grows = await stage.signIn(await createMember(db, grower, 'owner'));
  const flower = await createProduct(db, grower);
  const flowerStock = await createStock(db, grower, flower.variantId, 20);
  const source = await createLot(grows, flowerStock, 'FLOWER-1', 20);
  const made = await make(scene.seller, scene.wholesaler, 'ROLLS-10', source);
  const recall = await openRecall(grows, source.batch, { include_derived: true });
  expect(recall.holders.map(({ entity }) => entity.id)).toEqual([grower.id]);
  expect(recall.derived_elsewhere).toEqual({ batches: 1, businesses: 1, recalled: 0 });
  expect((await recallOf(scene.seller, recall)).response).toBeNull();
  const list = ok(await scene.seller.get<{ data: RecallBody[] }>('/api/v1/recalls')).data;
  expect(list.map(({ id }) => id)).toContain(recall.id);
  const second = ok(await recallMade(scene.seller, recall, { batches: [made.batch] }));
  expect(second).toMatchObject({ include_derived: true, response: { held: 2 } });
  for (const text of [scene.wholesaler.name, made.batch]) {
    expect(JSON.stringify(await recallOf(grows, recall))).not.toContain(text);
  }
});
