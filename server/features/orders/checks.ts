import { dateIn } from '../../kernel/clock';
import { AppError } from '../../kernel/errors';
import type { Db } from '../../platform/db/client';
import { pipelined } from '../../platform/db/pipelined';
import { findParties, underReview } from '../entities/queries';
import { productsWithoutCoa } from '../products/queries';
import type { Side } from './flow/schema';
import { lockBatchesOfOrder, lotsWithoutCoa } from './lots/queries.sql';
import { blockedLots } from './lots/service';
import type { OrderView } from './queries';
import { rejectRecalled } from './recalled';

interface Licensee {
  name: string;
  timezone: string;
  licenseExpiry: string | null;
  underReview: boolean;
}

/**
 * Checks that the acting side isn't under review, and that both licenses are unexpired today.
 * @throws AppError CONFLICT with `details.reason = "license_unverified"`, LICENSE_EXPIRED naming the party
 */
export function checkLicenses(parties: Record<Side, Licensee>, acting: Side): void {
  const [first] = licenseProblems(parties, acting);
  if (first) throw first;
}

/**
 * Lists what stands against the licenses: the acting side's review, and each that has expired, by the day in its party's own
 * timezone; a license without an expiration date never blocks (decision 31).
 */
export function licenseProblems(parties: Partial<Record<Side, Licensee>>, acting: Side): AppError[] {
  const expired = (['retailer', 'wholesaler'] as const).flatMap((side) => {
    const { licenseExpiry = null, timezone = '', name } = parties[side] ?? {};
    if (licenseExpiry === null || licenseExpiry >= dateIn(timezone)) return [];
    return new AppError(
      'LICENSE_EXPIRED',
      `The license of ${name} (the ${side}) expired on ${licenseExpiry}.`,
      { reason: 'license_expired', party: side, name, license_expiry: licenseExpiry },
    );
  });
  return parties[acting]?.underReview ? [underReview(), ...expired] : expired;
}

/**
 * Checks what a step requires of the parties and the goods.
 * @throws AppError LICENSE_EXPIRED, CONFLICT under review, for a recalled order and with `details.lots` that can't ship, COA_REQUIRED with the names of the
 *   products and the lots that lack a certificate
 */
export async function checkRequirements(
  db: Db,
  order: OrderView,
  requires: readonly ('licenses' | 'coa' | 'lots')[],
  acting: Side,
): Promise<void> {
  if (requires.length === 0) return;
  if (requires.includes('lots')) {
    await rejectRecalled(db, order);
    await checkLots(db, order);
  }
  const found = await findParties(db, [order.retailer.id, order.wholesaler.id]);
  const retailer = found.get(order.retailer.id);
  const wholesaler = found.get(order.wholesaler.id);
  if (!retailer || !wholesaler)
    throw new AppError('CONFLICT', 'A party of the order no longer exists.', { reason: 'party_deleted' });
  if (requires.includes('licenses')) checkLicenses({ retailer, wholesaler }, acting);
  if (requires.includes('coa') && wholesaler.requireCoa) {
    await checkCertificates(db, order);
  }
}

/**
 * Each lot must be one that can be sold now. Its batch stays locked, so that no hold comes between the check and the
 * shipment.
 * @throws AppError CONFLICT with `details.lots`
 */
async function checkLots(db: Db, order: OrderView): Promise<void> {
  if (order.items.every((item) => item.lots.length === 0)) return;
  await lockBatchesOfOrder(db, order.id);
  const blocked = await blockedLots(db, order);
  if (blocked.length === 0) return;
  throw new AppError(
    'CONFLICT',
    'Some lots of the order are on hold, expired or failed. Choose other lots, then ship.',
    { reason: 'blocked_lots', lots: blocked },
  );
}

/**
 * A batch needs a certificate of its own; units without a lot need one of their product.
 * @throws AppError COA_REQUIRED
 */
async function checkCertificates(db: Db, order: OrderView): Promise<void> {
  const loose = order.items.filter(
    (item) => item.lots.reduce((left, lot) => left - lot.quantity, item.quantity) > 0,
  );
  const withLots = order.items.some((item) => item.lots.length > 0);
  const [products, lots] = await pipelined([
    productsWithoutCoa(
      db,
      loose.map((item) => item.product_id),
    ),
    withLots ? lotsWithoutCoa(db, order.id) : [],
  ]);
  if (products.length === 0 && lots.length === 0) return;
  throw new AppError('COA_REQUIRED', 'Some products have no certificate of analysis yet.', {
    reason: 'coa_required',
    products: [...new Set([...products, ...lots.map((lot) => lot.product_name)])],
    ...(lots.length > 0 && { lots }),
  });
}
