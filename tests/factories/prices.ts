import { and, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { accounts } from '../../server/features/entities/customers/tables';
import { priceLists, priceRules } from '../../server/features/pricing/lists/tables';
import { offerBreaks, offerBuyers, offerItems, offers } from '../../server/features/pricing/offers/tables';
import type { Db } from '../../server/platform/db/client';

/** Breaks of a variant: from so many steps on, so many cents. */
type Breaks = ReadonlyArray<readonly [steps: number, cents: number]>;
type OfVariants = Readonly<Record<string, Breaks>>;
type Pair = { seller: { id: string }; buyer: { id: string } };

/** A price list that a seller gives a buyer it is connected with. @returns its id */
export async function givePriceList(
  db: Db,
  { seller, buyer }: Pair,
  rules: OfVariants,
  discountBps = 0,
): Promise<string> {
  const id = v7();
  await db.insert(priceLists).values({ id, entityId: seller.id, name: `List ${id}`, discountBps });
  await setRules(db, id, rules);
  await db
    .update(accounts)
    .set({ priceListId: id })
    .where(and(eq(accounts.sellerId, seller.id), eq(accounts.buyerId, buyer.id)));
  return id;
}

/** Sets the prices of a list. */
export async function setRules(db: Db, listId: string, rules: OfVariants): Promise<void> {
  await db.delete(priceRules).where(eq(priceRules.listId, listId));
  const rows = Object.entries(rules).flatMap(([variantId, breaks]) =>
    breaks.map(([minSteps, priceCents]) => ({ listId, variantId, minSteps, priceCents })),
  );
  if (rows.length > 0) await db.insert(priceRules).values(rows);
}

const HOUR = 3_600_000;

/** An offer of a seller to one buyer, from an hour ago until in an hour. @returns its id */
export async function makeOffer(db: Db, { seller, buyer }: Pair, items: OfVariants): Promise<string> {
  const id = v7();
  const [startsAt, endsAt] = [new Date(Date.now() - HOUR), new Date(Date.now() + HOUR)];
  await db
    .insert(offers)
    .values({ id, entityId: seller.id, name: 'Offer', startsAt, endsAt, audience: 'chosen' });
  await db.insert(offerBuyers).values({ offerId: id, sellerId: seller.id, buyerId: buyer.id });
  for (const [position, [variantId, breaks]] of Object.entries(items).entries()) {
    await db.insert(offerItems).values({ offerId: id, variantId, position });
    const rows = breaks.map(([minSteps, priceCents]) => ({ offerId: id, variantId, minSteps, priceCents }));
    if (rows.length > 0) await db.insert(offerBreaks).values(rows);
  }
  return id;
}
