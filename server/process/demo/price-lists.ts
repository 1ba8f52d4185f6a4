import { and, eq, inArray } from 'drizzle-orm';
import { accounts } from '../../features/entities/customers/tables';
import { priceLists, priceRules } from '../../features/pricing/lists/tables';
import type { Db } from '../../platform/db/client';
import { bulkInsert } from './bulk-insert';
import type { Business } from './businesses';
import { DAY, idAt } from './identity';

/** From so many units on, in percent of the wholesale price. */
const BREAKS = [
  [1, 96],
  [10, 90],
  [50, 84],
] as const;
/** Wares that have prices of their own. */
const PRICED = 12;
const MADE_DAYS_AGO = 40;
/** The same of flower by the pound, by hundredths. */
const BULK_BREAKS = [
  [1, 100],
  [500, 95],
  [1000, 90],
] as const;
const BULK_DAYS_AGO = 1;

/**
 * Two lists of a seller: one with breaks, which a business on board has, too, and so finds its own prices; and one with a percentage.
 */
export async function writePriceLists(
  tx: Db,
  seller: Business,
  { gold, independents }: Record<'gold' | 'independents', readonly Pick<Business, 'entity'>[]>,
  now: number,
): Promise<void> {
  const at = now - MADE_DAYS_AGO * DAY;
  const [goldId, percentId] = [idAt(at), idAt(at + DAY)];
  const row = (id: string, name: string, discountBps: number) => ({
    ...{ id, entityId: seller.entity.id, name, discountBps },
    createdAt: new Date(at),
  });
  await bulkInsert(tx, priceLists, [row(goldId, 'Gold', 300), row(percentId, 'Independents', 750)]);
  const wares = seller.wares.filter(({ scarce }) => !scarce).slice(0, PRICED);
  await bulkInsert(
    tx,
    priceRules,
    wares.flatMap(({ id, wholesalePriceCents }) =>
      BREAKS.map(([minSteps, percent]) => ({
        listId: goldId,
        variantId: id,
        minSteps,
        priceCents: Math.round((wholesalePriceCents * percent) / 100),
      })),
    ),
  );
  for (const [customers, priceListId] of [
    [gold, goldId],
    [independents, percentId],
  ] as const) {
    const ids = customers.map(({ entity }) => entity.id);
    const given = and(eq(accounts.sellerId, seller.entity.id), inArray(accounts.buyerId, ids));
    await tx.update(accounts).set({ priceListId }).where(given);
  }
}

/** A farm's list for a distributor: what weighs more costs less by the pound. */
export async function writeBulkPrices(
  tx: Db,
  { entity, bulk }: Business,
  buyer: Pick<Business, 'entity'>,
  now: number,
): Promise<void> {
  if (!bulk) throw new Error(`${entity.name} sells nothing by the pound`);
  const at = now - BULK_DAYS_AGO * DAY;
  const [id, createdAt] = [idAt(at), new Date(at)];
  await bulkInsert(tx, priceLists, [
    { id, entityId: entity.id, name: 'Distributors', discountBps: 0, createdAt },
  ]);
  await bulkInsert(
    tx,
    priceRules,
    BULK_BREAKS.map(([minSteps, percent]) => ({
      ...{ listId: id, variantId: bulk.id, minSteps },
      priceCents: Math.round((bulk.wholesalePriceCents * percent) / 100),
    })),
  );
  const given = and(eq(accounts.sellerId, entity.id), eq(accounts.buyerId, buyer.entity.id));
  await tx.update(accounts).set({ priceListId: id }).where(given);
}
