import { type Arrival, isShortDated, LATENESS, latenessOf } from '../../../kernel/arrival';
import { AppError } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import type { Units } from '../../inventory/allocation';
import type { Override } from '../placing/conditions.schema';
import { type HeldUnits, heldUnits } from './short-dated.sql';

interface Line {
  itemId: string;
  productId: string;
  variantId: string;
  sku: string;
}
type Held = Pick<Units, 'quantity' | 'expiresOn'>;

/** How many of these units expire before the day on which they are to arrive. */
export const expiringBefore = (units: readonly Held[], arrival: Arrival | null): number =>
  sum(units.filter(({ expiresOn }) => latenessOf(expiresOn ?? null, arrival) === LATENESS.expired));

const sum = (units: readonly Held[]) => units.reduce((total, { quantity }) => total + quantity, 0);

/** The error of lines whose lots expire too early: CONFLICT with `details.reason` `short_dated`; null for none. */
export function shortDated(
  lines: ReadonlyArray<Omit<Line, 'itemId'> & { units: readonly Held[] }>,
  arrival: Arrival | null,
): AppError | null {
  if (arrival === null || arrival.minDays === 0) return null;
  const short = lines.flatMap(({ productId, variantId, sku, units }) => {
    const early = units.filter(({ expiresOn }) => isShortDated(expiresOn ?? null, arrival));
    if (early.length === 0) return [];
    const [expires_on] = early.flatMap(({ expiresOn }) => expiresOn ?? []).sort();
    return [{ product_id: productId, variant_id: variantId, sku, quantity: sum(early), expires_on }];
  });
  if (short.length === 0) return null;
  const { day, minDays } = arrival;
  const names = short.map(({ sku }) => sku).join(', ');
  return new AppError(
    'CONFLICT',
    `Goods must be good for ${minDays} days when they arrive on ${day}. These expire earlier: ${names}.`,
    { reason: 'short_dated', delivery_date: day, min_days: minDays, lines: short },
  );
}

/**
 * Checks what lines are to hold.
 * @returns what its seller had to pass over
 * @throws AppError CONFLICT with `details.reason` `short_dated`
 */
export function checkShelfLife(
  lines: readonly Line[],
  holds: ReadonlyArray<Held & { orderItemId: string }>,
  arrival: Arrival | null,
  overrides: readonly Override[] = [],
): Override[] {
  const held = lines.map((line) => ({
    ...line,
    units: holds.filter(({ orderItemId }) => orderItemId === line.itemId),
  }));
  const error = shortDated(held, arrival);
  if (!error) return [];
  if (!overrides.includes('short_dated')) throw error;
  return ['short_dated'];
}

/** Checks what an order holds already. @returns as `checkShelfLife` @throws as it */
export async function checkHeld(
  db: Db,
  orderId: string,
  arrival: Arrival | null,
  overrides?: readonly Override[],
): Promise<Override[]> {
  if (arrival === null || arrival.minDays === 0) return [];
  const held = await heldUnits(db, orderId);
  const lines = new Map(held.map((one: HeldUnits) => [one.itemId, one]));
  const holds = held.map((one) => ({ ...one, orderItemId: one.itemId }));
  return checkShelfLife([...lines.values()], holds, arrival, overrides);
}
