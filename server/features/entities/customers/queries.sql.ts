import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Search } from '../../../kernel/params';
import { among, byId, collection, filter } from '../../../platform/db/collection';
import { byName, contains, uuids } from '../../../platform/db/listing';
import type { ViewOf } from '../../../platform/db/resource';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { invoices } from '../../billing/invoices/tables';
import { payments } from '../../billing/payments/tables';
import { orders } from '../../orders/tables';
import { priceLists } from '../../pricing/lists/tables';
import { taxRules } from '../../pricing/taxes/tables';
import { byExternalId } from '../external-ids/resource';
import { externalIds } from '../external-ids/tables';
import { entities } from '../tables';
import { isOverdue } from './credit/queries.sql';
import { customer, isConnected, type SeenBy } from './resource';
import { survivorOf } from './service.sql';
import { CUSTOMER_STATUSES } from './statuses';
import { accounts, searchText } from './tables';

export type CustomerView = ViewOf<typeof customer>;
type Reader = SeenBy;

const a = alias(accounts, 'a');

export const CUSTOMERS = collection(customer, {
  name: 'customers',
  from: sql`${accounts} a`,
  id: sql`a.buyer_id`,
  visible: ({ entity }: Reader) => sql`a.seller_id = ${entity.id}`,
  sorts: { created_at: a.createdAt, name: byName(sql`a.name`), updated_at: a.updatedAt },
  fallback: 'created_at',
  keys: { created_at: 'timestamptz' },
  changed: a.updatedAt,
  filters: {
    status: among(a.status, z.enum(CUSTOMER_STATUSES).meta({ description: 'Only customers in this status' })),
    search: filter(
      Search.meta({ description: 'Part of the name, nickname or license number; ignores case and accents' }),
      'x',
      (text) => contains(searchText(a), text),
    ),
    representative_id: byId(
      a.representativeId,
      'Only customers that this member of your business looks after',
    ),
    price_list_id: byId(a.priceListId, 'Only customers that have this price list'),
    overdue: filter(
      z
        .boolean()
        .meta({ description: 'Only customers with an invoice past its due date, or only those without' }),
      true,
      (wanted) => (wanted ? isOverdue() : sql`not ${isOverdue()}`),
    ),
    external_id: byExternalId<Reader>('customer', sql`a.buyer_id`),
  },
});
export const ListCustomers = CUSTOMERS.input;

export const customersPage = pageOf(CUSTOMERS, OWNER);
/** Customers as the resource. */
export const readCustomers = rowsWhere(customer, [[sql`e.id = ${ID}`, OWNER]]);

export const countCustomers = statement(
  [[ID]],
  (sellerId: string) =>
    sql<{ total: number }>`select count(*)::int as total from ${accounts} where seller_id = ${sellerId}`,
);

/** How many of some tax rules are a seller's. */
export const countOwnTaxRules = statement(
  [[ID, [ID]]],
  (sellerId: string, ids: readonly string[]) => sql<{ total: number }>`
    select count(*)::int as total from ${taxRules} where entity_id = ${sellerId} and id = any(${uuids(ids)})`,
);

/** SQL: the customer of a seller that has a license: one that it entered, of the type, or any that it is connected with. */
const withLicense = (sellerId: string, license: Record<'type' | 'licenseNumber' | 'state', SQL>): SQL => sql`
    select e.id from ${accounts} a join ${entities} e on e.id = a.buyer_id and e.deleted_at is null
      and postal_state(e.state) = postal_state(${license.state})
    where a.seller_id = ${sellerId} and license_form(a.license_number) = license_form(${license.licenseNumber})
      and case when e.managed_by is null then ${isConnected} else e.type = ${license.type} end
    order by e.managed_by is null desc, a.created_at limit 1`;

/**
 * The customer of a seller that has a license: one that it entered, of the type, or any that it is connected with. Null for the
 * license of others' customers, known or not.
 */
export const customerWithLicense = statement(
  [[ID, { type: 'retailer', licenseNumber: 'x', state: 'x' }]],
  (sellerId: string, { type, licenseNumber, state }: Record<'type' | 'licenseNumber' | 'state', string>) =>
    sql<{ id: string }>`${withLicense(sellerId, {
      type: sql`${type}`,
      licenseNumber: sql`${licenseNumber}`,
      state: sql`${state}`,
    })}`,
);

