import { eq } from 'drizzle-orm';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import type { TaxRule } from '../../pricing/document';
import { type LockedOrder, withSale } from '../flow/lock';
import { type KeptLine, keptLines } from '../money/kept.sql';
import { type PricedSale, priceOf } from '../money/pricing';
import { marketsOf, rulesFor } from '../money/taxes';
import { completeTaxed, taxTermsOf } from '../money/taxes.sql';
import type { Override } from '../placing/conditions.schema';
import { isOverriding } from '../shapes/lines.schema';
import { heldUnits } from '../stock/short-dated.sql';
import { orders } from '../tables';
import { decide } from './decide';

/** Another day and place of an order, where they change. */
interface Arriving {
  delivery_date?: string | null;
  receiving_location_id?: string | null;
}

/** What a stored day means to the lots that are reserved, and a stored place to taxes, which it then has. @throws AppError as `decide` */
export async function decideArrival(
  ctx: WriteContext,
  locked: LockedOrder,
  { delivery_date: day, receiving_location_id: place }: Arriving,
  override: readonly Override[] | undefined,
): Promise<readonly Override[]> {
  if (!day && !place && !isOverriding(override)) return [];
  const { db } = ctx;
  const { id } = locked.order;
  const sold = await withSale(ctx, locked);
  const taxed = place ? await retaxed(db, locked) : null;
  const held = day && sold.sale.wholesaler.minDaysAtDelivery > 0 ? await heldUnits(db, id) : [];
  const lines = new Map(held.map((one) => [one.orderItemId, { ...one, itemId: one.orderItemId }]));
  const { overridden } = await decide(ctx, sold, {
    ...{ kind: 'edit', override, holds: [...held], ...(taxed && { asked: taxed.asked }) },
    lines: [...lines.values()].map((line, index) => ({ ...line, index, caseSize: 1 })),
  });
  if (taxed) {
    const { taxRules, asked } = taxed;
    await db
      .update(orders)
      .set({ ...asked.totals, taxRules })
      .where(eq(orders.id, id));
  }
  return overridden;
}

/**
 * Chooses the tax rules of a locked order again, for where it goes now (decision 610): those of the day on which it was placed.
 * @returns them with what the order comes to by them
 */
async function retaxed(
  db: Db,
  { order: { id }, terms }: LockedOrder,
): Promise<{ taxRules: TaxRule[] | null; asked: PricedSale<KeptLine> }> {
  const [found] = await taxTermsOf(db, id);
  if (!found) throw new Error('A locked order has its parties and premises');
  const place = { id: found.locationId, state: found.state };
  const taxRules = rulesFor(found, found, place, await marketsOf(db, found.sellerId, [found], [place]));
  if (taxRules) await completeTaxed(db, id);
  return { taxRules, asked: priceOf(await keptLines(db, id), { ...terms, taxRules }) };
}
