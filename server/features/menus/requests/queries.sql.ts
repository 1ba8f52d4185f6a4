import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { Search } from '../../../kernel/params';
import { byId, collection, equals, filter } from '../../../platform/db/collection';
import { contains, uuids } from '../../../platform/db/listing';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { readingsOf, type Walked } from '../../../platform/db/walk';
import { users } from '../../auth/tables';
import { accounts } from '../../entities/customers/tables';
import { entities } from '../../entities/tables';
import { listings, productVariants } from '../../products/tables';
import type { SeenStatus } from '../state';
import { menus } from '../tables';
import { Status } from './schema';
import { orderRequests } from './tables';

const r = alias(orderRequests, 'r');
type Reader = Pick<Actor, 'entity'>;

/** SQL: the requests (alias `r`) that a seller sees: those that were confirmed. The only way to a row. */
export const visibleRequests = ({ entity }: Reader): SQL =>
  sql`r.entity_id = ${entity.id} and r.status <> 'unconfirmed'`;

const words = sql`(coalesce(r.business ->> 'name', '') || chr(10) || coalesce(r.business ->> 'license_number', '') || chr(10) || coalesce(r.contact ->> 'name', ''))`;

/** Newest first. */
export const REQUESTS = collection(
  { from: sql`${orderRequests} r`, alias: 'r' },
  {
    name: 'order-requests',
    visible: visibleRequests,
    sorts: { received_at: sql`r.confirmed_at` },
    fallback: '-received_at',
    keys: { received_at: 'timestamptz' },
    changed: r.updatedAt,
    filters: {
      status: equals(r.status, Status.meta({ description: 'Only requests in this status' }), 'waiting'),
      menu_id: byId(r.menuId, 'Only requests from this menu'),
      search: filter(Search, 'x yyy', (search) => contains(words, search)),
    },
  },
);

/** A request as it is read. */
export interface RequestRow {
  id: string;
  status: SeenStatus;
  menu_id: string;
  menu_name: string;
  customer_id: string | null;
  business: unknown;
  contact: unknown;
  contact_known: boolean;
  lines: unknown;
  delivery_date: string | null;
  notes: string | null;
  po_number: string | null;
  order_id: string | null;
  reason: string | null;
  received_at: string;
  expires_at: string;
  updated_at: string;
  created_at: string;
}

const time = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const columns = sql`r.id, r.status, r.menu_id, m.name as menu_name, r.customer_id, r.business, r.contact, r.contact_known, r.lines,
  r.delivery_date::text as delivery_date, r.notes, r.po_number, r.order_id, r.reason, ${time(sql`r.confirmed_at`)} as received_at,
  ${time(sql`r.expires_at`)} as expires_at, ${time(sql`r.updated_at`)} as updated_at, ${time(sql`r.created_at`)} as created_at`;

export const requestPage = statement(
  readingsOf(REQUESTS).flatMap(({ page, pageOrder }) =>
    REQUESTS.samples.map((sample): [SQL, SQL, SQL] => [
      page(REQUESTS.where(OWNER, sample)),
      pageOrder,
      sql`0`,
    ]),
  ),
  (page: SQL, order: SQL, total: SQL) => sql<RequestRow & Walked>`
    select page.walk_key, (${total})::int as walk_total, ${columns}
    from ${page} cross join lateral (select * from ${orderRequests} x where x.id = page.id offset 0) r
      join ${menus} m on m.id = r.menu_id ${order}`,
);

export const requestById = statement(
  [[OWNER, ID]],
  (reader: Reader, id: string) => sql<RequestRow>`
    select ${columns} from ${orderRequests} r join ${menus} m on m.id = r.menu_id where r.id = ${id} and ${visibleRequests(reader)}`,
);

/** How many requests wait for a seller. */
export const countWaiting = statement(
  [[ID]],
  (entityId: string) => sql<{ total: number }>`
    select count(*)::int as total from ${orderRequests} where entity_id = ${entityId} and status = 'waiting'`,
);

