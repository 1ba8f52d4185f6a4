import { sql } from 'drizzle-orm';
import type { WeightUnit } from '../../../kernel/weights';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { termsOf } from '../../pricing/buyers/queries.sql';
import type { BuyerTerms } from '../../pricing/queries.sql';
import { isListingShown, isShown } from '../../pricing/shown/queries.sql';
import { steps } from '../../products/queries.sql';
import { listings, products, productVariants } from '../../products/tables';

/** What a supplier sells a buyer. */
export interface SoldVariant {
  product_id: string;
  variant_id: string;
  product_name: string;
  variant_name: string;
  sku: string;
  wholesale_price_cents: number;
  case_size: number;
  unit: WeightUnit | null;
  step: number | null;
  active: boolean;
  /** Of the buyer; null for who pays the wholesale price. */
  terms: BuyerTerms | null;
}

export const soldVariants = statement(
  [[ID, ID, [ID]]],
  (sellerId: string, buyerId: string, variantIds: readonly string[]) => sql<SoldVariant>`
    select p.id as product_id, v.id as variant_id, p.name as product_name, v.name as variant_name, v.sku,
      v.wholesale_price_cents::float8 as wholesale_price_cents, v.case_size, ${steps}, p.active,
      ${termsOf(sellerId, buyerId)} as terms
    from ${productVariants} v join ${products} p on p.id = v.product_id
    where v.id = any(${uuids(variantIds)}) and v.entity_id = ${sellerId} and p.entity_id = ${sellerId}
      and v.deleted_at is null and p.deleted_at is null and ${isShown(sql`${buyerId}::uuid`)}
    union all
    select p.id, v.id, p.name, v.name, g.sku, g.wholesale_price_cents::float8, coalesce(g.case_size, v.case_size), ${steps}, g.active,
      ${termsOf(sellerId, buyerId)}
    from ${listings} g join ${productVariants} v on v.id = g.variant_id join ${products} p on p.id = v.product_id
    where g.variant_id = any(${uuids(variantIds)}) and g.seller_id = ${sellerId}
      and ${isListingShown(sql`${buyerId}::uuid`)}`,
);

/** The steps of variants in ten-thousandths; null where they are sold each. */
export const stepsOfVariants = statement(
  [[[ID]]],
  (variantIds: readonly string[]) => sql<{ id: string; step: number | null }>`
    select v.id, v.step from ${productVariants} v where v.id = any(${uuids(variantIds)})`,
);
