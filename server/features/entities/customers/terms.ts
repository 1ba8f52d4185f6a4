import { and, eq } from 'drizzle-orm';
import { existing, lacking } from '../../../kernel/errors';
import { centsOrNull } from '../../../kernel/money';
import type { Permission } from '../../../kernel/permissions';
import type { WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { lockPriceListOf } from './queries.sql';
import { type CustomerTerms, TERMS } from './resource';
import { accounts } from './tables';

type Given = { [Name in keyof CustomerTerms]?: CustomerTerms[Name] | undefined };

const neededFor = (name: keyof CustomerTerms): Permission =>
  name === 'price_list_id' ? 'update:prices' : 'update:terms';

/** The terms of a new customer. */
export const NO_TERMS: CustomerTerms = {
  price_list_id: null,
  minimum_order: null,
  terms_days: null,
  credit_limit: null,
  credit_check: null,
  on_hold: false,
};

/**
 * Changes what the seller grants a customer, whose account the caller has locked or made.
 * @throws AppError FORBIDDEN with `details.permission`, or to a caller limited to locations, NOT_FOUND for a list of others
 */
export async function setTerms(
  ctx: WriteContext,
  id: string,
  before: CustomerTerms,
  given: Given,
): Promise<void> {
  const { db, actor } = ctx;
  const changed = TERMS.filter((name) => given[name] !== undefined && given[name] !== before[name]);
  const lacked = changed.map(neededFor).find((permission) => !actor.permissions.includes(permission));
  if (lacked) throw lacking(lacked);
  if (changed.length > 0) rejectLimited(actor, 'What a customer is granted applies');
  if (TERMS.every((name) => given[name] === undefined)) return;
  const sellerId = actor.entity.id;
  const account = and(eq(accounts.sellerId, sellerId), eq(accounts.buyerId, id));
  const { price_list_id: priceListId } = given;
  if (priceListId) await existing(lockPriceListOf(db, sellerId, priceListId));
  await db
    .update(accounts)
    .set({
      untouched: false,
      priceListId,
      minimumOrderCents: centsOrNull(given.minimum_order),
      termsDays: given.terms_days,
      creditLimitCents: centsOrNull(given.credit_limit),
      creditCheck: given.credit_check,
      onHold: given.on_hold,
    })
    .where(account);
}
