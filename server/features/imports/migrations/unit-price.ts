import { type CheckedLine, fail } from '../lines/line';
import type { MigrationContext } from './context';
import type { SoldVariant } from './items.sql';

/** What a line says of a price, and of what. */
interface Priced {
  /** Cents; of a case where the source counts prices by the case. */
  price?: number | undefined;
  sku?: string | undefined;
  product_id?: string | undefined;
}

/**
 * Says a price per unit in cents. Prices per case are divided, exact to cents; those that don't divide are an error of the line.
 */
export function unitPriceOf(
  { price, sku, product_id }: Priced,
  variant: SoldVariant | undefined,
  migration: MigrationContext | null,
  errors: CheckedLine['errors'],
): number | undefined {
  const cases = variant?.case_size ?? 1;
  if (price === undefined || cases <= 1 || migration?.settings.case_prices !== 'per_case') return price;
  if (price % cases === 0) return price / cases;
  fail(
    errors,
    'price',
    'price_not_exact',
    `divided by a case of ${cases} is not whole cents`,
    sku ?? product_id,
  );
  return price;
}
