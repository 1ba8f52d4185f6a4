import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Page } from '../../kernel/params';
import { SELLERS } from '../../kernel/permissions';
import { byName, iso, slice, texts } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { connectedEntityIds } from '../entities/connections/queries';
import { entities } from '../entities/tables';
import { orderItems, orders } from '../orders/tables';
import { isListingShown, isShown } from '../pricing/shown/queries.sql';
import { CATEGORY_NAMES } from '../products/categories';
import { listings, products } from '../products/tables';
import type { MarketBrand, SupplierList } from './schema';

export const countSuppliers = statement(
  [[supplierConditions(ID)]],
  (mine: SQL) => sql<{ total: number }>`select count(*)::int as total from ${entities} e where ${mine}`,
);

type SupplierView = z.infer<typeof SupplierList>['data'][number];
interface SupplierRow extends Omit<SupplierView, 'last_order' | 'next_delivery_dates'> {
  last_order: (Omit<NonNullable<SupplierView['last_order']>, 'total'> & { total_cents: number }) | null;
}

/** SQL: each category of a seller's own active products that exist for a buyer, by one look into their index each. */
const categoriesOf = (sellerId: SQL, buyerId: string) => sql`array(
  select c.name from unnest(${texts(CATEGORY_NAMES)}) with ordinality c (name, n)
  where exists (select from ${products} p where p.entity_id = ${sellerId} and p.category = c.name and p.active and p.deleted_at is null
    and ${isShown(sql`${buyerId}::uuid`)})
  order by c.n)`;

/** SQL: the last orders of a buyer from a seller, canceled ones aside. */
const ordersFrom = (sellerId: SQL, buyerId: string, columns: SQL, limit: number) => sql`
  select ${columns} from ${orders} o where o.retailer_id = ${buyerId} and o.wholesaler_id = ${sellerId} and o.status <> 'cancelled'
  order by o.created_at desc nulls last, o.id limit ${limit}`;

const lastOrder = (sellerId: SQL, buyerId: string) => sql`(
  select json_build_object('id', o.id, 'order_number', o.order_number, 'created_at', ${iso(sql`o.created_at`)},
    'total_cents', o.total_cents::float8)
  from (${ordersFrom(sellerId, buyerId, sql`o.*`, 1)}) o)`;

/** SQL: four pictures: of what a buyer ordered most of late, then of the newest products of the seller. */
const picturesOf = (sellerId: SQL, buyerId: string) => sql`(
  select coalesce(json_agg(json_build_object('product_id', p.id, 'product_name', p.name, 'category', p.category, 'image', p.image)
    order by p.units desc nulls last, p.created_at desc, p.id), '[]')
  from (
    select p.id, p.name, p.category, p.images[1] as image, p.created_at, w.units
    from (
      select z.id, max(z.units) as units from (
        (select x.product_id as id, sum(x.quantity) as units from ${orderItems} x
          where x.order_id in (${ordersFrom(sellerId, buyerId, sql`o.id`, 20)}) group by x.product_id)
        union all
        (select p.id, null from ${products} p where p.entity_id = ${sellerId} and p.deleted_at is null and p.active
            and ${isShown(sql`${buyerId}::uuid`)}
          order by p.created_at desc nulls last, p.id limit 20)
      ) z group by z.id
    ) w join ${products} p on p.id = w.id
    where cardinality(p.images) > 0 and p.active and p.deleted_at is null and ${isShown(sql`${buyerId}::uuid`)}
    order by w.units desc nulls last, p.created_at desc, p.id limit 4
  ) p)`;

export const suppliersPage = statement(
  [[supplierConditions(ID), ID, 1, 1]],
  (mine: SQL, buyerId: string, page: number, limit: number) => sql<SupplierRow>`
      select e.id, e.name, e.city, e.state,
        ${categoriesOf(sql`e.id`, buyerId)} as categories, ${picturesOf(sql`e.id`, buyerId)} as pictures, ${lastOrder(sql`e.id`, buyerId)} as last_order,
        ((select count(*) from ${products} p where p.entity_id = e.id and p.active and p.deleted_at is null)
          - (select count(*) from ${products} p where p.entity_id = e.id and p.visibility = 'offered' and p.active and p.deleted_at is null
            and not ${isShown(sql`${buyerId}::uuid`)})
          + (select count(distinct g.product_id) from ${listings} g where g.seller_id = e.id and g.active
            and ${isListingShown(sql`${buyerId}::uuid`)}))::int as product_count
      from ${entities} e where ${mine} order by ${byName(sql`e.name`)}, e.id ${slice({ page, limit })}`,
);

export function supplierConditions(entityId: string): SQL {
  return sql`e.id in ${connectedEntityIds(entityId)} and e.type = any(${texts(SELLERS)}) and e.deleted_at is null`;
}

const BRANDED = (sellerId: string, buyerId: string) => sql`${products} p
  where (p.entity_id = ${sellerId} and p.active and p.deleted_at is null and ${isShown(sql`${buyerId}::uuid`)}
    or p.id in (select g.product_id from ${listings} g where g.seller_id = ${sellerId} and g.active
      and ${isListingShown(sql`${buyerId}::uuid`)})) and p.brand is not null`;

export const countBrands = statement(
  [[ID, ID]],
  (sellerId: string, buyerId: string) =>
    sql<{ total: number }>`select count(distinct p.brand)::int as total from ${BRANDED(sellerId, buyerId)}`,
);

export const brandsPage = statement(
  [[ID, ID, { page: 1, limit: 1 }]],
  (sellerId: string, buyerId: string, page: Page) => sql<z.infer<typeof MarketBrand>>`
    select p.brand as name, count(*)::int as product_count from ${BRANDED(sellerId, buyerId)}
    group by p.brand order by ${byName(sql`p.brand`)}, p.brand ${slice(page)}`,
);
