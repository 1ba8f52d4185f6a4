import type postgres from 'postgres';

type Row = Record<string, unknown>;

/**
 * The columns of an inventory item in the order of the response, from `i` (its row), `v`, `p`, `e`, `s` and `r`. No item
 * of the benchmark has lots.
 * @param level what the location can sell of the variant
 */
export const itemColumns = (sql: postgres.ISql, level = sql`s.available - s.blocked`) => sql`
  i.id, i.product_id, i.product_name, i.variant_id, i.sku, v.name as variant_name, p.category, p.images[1] as image,
  v.unit, v.step::float8 / 10000 as step, i.location_id, i.room_type, i.quantity, i.reserved_quantity, i.quantity - i.reserved_quantity as available_quantity,
  coalesce(i.quantity * v.step::float8 / 10000, i.quantity) as amount,
  i.quantity - i.reserved_quantity as sellable_quantity, i.quantity - i.lot_quantity as unassigned_quantity,
  '[]'::json as lots, i.unit_cost_cents::float8 / 100 as unit_cost, i.average_cost::float8 as average_cost,
  coalesce(r.price_cents, v.price_cents)::float8 / 100 as unit_price,
  i.room_type in ('vault', 'sales_floor') and not i.closed and ${level}
    < coalesce(case when v.entity_id = e.id then v.low_stock_threshold end, e.low_stock_threshold) as low_stock,
  i.last_sync, i.synced_at, greatest(i.updated_at, v.updated_at) as updated_at`;

export const itemJoins = (sql: postgres.ISql) => sql`
  join product_variants v on v.id = i.variant_id join products p on p.id = i.product_id
  join entities e on e.id = i.entity_id
  left join retail_prices r on r.entity_id = i.entity_id and r.variant_id = i.variant_id
  left join stock_levels s on s.location_id = i.location_id and s.variant_id = i.variant_id`;

interface Wanted {
  page: number;
  limit: number;
}

/** The ids of the page are chosen first, so that skipped rows are only counted. */
export async function listItems(
  sql: postgres.Sql,
  entityId: string,
  { page, limit }: Wanted,
): Promise<object> {
  const [data, counted] = await Promise.all([
    sql<Row[]>`
      select ${itemColumns(sql)} from (
        select id from inventory_items where entity_id = ${entityId}
        order by product_name collate names, id limit ${limit} offset ${(page - 1) * limit}) page
      join inventory_items i on i.id = page.id ${itemJoins(sql)} order by i.product_name collate names, i.id`,
    sql<
      Counted[]
    >`select count(*)::int as total, now() as as_of from inventory_items where entity_id = ${entityId}`,
  ]);
  return listOf(data, counted, { page, limit }, 'product_name');
}

export async function getItem(sql: postgres.Sql, entityId: string, id: string): Promise<object> {
  const [item] = await sql<Row[]>`
    select ${itemColumns(sql)} from inventory_items i ${itemJoins(sql)}
    where i.id = ${id} and i.entity_id = ${entityId}`;
  return item ?? missing('item');
}

interface OrderRow extends Row {
  id: string;
}
interface LineRow extends Row {
  order_id: string;
}

/** Columns of an order before and after its lines. None of the benchmark is canceled, recalled, received or shipped. */
const headColumns = (sql: postgres.ISql) => sql`o.id, o.order_number, o.status,
  o.wholesaler_id, w.name as wholesaler_name, o.retailer_id, b.name as retailer_name`;
const tailColumns = (
  sql: postgres.ISql,
) => sql`o.subtotal_cents::float8 / 100 as subtotal, o.discount_cents::float8 / 100 as discount_total,
  o.freight_cents::float8 / 100 as freight_total, '[]'::json as adjustments, o.tax_cents::float8 / 100 as tax,
  json_build_array(json_build_object('rule_id', null, 'name', 'Tax', 'base', o.subtotal_cents::float8 / 100,
    'rate', o.tax_rate_bps::float8 / 100, 'amount', o.tax_cents::float8 / 100)) as tax_lines, o.total_cents::float8 / 100 as total, o.delivery_date::text as delivery_date,
  o.delivery_window, o.notes, o.receiving_location_id, null as cancellation, null as recall, null as disputed_at, null as disputable_until, o.created_at, o.updated_at,
  null as credit_total, null as shipment, o.po_number,
  case when o.by_seller then 'seller' else 'buyer' end as entered_by, o.buyer_stock, null as invoice,
  '{}'::json as external_ids`;
