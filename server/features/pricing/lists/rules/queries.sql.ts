import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/actor';
import type { STEP_UNITS } from '../../../../kernel/weights';
import { byId } from '../../../../platform/db/collection';
import { uuids } from '../../../../platform/db/listing';
import { paged } from '../../../../platform/db/paged.sql';
import { ID, OWNER } from '../../../../platform/db/samples';
import { statement } from '../../../../platform/db/statement';
import { inventoryItems } from '../../../inventory/tables';
import { listings, products, productVariants } from '../../../products/tables';
import { priceLists, priceRules } from '../tables';
import { priceRule } from './resource';

interface Reader {
  entity: Pick<Actor['entity'], 'id'>;
  listId: string;
}

/** SQL: what a business sells of a variant (alias `v`): its own, or by its listing (`g`). */
const sellable = (seller: SQL): SQL => sql`${productVariants} v join ${products} p on p.id = v.product_id
    left join ${listings} g on g.seller_id = ${seller} and g.variant_id = v.id
  where v.deleted_at is null and (v.entity_id = ${seller} or g.id is not null)`;
const SKU = (seller: SQL): SQL => sql`case when v.entity_id = ${seller} then v.sku else g.sku end`;

/** SQL: prices of lists with what they are of; those of what is no longer sold are left out. */
const soldRules = sql`(
  select k.list_id, k.variant_id, k.min_steps, k.price_cents, l.entity_id, s.product_id, s.product_name, s.variant_name, s.position,
    s.unit, s.step, s.sku, s.wholesale_price_cents
  from ${priceRules} k join ${priceLists} l on l.id = k.list_id
    join lateral (select v.product_id, p.name as product_name, v.name as variant_name, v.position, v.unit, v.step,
        ${SKU(sql`l.entity_id`)} as sku,
        case when v.entity_id = l.entity_id then v.wholesale_price_cents else g.wholesale_price_cents end as wholesale_price_cents
      from ${sellable(sql`l.entity_id`)} and v.id = k.variant_id) s on true
  ) r`;

const VIEWER: Reader = { ...OWNER, listId: ID };
export const PRICE_RULES = paged(priceRule, {
  from: soldRules,
  visible: ({ entity, listId }: Reader) => sql`r.list_id = ${listId} and r.entity_id = ${entity.id}`,
  order: sql`r.product_name collate names, r.position`,
  key: sql`r.variant_id, r.min_steps`,
  filters: { variant_id: byId(sql`r.variant_id`, 'Only prices of this variant') },
  viewers: [VIEWER],
});

/** What a business sells, of some SKUs and ids. */
export const soldVariants = statement(
  [[ID, ['x'], [ID]]],
  (sellerId: string, skus: readonly string[], ids: readonly string[]) => sql<{
    id: string;
    sku: string;
    step: number | null;
  }>`
    select v.id, ${SKU(sql`${sellerId}::uuid`)} as sku, v.step from ${sellable(sql`${sellerId}::uuid`)}
      and (v.id = any(${uuids(ids)}) or v.id in (
        select o.id from ${productVariants} o where o.entity_id = ${sellerId} and o.deleted_at is null
          and o.sku in (select jsonb_array_elements_text(${JSON.stringify(skus)}::jsonb))
        union all select h.variant_id from ${listings} h where h.seller_id = ${sellerId}
          and h.sku in (select jsonb_array_elements_text(${JSON.stringify(skus)}::jsonb))))`,
);

export interface SoldItem {
  sku: string;
  variant_id: string;
  product_name: string;
  variant_name: string;
  unit: (typeof STEP_UNITS)[number] | null;
  wholesale_price: number;
  unit_cost: number | null;
}

/** What a business sells, of some SKUs, with what its stock of it cost on average; null without `costs`. */
export const soldItems = statement(
  [
    [ID, ['x'], true],
    [ID, ['x'], false],
  ],
  (sellerId: string, skus: readonly string[], costs: boolean) => {
    const seller = sql`${sellerId}::uuid`;
    const cost = costs
      ? sql`(select coalesce(sum(i.quantity * i.average_cost) / nullif(sum(i.quantity), 0), avg(i.average_cost))
          from ${inventoryItems} i where i.variant_id = v.id and i.entity_id = ${seller} and i.average_cost > 0)`
      : sql`null::numeric`;
    return sql<SoldItem>`
      select ${SKU(seller)} as sku, v.id as variant_id, p.name as product_name, v.name as variant_name, v.unit,
        (case when v.entity_id = ${seller} then v.wholesale_price_cents else g.wholesale_price_cents end)::float8 / 100 as wholesale_price,
        round(${cost}, 2)::float8 as unit_cost
      from ${sellable(seller)} and v.id in (
        select o.id from ${productVariants} o where o.entity_id = ${seller} and o.deleted_at is null
          and o.sku in (select jsonb_array_elements_text(${JSON.stringify(skus)}::jsonb))
        union all select h.variant_id from ${listings} h where h.seller_id = ${seller}
          and h.sku in (select jsonb_array_elements_text(${JSON.stringify(skus)}::jsonb)))
      order by 1`;
  },
);

/** A price of a list: from so many steps of a variant on. */
export interface Rule {
  variant_id: string;
  min_steps: number;
  price_cents: number;
}

export const rulesOf = statement(
  [[ID]],
  (listId: string) => sql<Rule & { sku: string; step: number | null }>`
    select r.variant_id, r.min_steps, r.price_cents::float8 as price_cents, r.sku, r.step from ${soldRules} where r.list_id = ${listId}
    order by r.sku, r.min_steps`,
);

export const deleteRules = statement(
  [[ID]],
  (listId: string) => sql`delete from ${priceRules} where list_id = ${listId}`,
);

export const insertRules = statement(
  [[ID, []]],
  (listId: string, rules: readonly Rule[]) => sql`
    insert into ${priceRules} (list_id, variant_id, min_steps, price_cents)
    select ${listId}::uuid, n.variant_id, n.min_steps, n.price_cents
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as n (variant_id uuid, min_steps int, price_cents bigint)`,
);
