import { type SQL, sql } from 'drizzle-orm';
import { BUYERS } from '../../../kernel/permissions';
import { isOverdue } from '../../entities/customers/credit/queries.sql';
import { CUSTOMERS } from '../../entities/customers/queries.sql';
import { isConnected } from '../../entities/customers/resource';
import { CUSTOMER_STATUSES } from '../../entities/customers/statuses';
import { SUPPLIERS } from '../../entities/suppliers/queries.sql';
import { entities } from '../../entities/tables';
import { teamOf } from '../../entities/team/queries.sql';
import { orders } from '../../orders/tables';
import { PRICE_LISTS } from '../../pricing/lists/queries.sql';
import { type Kind, listOf, NONE, NOWHERE, parts } from './kind.sql';

/** SQL: of the account `a`, whether its buyer knows the seller's license (decision 450). */
export const knowsSeller = sql`(${isConnected} or exists (select from ${orders} o
  where o.retailer_id = a.buyer_id and o.wholesaler_id = a.seller_id))`;

/** States that a column has, each by its own name, and by how badges spell it. */
export const statesOf = (column: SQL, names: readonly string[]): Record<string, SQL> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const is = sql`${column} = ${sql.raw(`'${name}'`)}`;
      return [name, name.replace(/elled$/, 'eled')].map((spelled) => [spelled, is]);
    }),
  );

export const customer: Kind = {
  needs: 'read:customers',
  list: (reader) => listOf(CUSTOMERS, reader),
  joins: () => sql``,
  shown: () => ({
    title: sql`a.name`,
    subtitle: parts(sql`a.nickname`, sql`nullif(a.license_number, '')`),
    number: sql`nullif(a.license_number, '')`,
    status: sql`a.status`,
    path: sql`'/customers/' || a.buyer_id`,
    locationId: NOWHERE,
    updatedAt: sql`a.updated_at`,
  }),
  // What a customer owes is of the whole business (decision 760).
  states: ({ locationLimit }) => ({
    ...statesOf(sql`a.status`, CUSTOMER_STATUSES),
    ...(locationLimit ? {} : { overdue: isOverdue() }),
    hold: sql`a.on_hold`,
  }),
};

const license = sql`case when ${knowsSeller} then nullif(e.license_number, '') end`;

export const supplier: Kind = {
  needs: 'read:connections',
  has: ({ entity }) => BUYERS.includes(entity.type),
  list: (reader) => ({
    from: SUPPLIERS.from,
    id: sql`a.seller_id`,
    visible: SUPPLIERS.where(reader, {}),
  }),
  joins: () => sql`join ${entities} e on e.id = a.seller_id`,
  shown: () => ({
    title: sql`a.supplier_name`,
    subtitle: license,
    number: license,
    status: sql`case when ${isConnected} then 'connected' else 'ended' end`,
    // One whose connection has ended has no page.
    path: sql`case when ${isConnected} then '/suppliers/' || a.seller_id else '/suppliers' end`,
    locationId: NOWHERE,
    updatedAt: sql`a.updated_at`,
  }),
  states: () => ({ connected: isConnected, ended: sql`not ${isConnected}` }),
};

export const member: Kind = {
  needs: 'read:team',
  list: ({ entity }) => ({ from: teamOf(entity.id), id: sql`t.user_id`, visible: sql`true` }),
  joins: () => sql``,
  shown: () => ({
    title: sql`coalesce(t.name, t.email)`,
    subtitle: parts(sql`case when t.name is not null then t.email end`, sql`t.role`),
    number: NONE,
    status: sql`t.status`,
    path: sql`'/settings/team'`,
    locationId: NOWHERE,
    updatedAt: sql`coalesce(t.joined_at, t.invited_at)`,
  }),
  states: () => statesOf(sql`t.status`, ['active', 'invited']),
};

export const priceList: Kind = {
  needs: 'read:prices',
  list: (reader) => listOf(PRICE_LISTS, reader),
  joins: () => sql``,
  shown: () => ({
    title: sql`l.name`,
    subtitle: sql`case when l.discount_bps > 0 then to_char(l.discount_bps / 100.0, 'FM990.##') || '% off' end`,
    number: NONE,
    status: sql`case when l.active then 'active' else 'inactive' end`,
    path: sql`'/price-lists/' || l.id`,
    locationId: NOWHERE,
    updatedAt: sql`l.updated_at`,
  }),
  states: () => ({ active: sql`l.active`, inactive: sql`not l.active` }),
};
