import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allOf, byName, contains, orderBy, type SortOf, slice, uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { connectedEntityIds } from '../entities/connections/queries';
import type { Offer, SupplierList } from './schema';

export const countSuppliers = statement(
  [[supplierConditions(ID)]],
  (mine: SQL) => sql<{ total: number }>`select count(*)::int as total from entities e where ${mine}`,
);

export const suppliersPage = statement(
  [[supplierConditions(ID), 1, 1]],
  (mine: SQL, page: number, limit: number) => sql<z.infer<typeof SupplierList>['data'][number]>`
      select e.id, e.name, e.city, e.state,
        (select count(*)::int from products p where p.entity_id = e.id and p.active and p.deleted_at is null) as product_count
      from entities e where ${mine} order by ${byName(sql`e.name`)}, e.id ${slice({ page, limit })}`,
);

export function supplierConditions(entityId: string): SQL {
  return sql`e.id in ${connectedEntityIds(entityId)} and e.type = 'wholesaler' and e.deleted_at is null`;
}

type OfferView = z.infer<typeof Offer>;

interface OfferRow extends Omit<OfferView, 'wholesale_price' | 'available_quantity'> {
  wholesale_price_cents: number;
}

const OFFERS = sql`products p join product_variants v on v.product_id = p.id and v.deleted_at is null`;

const SORT_COLUMNS = {
  product_name: byName(sql`p.name`),
  brand: byName(sql`p.brand`),
  category: sql`p.category`,
  wholesale_price: sql`v.wholesale_price_cents`,
};

export const countOffers = statement(
  [[offerConditions(ID, 'flower', ID, 'x')]],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from ${OFFERS} where ${where}`,
);

export const offersPage = statement(
  [[offerConditions(ID, 'flower', ID, 'x'), '-brand', 1, 1]],
  (where: SQL, sort: SortOf<typeof SORT_COLUMNS>, page: number, limit: number) => {
    const order = orderBy(sort, SORT_COLUMNS, SORT_COLUMNS.product_name, sql`p.id, v.position, v.id`);
    return sql<OfferRow>`
      select p.id as product_id, p.name as product_name, p.brand, p.category, p.subcategory,
        p.images[1] as image, p.thc_percentage,
        v.id as variant_id, v.name as variant_name, v.sku, v.wholesale_price_cents::float8 as wholesale_price_cents
      from ${OFFERS} where ${where} ${order} ${slice({ page, limit })}`;
  },
);

export function offerConditions(
  id: string,
  category: string | undefined,
  variantIds: string | undefined,
  search: string | undefined,
): SQL {
  return allOf([
    sql`p.entity_id = ${id} and p.active and p.deleted_at is null`,
    category ? sql`p.category = ${category}` : undefined,
    variantIds ? sql`v.id = any(${uuids(variantIds.split(','))})` : undefined,
    search ? matches(search) : undefined,
  ]);
}

function matches(search: string): SQL {
  const columns = [sql`p.name`, sql`p.brand`, sql`v.name`, sql`v.sku`];
  return sql`(${sql.join(
    columns.map((column) => contains(column, search)),
    sql` or `,
  )})`;
}
