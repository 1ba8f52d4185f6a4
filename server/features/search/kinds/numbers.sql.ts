import { type SQL, sql } from 'drizzle-orm';
import { creditNotes } from '../../billing/credits/tables';
import { invoices } from '../../billing/invoices/tables';
import { payments } from '../../billing/payments/tables';
import { sellersOf } from '../../entities/connections/queries';
import { accounts } from '../../entities/customers/tables';
import { entities } from '../../entities/tables';
import { goodsReceipts } from '../../inventory/goods-receipts/tables';
import { visibleLots } from '../../lots/queries.sql';
import { batchReach, lots } from '../../lots/tables';
import { DRAFT_NUMBER } from '../../orders/drafts/queries.sql';
import { drafts } from '../../orders/drafts/tables';
import { BUYERS_NUMBER, visibleOrders } from '../../orders/queries.sql';
import { endingOf } from '../../orders/shapes/flow.sql';
import { orders } from '../../orders/tables';
import { listings, productVariants } from '../../products/tables';
import { recalls } from '../../recalls/tables';
import type { SearchKind } from '../schema';
import type { Reader } from './kind.sql';
import { knowsSeller } from './partners.sql';

/**
 * SQL: queries of `kind` and `id`: objects that are known by a number as a whole, read from its index (decision 949). `t` is what was typed, as
 * `raw`, `upper` and `key`. They are candidates: the list's condition decides on each.
 */
type Numbers = (reader: Reader) => SQL;

const of = (kind: SearchKind) => sql.raw(`'${kind}' as kind`);

/** SQL: documents of a business whose number is the typed one, of each side the newest first. */
const onSides = (kind: SearchKind, table: SQL, columns: readonly string[], number: string): Numbers[] =>
  columns.map(
    (column) =>
      ({ entity }) =>
        sql`
        select ${of(kind)}, d.id from ${table} d where d.${sql.raw(column)} = ${entity.id} and search_key(d.${sql.raw(number)}) = t.key
        order by d.created_at desc`,
  );

const PARTIES = ['seller_id', 'buyer_id'];
/** The last parts of an order's number that lists show: `BZCDPJ`, and with the day `1119-BZCDPJ` (decision 460). */
const ENDINGS = [6, 11];
const ending = sql`length(t.upper) in (${sql.raw(ENDINGS.join(', '))})
  and ${endingOf(sql`o.order_number`)} = right(t.upper, 6) and right(o.order_number, length(t.upper)) = t.upper`;
const isVariant = sql`v.deleted_at is null and search_key(v.sku) = t.key`;
const isLicense = (column: SQL) =>
  sql`license_form(${column}) = license_form(t.raw) and license_form(t.raw) <> ''`;

export const NUMBERS: readonly Numbers[] = [
  ({ entity }) => sql`select ${of('customer')}, a.buyer_id as id from ${accounts} a
    where a.seller_id = ${entity.id} and ${isLicense(sql`a.license_number`)}`,
  ({
    entity,
  }) => sql`select ${of('supplier')}, e.id from ${accounts} a join ${entities} e on e.id = a.seller_id
    where a.buyer_id = ${entity.id} and ${isLicense(sql`e.license_number`)} and ${knowsSeller}`,
  () => sql`select ${of('order')}, o.id from ${orders} o where o.order_number = t.upper`,
  (reader) =>
    sql`select ${of('order')}, o.id from ${orders} o where ${ending} and ${visibleOrders(reader)} order by o.created_at desc`,
  ...onSides('order', sql`${orders}`, ['wholesaler_id', 'retailer_id'], BUYERS_NUMBER),
  // Own goods by their SKUs; those of others as variants, whose SKU is compared with what the reader is shown.
  ({ entity }) => sql`select k.kind, k.id from ${productVariants} v
    cross join lateral (values ('product', v.product_id), ('variant', v.id)) k (kind, id)
    where v.entity_id = ${entity.id} and ${isVariant}`,
  ({ entity }) => sql`select ${of('variant')}, v.id from ${sellersOf(entity.id)} s
    join ${productVariants} v on v.entity_id = s.id and ${isVariant}`,
  ({ entity }) => sql`select ${of('variant')}, g.variant_id as id from ${sellersOf(entity.id)} s
    join ${listings} g on g.seller_id = s.id and search_key(g.sku) = t.key`,
  ({
    entity,
  }) => sql`select k.kind, k.id from ${batchReach} z left join ${recalls} r on r.batch_id = z.batch_id
    cross join lateral (values ('batch', z.batch_id), ('recall', r.id)) k (kind, id)
    where z.entity_id = ${entity.id} and batch_number_key(z.batch_number) = batch_number_key(t.raw) and batch_number_key(t.raw) <> ''
      and k.id is not null order by z.created_at desc`,
  (
    reader,
  ) => sql`select ${of('lot')}, l.id from ${lots} l where l.package_tag in (t.raw, t.upper) and ${visibleLots(reader)}
    order by l.created_at desc`,
  ({ entity }) =>
    sql`select ${of('goods_receipt')}, r.id from ${goodsReceipts} r where r.entity_id = ${entity.id} and r.number = t.upper`,
  ({ entity }) => sql`select ${of('goods_receipt')}, r.id from ${goodsReceipts} r
    where r.entity_id = ${entity.id} and lower(r.reference) = lower(t.raw) order by r.created_at desc`,
  ...onSides('invoice', sql`${invoices}`, PARTIES, 'number'),
  ...onSides('payment', sql`${payments}`, PARTIES, 'reference'),
  ...onSides('credit_note', sql`${creditNotes}`, PARTIES, 'number'),
  ...onSides('draft', sql`${drafts}`, PARTIES, DRAFT_NUMBER),
];
