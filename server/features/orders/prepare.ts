import type { z } from 'zod';
import { type AppError, forbidden, isAppError, notFound } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { type EntityType, SELLERS } from '../../kernel/permissions';
import { checkBuyer } from '../../kernel/sides';
import type { WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { pipelined } from '../../platform/db/pipelined';
import { areConnected } from '../entities/connections/queries';
import { firstLocationId, holdLocation } from '../entities/locations/queries';
import { holdParties } from '../entities/queries';
import { lockSaleableVariants } from '../products/queries';
import { checkLicenses } from './checks';
import { mergeLines, namesOf } from './merge';
import { newOrderNumber, totalsOf } from './pricing';
import type { CreateOrder } from './schema';
import type { PricedLine } from './stock.sql';
import type { NewOrder } from './store';

/** An order to place, and who places it. */
export interface Call {
  ctx: Pick<WriteContext, 'actor' | 'request'>;
  input: z.infer<typeof CreateOrder>;
}

/** An order that its parties and goods allow, before its stock is chosen. */
export interface Prepared {
  order: NewOrder;
  lines: PricedLine[];
  wholesaler: Wholesaler;
}
type Wholesaler = NonNullable<ReturnType<Awaited<ReturnType<typeof holdParties>>['get']>>;

/**
 * Checks orders of one seller, whose parties, locations and goods stay as they are until the transaction ends.
 * @returns for each call its order, or the AppError that rejects it: NOT_FOUND (seller, product, variant or location),
 *   FORBIDDEN (to those who never buy, or `connection_required`), LICENSE_EXPIRED, CONFLICT (`license_unverified`), INVALID_REQUEST
 */
export async function prepareOrders(
  db: Db,
  sellerId: string,
  calls: readonly Call[],
): Promise<Array<Prepared | AppError>> {
  const buyers = [...new Set(calls.map(({ ctx }) => ctx.actor.entity.id))];
  const places = new Map(calls.map((call) => [placeOf(call), call]));
  const [parties, connected, found, variants] = await pipelined([
    holdParties(db, [...buyers, sellerId]),
    pipelined(buyers.map((buyerId) => areConnected(db, buyerId, sellerId))),
    pipelined([...places.values()].map((call) => receivingLocation(db, call))),
    lockSaleableVariants(db, sellerId, namesOf(calls.flatMap(({ input }) => input.items))),
  ]);
  const locations = new Map([...places.keys()].map((place, i) => [place, found[i]]));
  return calls.map((call) => {
    const { id: buyerId } = call.ctx.actor.entity;
    try {
      checkBuyer(call.ctx.actor);
      const retailer = parties.get(buyerId);
      const wholesaler = sellerOf(parties.get(sellerId), buyerId);
      if (!connected[buyers.indexOf(buyerId)]) throw notConnected(wholesaler);
      const receivingLocationId = locations.get(placeOf(call));
      if (!retailer || !receivingLocationId) throw notFound();
      const lines = mergeLines(call.input.items, variants);
      checkLicenses({ retailer, wholesaler }, 'retailer');
      const order = newOrder(call, {
        ...totalsOf(lines, wholesaler.taxRateBps),
        receivingLocationId,
        wholesaler,
      });
      return { order, lines, wholesaler };
    } catch (error) {
      if (isAppError(error)) return error;
      throw error;
    }
  });
}

function newOrder(
  { ctx: { actor }, input }: Call,
  {
    wholesaler,
    ...rest
  }: Pick<NewOrder, 'units' | 'subtotalCents' | 'taxCents' | 'totalCents'> &
    Pick<NewOrder, 'receivingLocationId'> & { wholesaler: Wholesaler },
): NewOrder {
  return {
    ...rest,
    id: newId(),
    orderNumber: newOrderNumber(new Date()),
    wholesalerId: wholesaler.id,
    retailerId: actor.entity.id,
    taxRateBps: wholesaler.taxRateBps,
    deliveryDate: input.delivery_date ?? null,
    deliveryWindow: input.delivery_window ?? null,
    notes: input.notes || null,
    poNumber: input.po_number ?? null,
    createdBy: actor.userId,
  };
}

/** @throws AppError NOT_FOUND unless it is another business that sells */
export function sellerOf<P extends { id: string; type: EntityType }>(
  party: P | undefined,
  buyerId: string,
): P {
  if (!party || party.id === buyerId || !SELLERS.includes(party.type)) throw notFound();
  return party;
}

export function notConnected({ name }: { name: string }): AppError {
  return forbidden(
    `You are not connected with ${name}. Request a connection (POST /api/v1/entity/connections/request) and order once it is accepted.`,
    { reason: 'connection_required' },
  );
}

/** Calls with the same receive at the same location. */
const placeOf = ({ ctx: { actor }, input }: Call) =>
  [actor.entity.id, input.receiving_location_id ?? '', ...(actor.locationLimit ?? ['all'])].join('/');

/** Where the goods go: within what a limited member may change, who could not receive them elsewhere. */
async function receivingLocation(
  db: Db,
  { ctx: { actor }, input: { receiving_location_id: asked } }: Call,
): Promise<string | null> {
  if (!asked) return firstLocationId(db, actor.entity.id, actor.locationLimit);
  if (actor.locationLimit?.includes(asked) === false) return null;
  return (await holdLocation(db, actor.entity.id, asked)) ? asked : null;
}