/** SQL: whether an address is a person's of a customer `b` with the account `a`: one that the seller or the customer named, and no request brought. */
const knows = (address: SQL, requestId: SQL) => sql`(
  lower(b.contact_email) = ${address} and not exists (
      select from ${orderRequests} o where o.accepted_for = b.id and o.made_customer and o.address = ${address} and o.id <> ${requestId})
    or exists (select from jsonb_array_elements(a.contacts) c where lower(c ->> 'email') = ${address})
    or b.managed_by is null and exists (select from ${users} u where u.entity_id = b.id and lower(u.email) = ${address}))`;

const alike = (one: SQL, other: SQL) =>
  sql`lower(regexp_replace(${one}, '[^[:alnum:]]+', '', 'g')) = lower(regexp_replace(${other}, '[^[:alnum:]]+', '', 'g'))`;

/** SQL: whether the address of a request `r` is that of `b`. */
const sameAddress = sql`(${alike(sql`b.street`, sql`coalesce(r.business -> 'address' ->> 'street', '')`)}
  and ${alike(sql`b.zip`, sql`coalesce(r.business -> 'address' ->> 'zip', '')`)})`;

/** Most matches of a request. */
const MOST = 5;

/** Customers of a seller that requests may be of: by license and state, else by name and ZIP code; or the one whose link it was. */
export const matchesOf = statement(
  [[ID, [ID]]],
  (sellerId: string, requestIds: readonly string[]) => sql<{
    request_id: string;
    customer_id: string;
    name: string;
    license: boolean;
    address: boolean;
    email: boolean;
  }>`
    select r.id as request_id, k.customer_id, k.name, k.license, k.address, k.email
    from ${orderRequests} r cross join lateral (
      select b.id as customer_id, coalesce(a.nickname, b.name) as name, x.license, ${sameAddress} as address,
        coalesce(${knows(sql`r.address`, sql`r.id`)}, false) as email
      from (
        select a.buyer_id, true as license from ${accounts} a join ${entities} b on b.id = a.buyer_id
        where r.customer_id is null and a.seller_id = ${sellerId} and license_form(a.license_number) = license_form(r.business ->> 'license_number')
          and postal_state(b.state) = postal_state(r.business -> 'address' ->> 'state')
        union all
        select a.buyer_id, false from ${accounts} a join ${entities} b on b.id = a.buyer_id
        where r.customer_id is null and a.seller_id = ${sellerId} and a.name collate names = r.business ->> 'name'
          and ${alike(sql`b.zip`, sql`coalesce(r.business -> 'address' ->> 'zip', '')`)}
          and license_form(a.license_number) is distinct from license_form(r.business ->> 'license_number')
        union all
        select r.customer_id, true where r.customer_id is not null
      ) x join ${accounts} a on a.seller_id = ${sellerId} and a.buyer_id = x.buyer_id
        join ${entities} b on b.id = a.buyer_id and b.deleted_at is null
      order by x.license desc, b.id limit ${MOST}
    ) k
    where r.id = any(${uuids(requestIds)}) and r.entity_id = ${sellerId}
    order by r.id, k.license desc, k.customer_id`,
);

/** Whether an address is a person's of a customer. */
export const customerKnows = statement(
  [[ID, ID, 'x', ID]],
  (sellerId: string, customerId: string, address: string, requestId: string) => sql<{ known: boolean }>`
    select coalesce(${knows(sql`${address}::text`, sql`${requestId}::uuid`)}, false) as known
    from ${accounts} a join ${entities} b on b.id = a.buyer_id where a.seller_id = ${sellerId} and a.buyer_id = ${customerId}`,
);

