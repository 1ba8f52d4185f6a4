import { expect, test } from 'vitest';
import { type Business, connect, createBusiness, createMember } from '../../../factories/business';
import { deliver, listAgain, openChain, place, supplyReseller } from '../../../factories/chain';
import { createLot } from '../../../factories/lots';
import { openRecall } from '../../../factories/recalls';
import { ok } from '../../../setup/client';
import { openStage } from '../../../setup/stage';

const stage = await openStage();
const { sql, db } = stage;

test('shows a business with units without a lot to the reseller that sold them, and to the owner if it sold to it, too', async () => {
  const chain = await openChain(stage);
  const { owner, reseller, shop, grower, seller, buyer, product, stockId } = chain;
  const both = await createBusiness(db, 'retailer');
  const [client] = await Promise.all([
    createMember(db, both, 'owner').then(stage.signIn),
    connect(db, both, reseller),
    connect(db, both, owner),
  ]);
  await supplyReseller(chain);
  ok(await listAgain(chain));
  const line = { product_id: product.id, variant_id: product.variantId };
  for (const one of [buyer, client]) await deliver(seller, ok(await place(one, reseller, line)).id);
  await deliver(grower, ok(await place(client, owner, line)).id);
  // Nothing of what was shipped is in a lot; what the owner has left is.
  const lot = await createLot(grower, stockId, 'LOOSE-1', 10);

  const recall = await openRecall(grower, lot.batch);
  const suppliers = await sql<{ entity_id: string; supplier_id: string | null; unassigned: boolean }[]>`
    select entity_id, supplier_id, unassigned from recall_responses where recall_id = ${recall.id}`;
  const of = ({ id }: Business) => suppliers.find((row) => row.entity_id === id);
  expect(of(shop)).toMatchObject({ supplier_id: reseller.id, unassigned: true });
  expect(of(both)).toMatchObject({ supplier_id: null, unassigned: true });
  expect(of(reseller)).toMatchObject({ supplier_id: null, unassigned: true });
  expect(of(owner)).toMatchObject({ supplier_id: null, unassigned: false });
  expect(suppliers).toHaveLength(4);
  const seen = recall.holders.map(({ entity }) => entity.id).sort();
  expect(seen).toEqual([owner.id, reseller.id, both.id].sort());
});
