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

/** What keeps batches from being sold today: a hold of the maker's, and expirations. No order has reserved their units. */
export function tellIncidents(world: World, maker: Business): void {
  const free = freeBatches(world, maker);
  const [held] = free.filter(({ units }) => units >= WORTH_HOLDING);
  if (held) {
    held.batch.heldAt = new Date(world.now - DAY);
    held.batch.updatedAt = held.batch.heldAt;
    held.batch.holdReason = 'Customer reported mold in two jars; retest ordered.';
  }
  const today = dateIn(TIMEZONE, new Date(world.now));
  const others = free.filter((one) => one !== held).slice(0, EXPIRING.length);
  for (const [i, { batch }] of others.entries()) batch.expiresOn = addDays(today, EXPIRING[i] ?? 0);
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
      ([batch, left]) => left > 0 && !batch.heldAt && !reserved.has(batch) && !scarce.has(batch.productId),
    )
    .map(([batch, left]) => ({ batch, units: left }))
    .sort((a, b) => a.units - b.units);
}
