import { dateIn } from '../../kernel/clock';
import { AppError } from '../../kernel/errors';
import type { Db } from '../../platform/db/client';
import { findParties } from '../entities/queries';
import { productsWithoutCoa } from '../products/queries';
import type { OrderView } from './queries';
import type { Side } from './schema';

type PartyRow = NonNullable<ReturnType<Awaited<ReturnType<typeof findParties>>['get']>>;

/**
 * Checks that both licenses are unexpired today, in their holder's timezone; a license without an expiration date never
 * blocks (decision 31).
 * @throws AppError LICENSE_EXPIRED naming the party
 */
export function checkLicenses(parties: Record<Side, PartyRow>): void {
  for (const side of ['retailer', 'wholesaler'] as const) {
    const { licenseExpiry, timezone, name } = parties[side];
    if (licenseExpiry !== null && licenseExpiry < dateIn(timezone)) {
      throw new AppError(
        'LICENSE_EXPIRED',
        `The license of ${name} (the ${side}) expired on ${licenseExpiry}.`,
        {
          party: side,
          name,
          license_expiry: licenseExpiry,
        },
      );
    }
  }
}

/**
 * Checks what a step requires of the parties and the goods.
 * @throws AppError LICENSE_EXPIRED, COA_REQUIRED with the names of the products that lack a certificate
 */
export async function checkRequirements(
  db: Db,
  order: OrderView,
  requires: readonly ('licenses' | 'coa')[],
): Promise<void> {
  if (requires.length === 0) return;
  const found = await findParties(db, [order.retailer.id, order.wholesaler.id]);
  const retailer = found.get(order.retailer.id);
  const wholesaler = found.get(order.wholesaler.id);
  if (!retailer || !wholesaler) throw new AppError('CONFLICT', 'A party of the order no longer exists.');
  if (requires.includes('licenses')) checkLicenses({ retailer, wholesaler });
  if (requires.includes('coa') && wholesaler.requireCoa) {
    const missing = await productsWithoutCoa(
      db,
      order.items.map((item) => item.product_id),
    );
    if (missing.length > 0) {
      throw new AppError('COA_REQUIRED', 'Some products have no certificate of analysis yet.', {
        products: missing,
      });
    }
  }
}
