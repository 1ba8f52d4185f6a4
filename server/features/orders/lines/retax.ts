import { eq } from 'drizzle-orm';
import type { WriteContext } from '../../../operation/context';
import type { LockedOrder } from '../flow/lock';
import { checkRaised } from '../money/exposure';
import { keptLines } from '../money/kept.sql';
import { totalsOf } from '../money/pricing';
import { marketsOf, rulesFor } from '../money/taxes';
import { completeTaxed, taxTermsOf } from '../money/taxes.sql';
import { orders } from '../tables';

/**
 * Chooses the tax rules of a locked order again, for where it goes now (decision 610): those of the day on which it was placed.
 * @throws AppError CONFLICT with `details.reason` `weight_missing` or `credit_limit`
 */
export async function retax(ctx: WriteContext, locked: LockedOrder): Promise<void> {
  const { db } = ctx;
  const {
    order: { id },
    terms,
  } = locked;
  const [found] = await taxTermsOf(db, id);
  if (!found) throw new Error('A locked order has its parties and premises');
  const place = { id: found.locationId, state: found.state };
  const taxRules = rulesFor(found, found, place, await marketsOf(db, found.sellerId, [found], [place]));
  if (taxRules) await completeTaxed(db, id);
  const { totals } = totalsOf(await keptLines(db, id), { ...terms, taxRules });
  await checkRaised(ctx, locked, totals.totalCents);
  await db
    .update(orders)
    .set({ ...totals, taxRules })
    .where(eq(orders.id, id));
}
