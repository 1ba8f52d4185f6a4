import type { Actor } from './actor';
import { forbidden } from './errors';
import { BUYERS, SELLERS } from './permissions';

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
