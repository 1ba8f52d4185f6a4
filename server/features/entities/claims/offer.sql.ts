import { type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../../kernel/params';
import { iso, slice, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { creditNotes } from '../../billing/credits/tables';
import { invoices } from '../../billing/invoices/tables';
import { payments } from '../../billing/payments/tables';
import { backorders } from '../../orders/backorders/tables';
import { drafts } from '../../orders/drafts/tables';
import { openOrders } from '../../orders/shapes/flow.sql';
import { orders } from '../../orders/tables';
import { owedCents, unappliedCents } from '../customers/credit/queries.sql';
import { accounts } from '../customers/tables';
import { entities, locations } from '../tables';
import { claimants, claims } from './tables';

/** What comes along with a customer of an offer, before it is taken. */
export interface OfferRow {
  id: string;
  version: string;
  license_verified: boolean;
  locations: Array<{
    id: string;
    name: string;
    address: { street: string; city: string; state: string; zip: string };
    open_orders: number;
    joins: { id: string; name: string } | null;
  }>;
  quotes: number;
  backorders: number;
  invoices: number;
  /** In cents. */
  unapplied: number;
  owed: number;
}

/** SQL: a number that changes with each row of a customer's, whatever their order. */
const sumOf = (of: ReturnType<typeof sql>) => sql`coalesce(sum(hashtextextended(${of}::text, 901)), 0)`;

/** SQL: quotes of a customer `c`: what its seller sent. */
const QUOTES = sql`${drafts} d where d.buyer_id = c.entity_id and d.by_seller and d.status <> 'draft'`;

const placeOf = (l: SQL) =>
  sql`(search_fold(${l}.street), search_fold(${l}.city), ${l}.postal_state, search_fold(${l}.zip))`;

/** SQL: a location `l` of the customer has the address of a location `o` of the claimant's business: it joins that. */
export const IS_SAME_PLACE = sql`${placeOf(sql`o`)} = ${placeOf(sql`l`)}`;
/** SQL: which of several such locations `o` it joins. */
export const FIRST_OWN = sql`o.active desc, o.created_at, o.id`;

const JOINS = sql`(select json_build_object('id', o.id, 'name', o.name) from ${locations} o join ${claimants} k on k.entity_id = o.entity_id
  where k.id = c.claimant_id and o.deleted_at is null and ${IS_SAME_PLACE} order by ${FIRST_OWN} limit 1)`;
const ADDRESS = sql`json_build_object('street', l.street, 'city', l.city, 'state', l.state, 'zip', l.zip)`;

/** Changes with each order, invoice, credit, payment, quote, backorder and place of a claim's customer. */
const VERSION = sql`md5(concat_ws(' ',
  (select ${sumOf(sql`(o.id, o.updated_at at time zone 'UTC')`)} from ${orders} o where o.retailer_id = c.entity_id),
  (select ${sumOf(sql`(i.id, i.total_cents, i.settled_cents, i.pending_credit_cents, i.due_on)`)} from ${invoices} i
    where i.seller_id = c.seller_id and i.buyer_id = c.entity_id),
  (select ${sumOf(sql`(n.id, n.total_cents, n.allocated_cents)`)} from ${creditNotes} n
    where n.seller_id = c.seller_id and n.buyer_id = c.entity_id),
  (select ${sumOf(sql`(p.id, p.status, p.amount_cents, p.allocated_cents)`)} from ${payments} p
    where p.seller_id = c.seller_id and p.buyer_id = c.entity_id),
  (select ${sumOf(sql`(d.id, d.status, d.updated_at at time zone 'UTC')`)} from ${QUOTES}),
  (select ${sumOf(sql`(b.id, b.status, b.quantity, b.filled)`)} from ${backorders} b
    where b.seller_id = c.seller_id and b.buyer_id = c.entity_id),
  (select ${sumOf(sql`(l.id, l.name, l.street, l.city, l.state, l.zip, l.license_number, l.receiving_room)`)} from ${locations} l
    where l.entity_id = c.entity_id and l.deleted_at is null)))`;

/** What offers hold, by their claims. */
export const offersOf = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<OfferRow>`
    select c.id, ${VERSION} as version, s.license_verified,
      coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'address', ${ADDRESS}, 'joins', ${JOINS},
          'open_orders', (select count(*) from ${orders} o where o.receiving_location_id = l.id and o.retailer_id = l.entity_id
            and ${openOrders(sql`o.status`)})) order by l.created_at, l.id)
        from ${locations} l where l.entity_id = c.entity_id and l.deleted_at is null), '[]') as locations,
      (select count(*)::int from ${QUOTES} and d.status = 'sent') as quotes,
      (select count(*)::int from ${backorders} b where b.seller_id = c.seller_id and b.buyer_id = c.entity_id and b.status = 'open') as backorders,
      (select count(*)::int from ${invoices} i where i.seller_id = c.seller_id and i.buyer_id = c.entity_id) as invoices,
      ${unappliedCents} as unapplied, ${owedCents} as owed
    from ${claims} c join ${entities} s on s.id = c.seller_id
      join ${accounts} a on a.seller_id = c.seller_id and a.buyer_id = c.entity_id
    where c.id = any(${uuids(ids)})`,
);

/** The version alone. */
export const versionOf = statement(
  [[ID]],
  (id: string) => sql<{ version: string }>`select ${VERSION} as version from ${claims} c where c.id = ${id}`,
);

/** How many of some ids are locations, or orders and invoices, of a claim's customer. */
export const countOffered = statement(
  [[ID, [ID], [ID]]],
  (id: string, locationIds: readonly string[], documentIds: readonly string[]) => sql<{
    places: number;
    documents: number;
  }>`
    select (select count(*)::int from ${locations} l where l.entity_id = c.entity_id and l.deleted_at is null
        and l.id = any(${uuids(locationIds)})) as places,
      (select count(*)::int from ${orders} o where o.retailer_id = c.entity_id and o.id = any(${uuids(documentIds)}))
      + (select count(*)::int from ${invoices} i where i.seller_id = c.seller_id and i.buyer_id = c.entity_id
        and i.id = any(${uuids(documentIds)})) as documents
    from ${claims} c where c.id = ${id}`,
);

/** A document that comes along with an offer. */
export interface OfferedDocument {
  kind: 'order' | 'invoice';
  id: string;
  number: string;
  status: string;
  /** In cents. */
  total: number;
  /** In cents; of orders null. */
  due: number | null;
  created_at: string;
}

const DOCUMENTS = sql`(
  select 'order' as kind, o.id, o.order_number as number, o.status, o.total_cents, null::bigint as due_cents, o.created_at
    from ${orders} o where o.retailer_id = c.entity_id
  union all
  select 'invoice', i.id, i.number, case when i.settled_cents < i.total_cents then 'open' else 'settled' end, i.total_cents,
    i.total_cents - i.settled_cents, i.created_at from ${invoices} i where i.seller_id = c.seller_id and i.buyer_id = c.entity_id)`;

/** The orders and invoices of an offer, newest first. */
export const documentsOf = statement(
  [[ID, { page: 1, limit: 1 }]],
  (id: string, page: Page) => sql<OfferedDocument>`
    select d.kind, d.id, d.number, d.status, d.total_cents::float8 as total, d.due_cents::float8 as due,
      ${iso(sql`d.created_at`)} as created_at
    from ${claims} c cross join lateral ${DOCUMENTS} d where c.id = ${id}
    order by d.created_at desc, d.id desc ${slice(page)}`,
);

export const countDocuments = statement(
  [[ID]],
  (id: string) => sql<{ total: number }>`
    select ((select count(*) from ${orders} o where o.retailer_id = c.entity_id)
      + (select count(*) from ${invoices} i where i.seller_id = c.seller_id and i.buyer_id = c.entity_id))::int as total
    from ${claims} c where c.id = ${id}`,
);
