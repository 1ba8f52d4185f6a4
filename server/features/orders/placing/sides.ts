import type { Actor } from '../../../kernel/actor';
import { type AppError, forbidden } from '../../../kernel/errors';
import { checkBuyer, checkSeller } from '../../../kernel/sides';
import type { Db } from '../../../platform/db/client';
import { currentId } from '../../entities/customers/queries';
import type { NewOrderInput } from '../schema';
import type { EnteredBy, Side } from '../shapes/flow.schema';
import { isOverriding } from '../shapes/lines.schema';

/** The parties of an order to place, and which of them places it. */
export interface Parties {
  sellerId: string;
  buyerId: string;
  enteredBy: EnteredBy;
  /** Who acts, where that isn't the party that entered it: a buyer accepts a seller's quote. */
  placedBy?: Side;
}

/** The party that places it. */
export const sideOf = ({ enteredBy, placedBy }: Pick<Parties, 'enteredBy' | 'placedBy'>): Side =>
  placedBy ?? (enteredBy === 'buyer' ? 'retailer' : 'wholesaler');

/**
 * Whose order a body is: who names a seller buys, who names a buyer sells.
 * @throws AppError FORBIDDEN with `details.reason` `not_a_buyer`, `not_a_seller` or, to a buyer that would accept it,
 *   `other_party`
 */
export function partiesIn(
  actor: Pick<Actor, 'entity'>,
  input: Pick<NewOrderInput, 'wholesaler_id' | 'retailer_id' | 'accept' | 'override'> & {
    items?: NewOrderInput['items'];
  },
): Parties {
  const { wholesaler_id: sellerId, retailer_id: buyerId } = input;
  if (buyerId !== undefined) {
    checkSeller(actor);
    return { sellerId: actor.entity.id, buyerId, enteredBy: 'seller' };
  }
  checkBuyer(actor);
  if (sellerId === undefined) throw new Error('An order without parties passes no schema');
  const field = sellersFieldIn(input);
  if (field) throw sellersField(field);
  return { sellerId, buyerId: actor.entity.id, enteredBy: 'buyer' };
}

const OF_LINE = ['unit_price', 'discount_bps', 'sample'] as const;

/** A field of a body that only a seller sends; undefined without any. */
export function sellersFieldIn({
  items = [],
  ...order
}: Partial<Pick<NewOrderInput, 'items' | 'accept' | 'override'>>): string | undefined {
  return (
    (order.accept !== undefined ? 'accept' : undefined) ??
    (isOverriding(order.override) ? 'override' : undefined) ??
    OF_LINE.find((name) => items.some((line) => line[name] !== undefined))
  );
}

/** The same, with the business that a seller's old id of a merged customer names now. */
export async function currentParties(db: Db, parties: Parties): Promise<Parties> {
  const { sellerId, buyerId, enteredBy } = parties;
  if (enteredBy === 'buyer') return parties;
  return { ...parties, buyerId: await currentId(db, sellerId, buyerId) };
}

/** What a buyer sends of what its seller decides: FORBIDDEN. */
export const sellersField = (field: string): AppError =>
  forbidden(`Only the seller decides ${field} of an order.`, {
    reason: 'other_party',
    side: 'retailer',
    field,
  });
