import { type AppError, forbidden, notFound } from '../../../kernel/errors';
import { type EntityType, SELLERS } from '../../../kernel/permissions';
import { checkBuyer } from '../../../kernel/sides';

/** @throws AppError NOT_FOUND unless it is another business that sells */
export function sellerOf<P extends { id: string; type: EntityType }>(
  party: P | undefined,
  buyerId: string,
): P {
  if (!party || party.id === buyerId || !SELLERS.includes(party.type)) throw notFound();
  return party;
}

/** @throws AppError NOT_FOUND unless it is another business, FORBIDDEN with `details.reason = "not_a_buyer"` unless it buys */
export function buyerOf<P extends { id: string; type: EntityType }>(
  party: P | undefined,
  sellerId: string,
): P {
  if (!party || party.id === sellerId) throw notFound();
  checkBuyer({ entity: party });
  return party;
}

export function sellerOrdersOff({ name }: { name: string }): AppError {
  return forbidden(`${name} has turned off orders that its sellers enter. Ask it to order itself.`, {
    reason: 'seller_orders_off',
  });
}

/** @param other who has no accepted connection with the caller's business */
export function notConnected({
  name,
  underReview = false,
}: {
  name: string;
  underReview?: boolean;
}): AppError {
  // Who is under review is in no directory.
  if (underReview) return notFound();
  return forbidden(
    `You are not connected with ${name}. Request a connection (POST /api/v1/entity/connections/request) and order once it is accepted.`,
    { reason: 'connection_required' },
  );
}
