import { eq } from 'drizzle-orm';
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

/** Two lists of a seller, one with breaks and one with a percentage, each given to one of its customers. */
export async function writePriceLists(
  tx: Db,
  seller: Business,
  [gold, independent]: readonly Pick<Business, 'entity'>[],
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
  for (const [customer, priceListId] of [
    [gold, goldId],
    [independent, percentId],
  ] as const) {
    if (customer) {
      await tx.update(accounts).set({ priceListId }).where(eq(accounts.buyerId, customer.entity.id));
    }
  }
}
