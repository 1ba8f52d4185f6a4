import type postgres from 'postgres';

type Row = Record<string, unknown>;

/** The columns of an inventory item in the order of the response, from `i` (its row) and `v` (its variant). */
export const itemColumns = (sql: postgres.ISql) => sql`
  i.id, i.product_id, i.product_name, i.variant_id, i.sku, i.location_id, i.room_type, i.quantity,
  i.reserved_quantity, i.quantity - i.reserved_quantity as available_quantity,
  i.unit_cost_cents::float8 / 100 as unit_cost, v.price_cents::float8 / 100 as unit_price, i.last_sync`;

export async function listItems(
  sql: postgres.Sql,
  entityId: string,
  page: number,
  limit: number,
): Promise<object> {
  const [data, counted] = await Promise.all([
    sql<Row[]>`
      select ${itemColumns(sql)} from inventory_items i join product_variants v on v.id = i.variant_id
      where i.entity_id = ${entityId} order by i.product_name, i.id limit ${limit} offset ${(page - 1) * limit}`,
    sql<Row[]>`select count(*)::int as total from inventory_items where entity_id = ${entityId}`,
  ]);
  return { data, pagination: { page, limit, total: counted[0]?.total } };
}

export async function getItem(sql: postgres.Sql, entityId: string, id: string): Promise<object> {
  const [item] = await sql<Row[]>`
    select ${itemColumns(sql)} from inventory_items i join product_variants v on v.id = i.variant_id
    where i.id = ${id} and i.entity_id = ${entityId}`;
  if (!item) throw new Error('no such item');
  return item;
}
