import { addDays, dateIn } from '../../../kernel/clock';
import type { Business } from '../businesses';
import { DAY } from '../identity';
import { TIMEZONE } from '../people';
import type { Lot } from './batch-book';
import type { World } from './world';

/** Days until the batches expire that a business looks at this month; the first has expired. */
const EXPIRING = [-2, 4, 19, 27] as const;
/** A batch with this many units at least is worth a hold. */
const WORTH_HOLDING = 20;

/**
 * What keeps batches from being sold today: a hold of the maker's, and expirations. No order has reserved their units, and
 * none moved since the hold or the expiration.
 */
export function tellIncidents(world: World, maker: Business): void {
  const free = freeBatches(world, maker);
  const still = batchesAtRest(world, world.now + EXPIRING[0] * DAY - DAY);
  const [held] = free.filter(({ batch, units }) => units >= WORTH_HOLDING && still.has(batch));
  if (held) {
    held.batch.heldAt = new Date(world.now - DAY);
    held.batch.updatedAt = held.batch.heldAt;
    held.batch.holdReason = 'Customer reported mold in two jars; retest ordered.';
  }
  const today = dateIn(TIMEZONE, new Date(world.now));
  const others = free.filter((one) => one !== held);
  const expired = others.find(({ batch }) => still.has(batch));
  const expiring = others.filter((one) => one !== expired).slice(0, EXPIRING.length - 1);
  for (const [i, { batch }] of [...(expired ? [expired] : []), ...expiring].entries()) {
    batch.expiresOn = addDays(today, EXPIRING[i] ?? 0);
  }
}

/** The batches without a movement since a time. */
function batchesAtRest({ book, batches }: World, since: number): Set<Lot['batch']> {
  const moved = new Set(
    book.movements.filter(({ createdAt }) => Number(createdAt) >= since).map(({ lotId }) => lotId),
  );
  const still = new Set(batches.batches);
  for (const { row, batch } of batches.lots) if (moved.has(row.id)) still.delete(batch);
  return still;
}

/** Batches of which the maker has units and no order has reserved any, those with the fewest units first. */
function freeBatches(
  world: World,
  { entity, wares }: Business,
): Array<{ batch: Lot['batch']; units: number }> {
  const scarce = new Set(wares.filter((ware) => ware.scarce).map((ware) => ware.productId));
  const units = new Map<Lot['batch'], number>();
  const reserved = new Set<Lot['batch']>();
  for (const stock of world.book.of(entity.id)) {
    for (const { lot, quantity, reserved: held } of stock.lots) {
      units.set(lot.batch, (units.get(lot.batch) ?? 0) + quantity);
      if (held > 0) reserved.add(lot.batch);
    }
  }
  return [...units]
    .filter(
      ([batch, left]) =>
        batch.entityId === entity.id &&
        left > 0 &&
        !batch.heldAt &&
        !reserved.has(batch) &&
        !scarce.has(batch.productId),
    )
    .map(([batch, left]) => ({ batch, units: left }))
    .sort((a, b) => a.units - b.units);
}
