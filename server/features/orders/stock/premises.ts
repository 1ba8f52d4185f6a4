import { dateIn } from '../../../kernel/clock';
import { AppError } from '../../../kernel/errors';
import { isWithin, type Premises, type Route, stateFor } from '../../../kernel/premises';
import type { alongRoute } from '../../inventory/allocation';
import type { Side } from '../shapes/flow.schema';

/** The error of premises without a license that is active and unexpired today. */
export function notLicensed(
  party: Side,
  name: string,
  { id, name: place, licensedUntil }: Premises,
): AppError {
  const location = { id, name: place };
  if (licensedUntil === '-infinity') {
    return new AppError('CONFLICT', `${place} of ${name} (the ${party}) has no active license.`, {
      reason: 'license_not_active',
      ...{ party, name, location },
    });
  }
  return new AppError(
    'LICENSE_EXPIRED',
    `The license of ${name} (the ${party}) for ${place} expired on ${licensedUntil}.`,
    { reason: 'license_expired', party, name, license_expiry: licensedUntil, location },
  );
}

/** The error of goods that would cross a border of states. */
export function differentStates(seller: string): AppError {
  return new AppError('CONFLICT', `${seller} delivers within a state alone, and has none of this in yours.`, {
    reason: 'different_states',
  });
}

/** A line whose goods are only at premises that they may not leave. */
export interface Barred<L> {
  line: L;
  /** What is there of it. */
  units: number;
  error: AppError;
}

/**
 * Finds what is only at premises that it may not leave: LICENSE_EXPIRED, or CONFLICT with `license_not_active`, naming those in the
 * right state, or with `different_states` where none is.
 */
export function barredLines<L extends { variantId: string }>(
  { rows, barred }: ReturnType<typeof alongRoute>,
  wanted: readonly L[],
  route: Route,
): Array<Barred<L>> {
  if (barred.length === 0) return [];
  const { seller } = route;
  return wanted.flatMap((line) => {
    const kept = barred.filter((one) => one.variant_id === line.variantId);
    if (kept.length === 0 || rows.some((one) => one.variant_id === line.variantId)) return [];
    const row = kept.find((one) => isWithin(one, route));
    const units = kept.reduce((sum, one) => sum + one.spare + one.in_lots, 0);
    if (!row) return { line, units, error: differentStates(seller.name) };
    const { location_id: id, location_name: name, state, licensedUntil } = row;
    const place = { id, name, state, licensedUntil };
    return { line, units, error: notLicensed('wholesaler', seller.name, place) };
  });
}

interface Seller {
  name: string;
  timezone: string;
  sameStateOnly: boolean;
  minDaysAtDelivery: number;
}

/**
 * The way of goods from a seller to premises.
 * @param day when they are to arrive, where that is known
 */
export const routeTo = (
  to: Pick<Premises, 'state'>,
  seller: Seller,
  day: string | null | undefined,
): Route => ({
  seller: { name: seller.name },
  today: dateIn(seller.timezone),
  within: stateFor(seller, to),
  arrival: day ? { day, minDays: seller.minDaysAtDelivery } : null,
});