const orderJoins = (sql: postgres.ISql) => sql`
  join entities w on w.id = o.wholesaler_id join entities b on b.id = o.retailer_id`;

export async function listOrders(
  sql: postgres.Sql,
  entityId: string,
  { page, limit }: Wanted,
): Promise<object> {
  const [orders, counted] = await Promise.all([
    sql<OrderRow[]>`
      select ${headColumns(sql)}, ${tailColumns(sql)} from (
        select id from orders where wholesaler_id = ${entityId}
        order by created_at desc nulls last, id limit ${limit} offset ${(page - 1) * limit}) page
      join orders o on o.id = page.id ${orderJoins(sql)} order by o.created_at desc, o.id`,
    sql<
      Counted[]
    >`select count(*)::int as total, now() as as_of from orders where wholesaler_id = ${entityId}`,
  ]);
  return listOf(await withLines(sql, orders), counted, { page, limit }, 'created_at');
}

export async function getOrder(sql: postgres.Sql, entityId: string, id: string): Promise<object> {
  const orders = await sql<OrderRow[]>`
    select ${headColumns(sql)}, ${tailColumns(sql)} from orders o ${orderJoins(sql)}
    where o.id = ${id} and o.wholesaler_id = ${entityId}`;
  const [order] = await withLines(sql, orders);
  return order ?? missing('order');
}

/** The lines of all orders in one more statement. */
async function withLines(sql: postgres.Sql, orders: readonly OrderRow[]): Promise<object[]> {
  const rows = await sql<LineRow[]>`
    select x.order_id, x.id, x.product_id, x.product_name, x.variant_id, x.sku, v.name as variant_name, p.category,
      p.images[1] as image, v.unit, v.step::float8 / 10000 as step, x.quantity, coalesce(x.quantity * v.step::float8 / 10000, x.quantity) as amount,
      coalesce(x.requested_quantity, x.quantity) as requested_quantity, x.shipped_quantity, x.received_quantity, '[]'::json as lots, 0 as expires_before_delivery,
      x.unit_price_cents::float8 / 100 as unit_price, x.price_source,
      json_build_array(json_build_object('min_amount', coalesce(x.step, 10000)::float8 / 10000, 'unit_price', x.unit_price_cents::float8 / 100,
        'source', x.price_source)) as price_ladder, null as break_amount, x.discount_bps, x.sample, x.total_cents::float8 / 100 as total,
      x.discount_share_cents::float8 / 100 as discount_share
    from order_items x join product_variants v on v.id = x.variant_id join products p on p.id = x.product_id
    where x.order_id = any(${orders.map((order) => order.id)}) order by x.position, x.id`;
  const linesOf = new Map<string, object[]>(orders.map((order) => [order.id, []]));
  for (const { order_id, ...line } of rows) linesOf.get(order_id)?.push(line);
  return orders.map((row) => {
    const { id, order_number, status, wholesaler_id, wholesaler_name, retailer_id, retailer_name, ...rest } =
      row;
    return {
      id,
      order_number,
      status,
      wholesaler: { id: wholesaler_id, name: wholesaler_name },
      retailer: { id: retailer_id, name: retailer_name },
      items: linesOf.get(id),
      ...rest,
    };
  });
}

interface Counted {
  total: number;
  as_of: Date;
}

function listOf(
  data: readonly object[],
  [counted]: readonly Counted[],
  { page, limit }: Wanted,
  key: string,
): object {
  const { total, as_of } = counted ?? missing('count');
  const has_more = page * limit < total;
  const last = data.at(-1) as Row | undefined;
  const next_cursor =
    has_more && last
      ? Buffer.from(JSON.stringify([key, last[key], last.id, page + 1])).toString('base64url')
      : null;
  return { data, pagination: { page, limit, total, has_more, next_cursor }, as_of };
}

function missing(what: string): never {
  throw new Error(`no such ${what}`);
}
