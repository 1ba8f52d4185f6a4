import { dateIn } from '../../../kernel/clock';
import { AppError } from '../../../kernel/errors';
import { isLicensed, isWithin, type Premises, stateFor } from '../../../kernel/premises';
import type { Db } from '../../../platform/db/client';
import { pipelined } from '../../../platform/db/pipelined';
import { findParties, underReview } from '../../entities/queries';
import { productsWithoutCoa } from '../../products/queries';
import type { OrderView } from '../queries';
import type { Side } from '../shapes/flow.schema';
import { blockedLots } from '../stock/lots';
import { lockBatchesOfOrder, lotsWithoutCoa } from '../stock/lots.sql';
import { differentStates, notLicensed } from '../stock/premises';
import { premisesOfOrder } from '../stock/premises.sql';
import { rejectRecalled } from './recalled';

/** What a partner of a suspended business may not do (decision 442). */
export function partnerSuspended({ name }: { name: string }): AppError {
  const message = `${name} is suspended and takes part in no new order for now. Open orders with it can be canceled.`;
  return new AppError('CONFLICT', message, { reason: 'partner_suspended' });
}

/**
 * Checks what a step requires of the parties and the goods.
 * @throws AppError LICENSE_EXPIRED, CONFLICT under review, without an active license, across states, for a recalled order and with `details.lots` that can't ship, COA_REQUIRED with the names of the
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
  const [found, premises] = await pipelined([
    findParties(db, [order.retailer.id, order.wholesaler.id]),
    requires.includes('licenses') ? premisesOfOrder(db, order.id) : [],
  ]);
  const retailer = found.get(order.retailer.id);
  const wholesaler = found.get(order.wholesaler.id);
  if (!retailer || !wholesaler)
    throw new AppError('CONFLICT', 'A party of the order no longer exists.', { reason: 'party_deleted' });
  if (requires.includes('licenses')) {
    if ({ retailer, wholesaler }[acting].underReview) throw underReview();
    checkPremises({ retailer, wholesaler }, premises);
  }
  if (requires.includes('coa') && wholesaler.requireCoa) {
    await checkCertificates(db, order);
  }
}

/**
 * Checks where the goods of an order arrive, and those that they leave.
 * @throws AppError LICENSE_EXPIRED, CONFLICT with `details.reason` `license_not_active` or `different_states`
 */
function checkPremises(
  parties: Record<Side, { name: string; timezone: string; sameStateOnly: boolean }>,
  premises: ReadonlyArray<Premises & { side: Side }>,
): void {
  for (const { side, ...place } of premises) {
    const { name, timezone } = parties[side];
    if (!isLicensed(place, dateIn(timezone))) throw notLicensed(side, name, place);
  }
  const seller = parties.wholesaler;
  const to = premises.find(({ side }) => side === 'retailer');
  const within = to ? stateFor(seller, to) : null;
  if (!premises.every((place) => isWithin(place, { within }))) throw differentStates(seller.name);
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
