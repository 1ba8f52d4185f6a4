import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { MAX_PRICE_CENTS } from '../../kernel/money';
import { escaped, jsonObject, optional, plain, strict, timeText, word } from '../../platform/db/json-text';
import { iso } from '../../platform/db/listing';
import { DAY, ID, LIMITED, OWNER, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { readingsOf, type Walked } from '../../platform/db/walk';
import { entities } from '../entities/tables';
import { hasCertificate } from '../lots/queries.sql';
import { batches, lots } from '../lots/tables';
import { appearanceText, isKnownCategory } from '../products/queries.sql';
import { products, productVariants } from '../products/tables';
import { recalls } from '../recalls/tables';
import { ORDERS, type OrderView, orderConditions, visibleOrders } from './queries.sql';
import { receipts } from './receipts/tables';
import type { ListOrders } from './schema';
import { orderAllocations, orderHistory, orderItems, orders } from './tables';

const FILTERS: z.infer<typeof ListOrders> = {
  limit: 1,
  status: 'pending',
  wholesaler_id: ID,
  retailer_id: ID,
  recall_id: ID,
  start_date: DAY,
  end_date: DAY,
  search: 'x',
  updated_since: TIME,
};

/** Each form of a page, its order, and a total that is read with it. */
const READINGS = readingsOf(ORDERS).map(({ page, pageOrder }): [SQL, SQL, SQL] => [
  page(orderConditions(OWNER, FILTERS)),
  pageOrder,
  sql`0`,
]);

interface OrderRow extends Omit<OrderView, 'subtotal' | 'tax' | 'total' | 'items' | 'credit_total'> {
  credit_cents: number | null;
  subtotal_cents: number;
  tax_cents: number;
  total_cents: number;
  items: Array<
    Omit<OrderView['items'][number], 'unit_price' | 'total' | 'lots'> & {
      lots: OrderView['items'][number]['lots'] | null;
      unit_price_cents: number;
      total_cents: number;
    }
  >;
}

/** SQL: the lots of an order's line `x`, as JSON; null without any. */
const lotsOfLine = sql`select json_agg(json_build_object('lot_id', l.id, 'batch_id', b.batch_id, 'package_tag',
              l.package_tag, 'expires_on', b.expires_on, 'quantity', r.quantity, 'has_coa', ${hasCertificate})
              order by b.expires_on nulls last, l.created_at, l.id)
            from (select lot_id, sum(quantity)::int as quantity from ${orderAllocations}
                where order_item_id = x.id and lot_id is not null group by lot_id) r
              join ${lots} l on l.id = r.lot_id join ${batches} b on b.id = l.batch_id`;

/** SQL: parts of an order `o`, null where it has none. */
const cancellation = sql`case when o.status = 'cancelled' then (
        select json_build_object('reason', h.notes, 'by', json_build_object('id', h.actor_id, 'name', h.actor_name,
          'entity_id', h.actor_entity_id), 'at', ${iso(sql`h.created_at`)})
        from ${orderHistory} h where h.order_id = o.id and h.to_status = 'cancelled' order by h.id desc limit 1
      ) end`;
const creditCents = sql`(select r.credit_cents::float8 from ${receipts} r where r.order_id = o.id)`;
const shipment = sql`case when o.departed_at is not null then json_build_object('driver', o.driver, 'vehicle', o.vehicle,
        'departs_at', ${iso(sql`o.departed_at`)}, 'arrives_at', ${iso(sql`o.estimated_arrival`)}) end`;
const recall = sql`(select json_build_object('id', c.id, 'batch_id', b.batch_id) from ${recalls} c join ${batches} b on b.id = c.batch_id
        where c.id = o.recall_id)`;

export const ordersFrom = statement(
  [
    [sql``, sql`${orders} o where o.id = ${ID} and ${visibleOrders(LIMITED)}`],
    ...readingsOf(ORDERS).map(({ page, order }): [SQL, SQL] => [
      sql`page.walk_key, 0 as walk_total,`,
      sql`${page(orderConditions(OWNER, FILTERS))} join ${orders} o on o.id = page.id ${order}`,
    ]),
  ],
  (more: SQL, from: SQL) => sql<OrderRow & Walked>`
    select ${more} o.id, o.order_number, o.status,
      (select json_build_object('id', e.id, 'name', e.name) from ${entities} e where e.id = o.wholesaler_id) as wholesaler,
      (select json_build_object('id', e.id, 'name', e.name) from ${entities} e where e.id = o.retailer_id) as retailer,
      (select json_agg(json_build_object('id', x.id, 'product_id', x.product_id, 'product_name', x.product_name,
          'variant_id', x.variant_id, 'sku', x.sku, 'variant_name', v.name, 'category', p.category,
          'image', p.images[1], 'quantity', x.quantity, 'unit_price_cents', x.unit_price_cents,
          'total_cents', x.total_cents, 'shipped_quantity', x.shipped_quantity, 'received_quantity', x.received_quantity,
          'lots', (${lotsOfLine})) order by x.position, x.id)
        from ${orderItems} x join ${productVariants} v on v.id = x.variant_id join ${products} p on p.id = x.product_id
        where x.order_id = o.id) as items,
      o.subtotal_cents::float8 as subtotal_cents, o.tax_cents::float8 as tax_cents, o.total_cents::float8 as total_cents,
      o.delivery_date::text as delivery_date, o.delivery_window, o.notes, o.receiving_location_id,
      ${cancellation} as cancellation,
      ${creditCents} as credit_cents,
      ${shipment} as shipment,
      ${recall} as recall,
      o.po_number,
      ${iso(sql`o.created_at`)} as created_at, ${iso(sql`o.updated_at`)} as updated_at
    from ${from}`,
);

interface SummaryRow
  extends Pick<
    OrderView,
    'id' | 'order_number' | 'status' | 'delivery_date' | 'created_at' | 'updated_at' | 'po_number'
  > {
  wholesaler_id: string;
  wholesaler_name: string;
  retailer_id: string;
  retailer_name: string;
  total_cents: number;
  item_count: number;
}

/** Orders without their lines. `offset 0` reads a row's parts by their keys, in the order of the page, each once. */
export const orderSummaries = statement(
  READINGS,
  (page: SQL, order: SQL, total: SQL) => sql<SummaryRow & Walked>`
    select page.walk_key, (${total})::int as walk_total, o.id, o.order_number, o.status,
      o.wholesaler_id, seller.name as wholesaler_name, o.retailer_id, buyer.name as retailer_name,
      o.total_cents::float8 as total_cents, o.delivery_date::text as delivery_date,
      ${iso(sql`o.created_at`)} as created_at, ${iso(sql`o.updated_at`)} as updated_at, o.po_number, lines.item_count
    from ${page}
      cross join lateral (select * from ${orders} x where x.id = page.id offset 0) o
      cross join lateral (select name from ${entities} where id = o.wholesaler_id offset 0) seller
      cross join lateral (select name from ${entities} where id = o.retailer_id offset 0) buyer
      cross join lateral (select count(*)::int as item_count from ${orderItems} x where x.order_id = o.id offset 0) lines ${order}`,
);

/** A list's order as JSON text, with what is checked by itself. */
interface OrderText extends Pick<OrderView, 'cancellation' | 'shipment'> {
  id: string;
  text: string | null;
  /** Of each line that has lots. */
  lots: Array<OrderView['items'][number]['lots']> | null;
}

/** SQL: the lots of a line `x`: few lines have any, which a small index knows. */
const LOTS_IF_ANY = sql`case when (select true from ${orderAllocations} where order_item_id = x.id and lot_id is not null limit 1)
  then (${lotsOfLine}) end`;

/** SQL: a line `x` in the order of its schema, with its variant `v`, its product `p` and its lots `z`. */
const LINE_TEXT = jsonObject({
  id: word(sql`x.id`),
  product_id: word(sql`x.product_id`),
  product_name: escaped(sql`x.product_name`),
  variant_id: word(sql`x.variant_id`),
  sku: escaped(sql`x.sku`),
  ...appearanceText,
  quantity: plain(sql`x.quantity`),
  shipped_quantity: plain(sql`x.shipped_quantity`),
  received_quantity: plain(sql`x.received_quantity`),
  lots: plain(sql`coalesce(z.lots::text, '[]')`),
  unit_price: plain(sql`x.unit_price_cents::float8 / 100`),
  total: plain(sql`x.total_cents::float8 / 100`),
});

/** SQL: the lines of an order `o` as text, and whether the schema takes them. */
const LINES = sql`(
  select ${LINE_TEXT} as text, z.lots,
    ${isKnownCategory(sql`p.category`)} and x.unit_price_cents between 0 and ${sql.raw(String(MAX_PRICE_CENTS))} as sound
  from ${orderItems} x
    cross join lateral (select name from ${productVariants} where id = x.variant_id offset 0) v
    cross join lateral (select category, images from ${products} where id = x.product_id offset 0) p
    cross join lateral (select ${LOTS_IF_ANY} as lots offset 0) z
  where x.order_id = o.id order by x.position, x.id offset 0) line`;

/** SQL: an order `o` in the order of its schema, with its `seller`, its `buyer`, its `lines` and the parts that few orders have (`rest`). */
const ORDER_TEXT = jsonObject({
  id: word(sql`o.id`),
  order_number: escaped(sql`o.order_number`),
  status: word(sql`o.status`),
  wholesaler: plain(jsonObject({ id: word(sql`o.wholesaler_id`), name: plain(sql`seller.name`) })),
  retailer: plain(jsonObject({ id: word(sql`o.retailer_id`), name: plain(sql`buyer.name`) })),
  items: { parts: ['[', sql`lines.items`, ']'] },
  subtotal: plain(sql`o.subtotal_cents::float8 / 100`),
  tax: plain(sql`o.tax_cents::float8 / 100`),
  total: plain(sql`o.total_cents::float8 / 100`),
  delivery_date: optional(sql`to_json(o.delivery_date)`),
  delivery_window: optional(sql`to_json(o.delivery_window)`),
  notes: optional(sql`to_json(o.notes)`),
  receiving_location_id: word(sql`o.receiving_location_id`),
  cancellation: optional(sql`rest.cancellation`),
  recall: optional(sql`case when o.recall_id is not null then ${recall} end`),
  created_at: strict(timeText(sql`o.created_at`)),
  updated_at: strict(timeText(sql`o.updated_at`)),
  credit_total: optional(sql`rest.credit_total`),
  shipment: optional(sql`rest.shipment`),
  po_number: optional(sql`to_json(o.po_number)`),
});

/**
 * The same as JSON text in the order of the schema (decision 260). The text is null where the schema might reject it for
 * what no constraint excludes. `offset 0` reads a row's parts by their keys, in the order of the page, each once.
 */
export const orderTexts = statement(
  READINGS,
  (page: SQL, order: SQL, total: SQL) => sql<OrderText & Walked>`
    select page.walk_key, (${total})::int as walk_total, o.id, rest.cancellation, rest.shipment, lines.lots,
      case when lines.sound and coalesce(o.delivery_date, '2000-01-01') between '0001-01-01' and '9999-12-31'
          and coalesce(rest.credit_total, 0) between 0 and 9999999999.99 then ${ORDER_TEXT} end as text
    from ${page}
      cross join lateral (select * from ${orders} x where x.id = page.id offset 0) o
      cross join lateral (select to_json(name) as name from ${entities} where id = o.wholesaler_id offset 0) seller
      cross join lateral (select to_json(name) as name from ${entities} where id = o.retailer_id offset 0) buyer
      cross join lateral (
        select coalesce(string_agg(line.text, ','), '') as items, coalesce(bool_and(line.sound), true) as sound,
          json_agg(line.lots) filter (where line.lots is not null) as lots
        from ${LINES}) lines
      cross join lateral (
        select ${cancellation} as cancellation, ${creditCents} / 100 as credit_total, ${shipment} as shipment offset 0) rest ${order}`,
);
