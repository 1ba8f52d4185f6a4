import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { configurePos, connectPos, sync } from '../../../factories/pos';
import type { ItemBody } from '../../../factories/trade';
import type { Answer } from '../../../setup/client';
import { IS_FULL } from '../../../setup/full';
import { expectStockAddsUp } from '../../../setup/invariants';
import { seeded } from '../../../setup/random';
import { openStage } from '../../../setup/stage';

const stage = await openStage();
const STEPS = Number(process.env.MODEL_STEPS ?? (IS_FULL ? 5_000 : 80));
const SEED = Number(process.env.MODEL_SEED ?? 1);
const ROWS = 8;
const REASONS = ['SALE', 'RETURN', 'ADJUSTMENT', 'DAMAGE', 'THEFT', 'TRANSFER', 'AUDIT'];
/** A sync takes a second or two; the other operations some milliseconds. */
const SYNC_EVERY = 75;

test(`${STEPS} random adjustments, bulk updates and syncs: the stock is the model's, and the sum of its ledger`, {
  timeout: 120_000 + STEPS * 100,
}, async () => {
  const { db, sql } = stage;
  const random = seeded(SEED);
  const shop = await createBusiness(db, 'retailer');
  const owner = await stage.signIn(await createMember(db, shop, 'owner'));
  const ids: string[] = [];
  const skus: string[] = [];
  let model = Array.from({ length: ROWS }, (_, i) => i * 5);
  for (const quantity of model) {
    const product = await createProduct(db, shop);
    skus.push(product.variants[0]?.sku ?? '');
    ids.push(await createStock(db, shop, product.variantId, quantity));
  }
  const connectionId = await connectPos(db, shop);
  const change = () => (random.below(2) === 0 ? 1 : -1) * (1 + random.below(12));
  const seen = new Set<number>();

  const adjust = async (): Promise<[Answer, number]> => {
    const row = random.below(ROWS);
    const delta = change();
    const after = (model[row] ?? 0) + delta;
    const body = { quantity_change: delta, reason_code: random.pick(REASONS) };
    const answer = await owner.patch(`/api/v1/inventory/${ids[row]}`, body);
    if (after >= 0) model[row] = after;
    return [answer, after >= 0 ? 200 : 409];
  };
  const bulk = async (): Promise<[Answer, number]> => {
    const rows = random.shuffled([...ids.keys()]).slice(0, 1 + random.below(ROWS));
    const updates = rows.map((row) => ({
      id: ids[row],
      quantity_change: random.below(3) === 0 ? change() : 1 + random.below(5),
      reason_code: random.pick(REASONS),
    }));
    const next = [...model];
    for (const [i, row] of rows.entries()) next[row] = (next[row] ?? 0) + (updates[i]?.quantity_change ?? 0);
    const possible = next.every((quantity) => quantity >= 0);
    const answer = await owner.post<{ data: ItemBody[] }>('/api/v1/inventory/bulk-update', { updates });
    if (possible) {
      model = next;
      expect(answer.body.data.map((item) => item.quantity)).toEqual(rows.map((row) => model[row]));
    }
    return [answer, possible ? 200 : 409];
  };
  const count = async () => {
    const next = model.map(() => random.below(60));
    const stock = skus.map((sku, i) => ({ sku, quantity: next[i] ?? 0 }));
    await configurePos(db, connectionId, { stock: random.shuffled(stock), page_size: 3 });
    const updated = next.filter((quantity, i) => quantity !== model[i]).length;
    expect(await sync(owner, shop.locationIds[0])).toMatchObject({ status: 'completed', updated });
    model = next;
  };

  for (let i = 1; i <= STEPS; i++) {
    if (i % SYNC_EVERY === 0) await count();
    const [answer, expected] = await (random.below(2) === 0 ? adjust() : bulk());
    expect(answer.status, `step ${i}: ${answer.text}`).toBe(expected);
    seen.add(expected);
    const { body } = await owner.get<{ data: ItemBody[] }>('/api/v1/inventory');
    const present = new Map(body.data.map((item) => [item.id, item.quantity]));
    expect(
      ids.map((id) => present.get(id)),
      `step ${i}`,
    ).toEqual(model);
    const wrong = await sql`
      select i.id from inventory_items i
      where i.quantity <> (select coalesce(sum(m.delta), 0) from inventory_movements m where m.item_id = i.id)`;
    expect(wrong, `step ${i}`).toEqual([]);
  }
  const snapshot = await owner.get<{ data: ItemBody[] }>('/api/v1/inventory/snapshot');
  expect(snapshot.body.data).toEqual((await owner.get<{ data: ItemBody[] }>('/api/v1/inventory')).body.data);
  await expectStockAddsUp(sql);
  expect([...seen].sort()).toEqual([200, 409]);
});
