import { and, eq } from 'drizzle-orm';
import { existing, lacking } from '../../../kernel/errors';
import { centsOrNull } from '../../../kernel/money';
import type { Permission } from '../../../kernel/permissions';
import type { WriteContext } from '../../../operation/context';
import { lockPriceListOf } from './queries.sql';
import { TERMS } from './resource';
import { accounts } from './tables';

type Terms = Partial<Record<'price_list_id', string | null> & Record<'minimum_order', number | null>>;

const NEEDED: Record<(typeof TERMS)[number], Permission> = {
  price_list_id: 'update:prices',
  minimum_order: 'update:terms',
};

/** The terms of a new customer. */
export const NO_TERMS = { price_list_id: null, minimum_order: null } satisfies Terms;

/** The right that a member lacks to change terms so; null when it may. */
function lackedFor({ actor }: Pick<WriteContext, 'actor'>, before: Terms, given: Terms): Permission | null {
  const changed = TERMS.filter((name) => given[name] !== undefined && given[name] !== before[name]);
  return changed.map((name) => NEEDED[name]).find((one) => !actor.permissions.includes(one)) ?? null;
}

/**
 * Changes what the seller grants a customer; orders that are placed meanwhile wait.
 * @throws AppError FORBIDDEN with `details.permission`, NOT_FOUND for a list of others
 */
export async function setTerms(ctx: WriteContext, id: string, before: Terms, given: Terms): Promise<void> {
  const lacked = lackedFor(ctx, before, given);
  if (lacked) throw lacking(lacked);
  const { price_list_id: priceListId, minimum_order } = given;
  if (priceListId === undefined && minimum_order === undefined) return;
  const { db, actor } = ctx;
  const sellerId = actor.entity.id;
  const account = and(eq(accounts.sellerId, sellerId), eq(accounts.buyerId, id));
  await db.select({ id: accounts.buyerId }).from(accounts).where(account).for('update');
  if (priceListId) await existing(lockPriceListOf(db, sellerId, priceListId));
  await db
    .update(accounts)
    .set({ priceListId, minimumOrderCents: centsOrNull(minimum_order) })
    .where(account);
}