/** Where a customer is mailed: its contact, else the first of the seller's contacts with an email. */
export const mailboxOf = statement(
  [[ID, ID]],
  (sellerId: string, customerId: string) => sql<{ email: string | null }>`
    select lower(coalesce(b.contact_email, (select c ->> 'email' from jsonb_array_elements(a.contacts) with ordinality as t (c, n)
      where c ->> 'email' is not null order by n limit 1))) as email
    from ${entities} b left join ${accounts} a on a.seller_id = ${sellerId} and a.buyer_id = b.id where b.id = ${customerId}`,
);

/** The products of variants that a seller sells. */
export const productsOfVariants = statement(
  [[ID, [ID]]],
  (sellerId: string, variantIds: readonly string[]) => sql<{
    variant_id: string;
    product_id: string;
    step: number | null;
  }>`
    select v.id as variant_id, v.product_id, v.step from ${productVariants} v
    where v.id = any(${uuids(variantIds)}) and v.deleted_at is null
      and (v.entity_id = ${sellerId} or exists (select from ${listings} g where g.variant_id = v.id and g.seller_id = ${sellerId}))`,
);

/** What of an address counts against its limits: open requests to a seller, and mails within a day. */
export const askedBy = statement(
  [[ID, 'x']],
  (sellerId: string, address: string) => sql<{ open: number; mailed: number }>`
    select (count(*) filter (where entity_id = ${sellerId} and status in ('unconfirmed', 'waiting') and mailed))::int as open,
      (count(*) filter (where mailed and created_at > now() - interval '1 day'))::int as mailed
    from ${orderRequests} where address = ${address} and created_at > now() - interval '30 days'`,
);

/** A request with the same contents from the same menu within an hour. */
export const sameRequest = statement(
  [[ID, 'x', 'x']],
  (menuId: string, address: string, digest: string) => sql<{ id: string }>`
    select id from ${orderRequests} where address = ${address} and menu_id = ${menuId} and digest = ${digest}
      and created_at > now() - interval '1 hour' limit 1`,
);

/** Unconfirmed requests of a seller at most. */
const MOST_UNCONFIRMED = 2_000;

/** Beyond as many unconfirmed requests as a seller keeps, deletes the oldest of the network that has the most. */
export const makeRoom = statement(
  [[ID]],
  (sellerId: string) => sql`
    delete from ${orderRequests} where id in (
      select q.id from ${orderRequests} q where q.entity_id = ${sellerId} and q.status = 'unconfirmed' and q.network = (
        select n.network from ${orderRequests} n where n.entity_id = ${sellerId} and n.status = 'unconfirmed'
        group by n.network order by count(*) desc, n.network limit 1)
      and (select count(*) from ${orderRequests} a where a.entity_id = ${sellerId} and a.status = 'unconfirmed') >= ${MOST_UNCONFIRMED}::int
      order by q.created_at, q.id limit 1)`,
);

/** Requests of a menu that were confirmed within a day. */
export const confirmedToday = statement(
  [[ID]],
  (menuId: string) => sql<{ total: number }>`
    select count(*)::int as total from ${orderRequests} where menu_id = ${menuId} and confirmed_at > now() - interval '1 day'`,
);

/** Deletes requests that were not confirmed in days. */
export const deleteUnconfirmed = statement(
  [[7]],
  (days: number) => sql`
    delete from ${orderRequests} where status = 'unconfirmed' and created_at < now() - make_interval(days => ${days})`,
);

/** Requests whose time of waiting is over. */
export const DUE_BATCH = 100;
export const dueRequests = statement(
  [[]],
  () => sql<{ id: string }>`
    select id from ${orderRequests} where ended_at is null and status = 'waiting' and expires_at <= now() order by expires_at limit ${DUE_BATCH}`,
);

/** Blanks the people of requests that became no order so many days after they ended. */
export const blankEnded = statement(
  [[90]],
  (days: number) => sql`
    update ${orderRequests} set business = null, contact = null, address = null, notes = null, blanked_at = now(), updated_at = change_time()
    where ended_at < now() - make_interval(days => ${days}) and blanked_at is null and order_id is null`,
);
