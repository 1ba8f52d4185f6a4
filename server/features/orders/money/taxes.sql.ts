import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { accounts } from '../../entities/customers/tables';
import { entities, locations } from '../../entities/tables';
import type { TaxTerms } from '../../pricing/taxes/applying';
import { currentRules, dayOf } from '../../pricing/taxes/queries.sql';
import { taxWeight, taxWeightUnit } from '../../products/queries.sql';
import { products, productVariants } from '../../products/tables';
import { orderItems, orders } from '../tables';

/** What decides the taxes of an order: the rules of the day on which it was placed, its buyer, and where it goes. */
export const taxTermsOf = statement(
  [[ID]],
  (orderId: string) => sql<TaxTerms & { type: string; sellerId: string; locationId: string; state: string }>`
    select ${currentRules(sql`o.wholesaler_id`, dayOf(sql`o.wholesaler_id`, sql`o.created_at`))} as taxes,
      coalesce(a.exempt_tax_ids, '{}') as exempt, e.type, o.wholesaler_id as "sellerId", l.id as "locationId", l.postal_state as state
    from ${orders} o join ${entities} e on e.id = o.retailer_id join ${locations} l on l.id = o.receiving_location_id
      left join ${accounts} a on a.seller_id = o.wholesaler_id and a.buyer_id = o.retailer_id
    where o.id = ${orderId}`,
);

/** Gives lines from before there were tax rules what taxes go by, as their goods are now. */
export const completeTaxed = statement(
  [[ID]],
  (orderId: string) => sql`
    update ${orderItems} x set tax_category = p.category, tax_weight = ${taxWeight}, tax_weight_unit = ${taxWeightUnit}
    from ${products} p, ${productVariants} v
    where x.order_id = ${orderId} and x.tax_category is null and p.id = x.product_id and v.id = x.variant_id`,
);
