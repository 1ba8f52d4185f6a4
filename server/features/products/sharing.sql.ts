import { type SQL, sql } from 'drizzle-orm';
import { OPEN_STATUSES } from '../../kernel/order-statuses';
import { isOneOf } from '../../platform/db/columns';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { passingOn, type Sharing } from '../../platform/outbox/shared.sql';
import { connectedEntityIds } from '../entities/connections/queries';
import { entities } from '../entities/tables';
import { inventoryItems } from '../inventory/tables';
import { orderItems, orders } from '../orders/tables';
import { joinOwn, joinTerms, ownCents, ownLadderText } from '../pricing/buyers/queries.sql';

/** SQL: whether a holder (`i`) has ordered the product of an event (`e`) from such a seller. */
const ordered = (seller: SQL) => sql`exists (select from ${orderItems} x join ${orders} o on o.id = x.order_id
  where x.variant_id = i.variant_id and x.retailer_id = i.entity_id and ${seller})`;

const priced = {
  variant: sql`(v.value ->> 'id')::uuid`,
  wholesale: sql`((v.value ->> 'wholesale_price')::numeric * 100)::bigint`,
  caseSize: sql`coalesce((v.value ->> 'case_size')::int, 1)`,
  step: sql`coalesce((v.value -> 'price_ladder' -> 0 ->> 'min_amount')::numeric * 10000, 10000)`,
};
/** The owner's price is no partner's business that has its own (decision 590). */
const OWN_PRICES = sql`case when terms.offer_ids is null then '{}'
  else jsonb_build_object('wholesale_price', ${ownCents(priced)}::float8 / 100, 'price_ladder', (${ownLadderText(priced)})::jsonb) end`;

/**
 * Whom a change of a product concerns: who holds it, unless it came from a reseller alone, or has it in an open order. Thresholds of low stock and external
 * ids are the owner's own, as are whom a product is for and the names of what changed (decisions 403, 451 and 939).
 */
const SHARING: Sharing = {
  partners: sql`
    select p.id from ${entities} p join (
      select i.entity_id as id from ${inventoryItems} i where i.product_id = (e.data ->> 'id')::uuid and i.quantity > 0
        and (${ordered(sql`o.wholesaler_id = e.entity_id`)} or not ${ordered(sql`true`)} or i.entity_id in ${connectedEntityIds(sql`e.entity_id`)})
      union
      select x.retailer_id from ${orderItems} x join ${orders} o on o.id = x.order_id
      where x.product_id = (e.data ->> 'id')::uuid and o.wholesaler_id = e.entity_id
        and ${isOneOf(sql`o.status`, OPEN_STATUSES)}
    ) h on h.id = p.id where p.deleted_at is null and p.managed_by is null`,
  data: sql`jsonb_set((e.data - 'changed') || '{"external_ids": {}, "visibility": "connected"}', '{variants}', coalesce((
    select jsonb_agg(v.value || '{"low_stock_threshold": null, "low_stock_threshold_amount": null, "external_ids": {}}' || ${OWN_PRICES} order by v.ordinality)
    from jsonb_array_elements(e.data -> 'variants') with ordinality v ${joinTerms(sql`e.entity_id`, sql`h.id`)} ${joinOwn(priced)}), '[]'))`,
};

/** Passes on some of an owner's changes of products. */
export const passOnProducts = statement([[ID]], (entityId: string) => passingOn(entityId, SHARING));
