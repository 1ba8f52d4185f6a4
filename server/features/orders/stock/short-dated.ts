import { type Arrival, isShortDated, LATENESS, latenessOf } from '../../../kernel/arrival';
import { AppError } from '../../../kernel/errors';
import type { Units } from '../../inventory/allocation';

interface Line {
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
  lines: ReadonlyArray<Line & { units: readonly Held[] }>,
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
