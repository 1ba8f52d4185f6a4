import type { Actor } from './actor';
import { forbidden } from './errors';
import { BUYERS, type EntityType, SELLERS } from './permissions';

/** What a trade is to one of its parties. */
export const SIDES = ['buying', 'selling'] as const;
export type TradeSide = (typeof SIDES)[number];

/** Types of the businesses that one of a type can buy from, or sell to; none on a side that it doesn't have. */
export function partnerTypes(own: EntityType, side: TradeSide): readonly EntityType[] {
  const [mine, theirs] = side === 'buying' ? [BUYERS, SELLERS] : [SELLERS, BUYERS];
  return mine.includes(own) ? theirs : [];
}

type Caller = { entity: Pick<Actor['entity'], 'type'> };

/** @throws AppError FORBIDDEN with `details.reason = "not_a_buyer"` */
export function checkBuyer({ entity }: Caller): void {
  if (!BUYERS.includes(entity.type))
    throw forbidden('Only retailers and wholesalers buy.', { reason: 'not_a_buyer' });
}

/** @throws AppError FORBIDDEN with `details.reason = "not_a_seller"` */
export function checkSeller({ entity }: Caller): void {
  if (!SELLERS.includes(entity.type))
    throw forbidden('Only wholesalers and cultivators sell.', { reason: 'not_a_seller' });
}
