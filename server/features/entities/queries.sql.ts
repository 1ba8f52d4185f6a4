import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import { Search } from '../../kernel/params';
import type { EntityType as Type } from '../../kernel/permissions';
import { among, filter } from '../../platform/db/collection';
import { byName, contains, uuids } from '../../platform/db/listing';
import { paged } from '../../platform/db/paged.sql';
import { ID, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { EntityType } from '../auth/schema';
import { directoryEntry } from './resource';
import { entities } from './tables';

export const timezoneNamed = statement(
  [['x']],
  (timezone: string | undefined) => sql`select from pg_timezone_names where name = ${timezone}`,
);

/** A party of a new order or connection. */
export interface Party {
  id: string;
  type: Type;
  name: string;
  timezone: string;
  taxRateBps: number;
  /** Its seller, while it isn't on board. */
  managedBy: string | null;
  underReview: boolean;
  suspendedAt: string | null;
  maxPendingOrders: number | null;
  maxReservedPercent: number;
  sameStateOnly: boolean;
  /** Days that goods of its sales must be good for when they arrive; 0 for none. */
  minDaysAtDelivery: number;
  /** Of its sales, in cents; null for none. */
  minimumOrderCents: number | null;
  /** How far its managers may go below a computed price, in basis points. */
  maxManualDiscountBps: number;
}

/** SQL: the columns of a party. */
export const PARTY = sql`id, type, name, timezone, tax_rate_bps as "taxRateBps", managed_by as "managedBy", under_review as "underReview",
      suspended_at as "suspendedAt",
      max_pending_orders as "maxPendingOrders", max_reserved_percent as "maxReservedPercent", same_state_only as "sameStateOnly", min_days_at_delivery as "minDaysAtDelivery",
      minimum_order_cents::float8 as "minimumOrderCents", max_manual_discount_bps as "maxManualDiscountBps"`;

export const lockParties = statement([[[ID]], [[ID, ID]]], (ids: readonly string[]) => {
  const listed = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  return sql<Party>`
    select ${PARTY} from ${entities} where id in (${listed}) and deleted_at is null and (managed_by is null or managed_by in (${listed})) order by id for key share`;
});

/** SQL: whether the operator has suspended the business of this id: its jobs pause (decision 442). */
export const suspends = (entityId: SQL): SQL => sql`exists (
  select from ${entities} held where held.id = ${entityId} and held.suspended_at is not null)`;

/** Of some businesses, those that are suspended. */
export const suspendedAmong = statement(
  [[[ID, ID]]],
  (ids: readonly string[]) => sql<{ id: string; name: string }>`
    select e.id, e.name from ${entities} e where e.id = any(${uuids(ids)}) and e.suspended_at is not null`,
);

/** Every business but the caller's own, oldest first (decision 29). */
export const DIRECTORY = paged(directoryEntry, {
  visible: ({ entity }: Pick<Actor, 'entity'>) =>
    sql`e.deleted_at is null and not e.under_review and e.suspended_at is null and e.managed_by is null and e.id <> ${entity.id}`,
  sorts: {
    name: byName(sql`e.name`),
    type: sql`e.type`,
    city: byName(sql`e.city`),
    state: sql`e.state`,
  },
  order: sql`e.created_at`,
  filters: {
    type: among(sql`e.type`, EntityType),
    search: filter(Search, 'x', (part) => contains(sql`e.name`, part)),
  },
  viewers: [OWNER],
});
