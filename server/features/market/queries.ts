import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { forbidden, notFound } from '../../kernel/errors';
import { toDollars } from '../../kernel/money';
import type { Page } from '../../kernel/params';
import type { ReadContext } from '../../operation/context';
import { allOf, byName, contains, orderBy, pageOf, slice, uuids } from '../../platform/db/listing';
import { areConnected, connectedEntityIds } from '../entities/connections/queries';
import { findParties } from '../entities/queries';
import { availableUnits } from '../inventory/queries';
import type { Catalog, ListCatalog, Offer, SupplierList } from './schema';

/** Only retailers buy. @throws AppError FORBIDDEN */
function checkBuyer({ entity }: Pick<Actor, 'entity'>): void {
  if (entity.type !== 'retailer') throw forbidden('Only a retailer buys from suppliers.');
}

/** The wholesalers that the calling retailer is connected with. @throws AppError FORBIDDEN */
export async function listSuppliers(
  { db, actor }: ReadContext,
  { page, limit }: Page,
): Promise<z.infer<typeof SupplierList>> {
  checkBuyer(actor);
  const mine = sql`e.id in ${connectedEntityIds(actor.entity.id)} and e.type = 'wholesaler' and e.deleted_at is null`;
  const [rows, [counted]] = await Promise.all([
    db.execute<z.infer<typeof SupplierList>['data'][number] & Record<string, unknown>>(sql`
      select e.id, e.name, e.city, e.state,
        (select count(*)::int from products p where p.entity_id = e.id and p.active and p.deleted_at is null) as product_count
      from entities e where ${mine} order by ${byName(sql`e.name`)}, e.id ${slice({ page, limit })}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from entities e where ${mine}`),
  ]);
  return { data: [...rows], pagination: pageOf({ page, limit }, counted?.total) };
}

type OfferView = z.infer<typeof Offer>;
interface OfferRow
  extends Record<string, unknown>,
    Omit<OfferView, 'wholesale_price' | 'available_quantity'> {
  wholesale_price_cents: number;
}

const OFFERS = sql`products p join product_variants v on v.product_id = p.id and v.deleted_at is null`;
const SORT_COLUMNS = {
  product_name: byName(sql`p.name`),
  brand: byName(sql`p.brand`),
  category: sql`p.category`,
  wholesale_price: sql`v.wholesale_price_cents`,
};

/**
 * What a connected wholesaler sells: one row per variant of its active products. Only the variants of the page are
 * looked up in the stock.
 * @throws AppError FORBIDDEN, NOT_FOUND when not connected
 */
export async function listCatalog(
  { db, actor }: ReadContext,
  { id, page, limit, ...filter }: z.infer<typeof ListCatalog>,
): Promise<z.infer<typeof Catalog>> {
  checkBuyer(actor);
  const [connected, parties] = await Promise.all([
    areConnected(db, actor.entity.id, id),
    findParties(db, [id]),
  ]);
  if (!connected || parties.get(id)?.type !== 'wholesaler') throw notFound();
  const where = allOf([
    sql`p.entity_id = ${id} and p.active and p.deleted_at is null`,
    filter.category ? sql`p.category = ${filter.category}` : undefined,
    filter.variant_ids ? sql`v.id = any(${uuids(filter.variant_ids.split(','))})` : undefined,
    filter.search ? matches(filter.search) : undefined,
  ]);
  const order = orderBy(filter.sort, SORT_COLUMNS, SORT_COLUMNS.product_name, sql`p.id, v.position, v.id`);
  const [rows, [counted]] = await Promise.all([
    db.execute<OfferRow>(sql`
      select p.id as product_id, p.name as product_name, p.brand, p.category, p.subcategory, p.thc_percentage,
        v.id as variant_id, v.name as variant_name, v.sku, v.wholesale_price_cents::float8 as wholesale_price_cents
      from ${OFFERS} where ${where} ${order} ${slice({ page, limit })}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from ${OFFERS} where ${where}`),
  ]);
  const available = await availableUnits(
    db,
    id,
    rows.map((row) => row.variant_id),
  );
  const data = rows.map(({ wholesale_price_cents, ...offer }) => ({
    ...offer,
    wholesale_price: toDollars(wholesale_price_cents),
    available_quantity: available.get(offer.variant_id) ?? 0,
  }));
  return { data, pagination: pageOf({ page, limit }, counted?.total) };
}

function matches(search: string): SQL {
  const columns = [sql`p.name`, sql`p.brand`, sql`v.name`, sql`v.sku`];
  return sql`(${sql.join(
    columns.map((column) => contains(column, search)),
    sql` or `,
  )})`;
}