/** What a line of a file says of a customer. */
export interface CustomerInFile {
  line: number;
  type: string;
  licenseNumber: string;
  state: string;
  system: string | null;
  value: string | null;
}

const IN_FILE = { type: sql`g.type`, licenseNumber: sql`g."licenseNumber"`, state: sql`g.state` };

/** The caller's customers that lines are about: by external id, else by license, state and, of those that it entered, type. */
export const customersInFile = statement(
  [[ID, []]],
  (sellerId: string, lines: readonly CustomerInFile[]) => sql<{ line: number; id: string }>`
    select g.line, coalesce(x.object_id, (${withLicense(sellerId, IN_FILE)})) as id
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g (line int, type text, "licenseNumber" text, state text,
      system text, value text)
    left join ${externalIds} x on x.entity_id = ${sellerId} and x.object_type = 'customer' and x.system = g.system
      and x.value = g.value`,
);

/** What a buyer lets its seller do. */
export const accountBetween = statement(
  [[ID, ID]],
  (sellerId: string, buyerId: string) => sql<{ seller_orders: boolean }>`
    select seller_orders from ${accounts} where seller_id = ${sellerId} and buyer_id = ${buyerId}`,
);

/** Keeps what a buyer lets its seller do until the transaction ends. */
export const lockAccount = statement(
  [[ID, ID]],
  (sellerId: string, buyerId: string) => sql<{ seller_orders: boolean }>`
    select seller_orders from ${accounts} where seller_id = ${sellerId} and buyer_id = ${buyerId} for key share`,
);

/** The same to change it: orders that the seller enters meanwhile wait. */
export const lockAccountToChange = statement(
  [[ID, ID]],
  (sellerId: string, buyerId: string) => sql<{ seller_orders: boolean }>`
    select seller_orders from ${accounts} where seller_id = ${sellerId} and buyer_id = ${buyerId} for update`,
);

/**
 * Keeps a customer that isn't on board until the transaction ends; no row once it is claimed, merged or deleted.
 * @param deletes whether no order of it begins meanwhile either
 */
export const lockManaged = statement(
  [
    [ID, ID, false],
    [ID, ID, true],
  ],
  (sellerId: string, id: string, deletes: boolean) => sql<{ id: string }>`
    select e.id from ${entities} e
    where e.id = ${survivorOf(sellerId, id)} and e.managed_by = ${sellerId} and e.deleted_at is null
    for ${deletes ? sql`update` : sql`no key update`}`,
);

/** A customer that is or was on board: none is merged into it until the transaction ends. Its orders with others don't wait. */
export const lockClaimed = statement(
  [[ID, ID]],
  (sellerId: string, id: string) => sql<{ id: string }>`
    select e.id from ${entities} e
    where e.id = ${survivorOf(sellerId, id)} and e.managed_by is null
      and exists (select from ${accounts} a where a.seller_id = ${sellerId} and a.buyer_id = e.id)
    for key share of e`,
);

/**
 * Lets changes of what a seller decides about a customer take turns.
 * @param terms whether orders that are placed meanwhile wait, too
 */
export const lockDecisions = statement(
  [
    [ID, ID, false],
    [ID, ID, true],
  ],
  (sellerId: string, id: string, terms: boolean) => sql`
    select from ${accounts} where seller_id = ${sellerId} and buyer_id = ${id}
    for ${terms ? sql`update` : sql`no key update`}`,
);

/** A price list of a seller, which stays until the transaction ends. */
export const lockPriceListOf = statement(
  [[ID, ID]],
  (sellerId: string, id: string) => sql<{ id: string }>`
    select l.id from ${priceLists} l where l.id = ${id} and l.entity_id = ${sellerId} for key share`,
);

/** The price lists of a seller. */
export const priceListsOf = statement(
  [[ID]],
  (sellerId: string) => sql<{ id: string; name: string }>`
    select l.id, l.name from ${priceLists} l where l.entity_id = ${sellerId} order by l.created_at, l.id`,
);

export const anyOrderOf = statement(
  [[ID]],
  (id: string) => sql`
    (select from ${orders} where retailer_id = ${id} limit 1) union all (select from ${orders} where wholesaler_id = ${id} limit 1)
    union all (select from ${invoices} where buyer_id = ${id} limit 1) union all (select from ${payments} where buyer_id = ${id} limit 1)`,
);
