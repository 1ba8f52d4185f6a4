import { AppError, isAppError } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import type { MoveCause } from '../ledger/ledger';
import { MAX_QUANTITY, type RoomType } from '../schema';
import { openRows, placeKey } from '../service';
import { isBlocked, type LotLine } from './packages';

/** A receipt whose units move: the source of its ledger rows. */
export interface Received {
  id: string;
  entityId: string;
  locationId: string;
  number: string;
}

/** The cause of what a receipt moves: dated now, its number as the note. */
export const causeOf = ({ id, entityId, number }: Received): MoveCause => ({
  entityId,
  reason: 'ADJUSTMENT',
  source: { type: 'goods_receipt', id },
  notes: number,
  chosen: true,
});

/** The row of stock that each line's units go to, by its place in the request; opened where there is none. */
export async function openPlaces(
  { db }: WriteContext,
  { entityId, locationId }: Received,
  lines: readonly LotLine[],
  room: RoomType,
): Promise<Map<number, string>> {
  const places = lines.map((line) => ({
    index: line.index,
    locationId,
    roomType: isBlocked(line) ? 'quarantine' : (line.roomType ?? room),
    variantId: line.goods.variant_id,
  }));
  const rowOf = await openRows(db, entityId, places);
  return new Map(places.map((place) => [place.index, rowOf.get(placeKey(place)) ?? '']));
}

/** A line by its place in the request. */
type Indexed = Pick<LotLine, 'index'>;

/** More than a row holds, or a row that is closed: CONFLICT `cannot_receive` with the lines. */
export function rejectFull(lines: readonly Indexed[], itemOf: (line: Indexed) => string) {
  return (error: unknown): never => {
    if (!isAppError(error) || error.code !== 'INSUFFICIENT_STOCK') throw error;
    throw fullRows(lines, itemOf, error.details.inventory_ids as string[]);
  };
}

export function fullRows(
  lines: readonly Indexed[],
  itemOf: (line: Indexed) => string,
  itemIds: readonly string[],
): AppError {
  const errors = lines
    .filter((line) => itemIds.includes(itemOf(line)))
    .map(({ index }) => ({
      path: `lines[${index}].quantity`,
      code: 'quantity_limit',
      message: `would leave more than ${MAX_QUANTITY} units, or in a row that is closed`,
    }));
  return new AppError(
    'CONFLICT',
    `A row of stock holds at most ${MAX_QUANTITY} units. Nothing was received.`,
    {
      reason: 'cannot_receive',
      errors: errors.slice(0, 50),
    },
  );
}
