import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { EntityType } from '../../kernel/permissions';
import { allOf, byName, contains, orderBy, type SortOf, slice } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { Directory } from './schema';
import { entities } from './tables';

export const timezoneNamed = statement(
  [['x']],
  (timezone: string | undefined) => sql`select from pg_timezone_names where name = ${timezone}`,
);

/** A party of a new order or connection. */
export interface Party {
  id: string;
  type: EntityType;
  name: string;
  timezone: string;
  taxRateBps: number;
  /** Its seller, while it isn't on board. */
  managedBy: string | null;
  underReview: boolean;
  maxPendingOrders: number | null;
  maxReservedPercent: number;
  sameStateOnly: boolean;
}

export const lockParties = statement([[[ID]], [[ID, ID]]], (ids: readonly string[]) => {
  const listed = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  return sql<Party>`
    select id, type, name, timezone, tax_rate_bps as "taxRateBps", managed_by as "managedBy", under_review as "underReview",
      max_pending_orders as "maxPendingOrders", max_reserved_percent as "maxReservedPercent", same_state_only as "sameStateOnly"
    from ${entities} where id in (${listed}) and deleted_at is null and (managed_by is null or managed_by in (${listed})) order by id for key share`;
});

const DIRECTORY_SORTS = {
  name: byName(sql`e.name`),
  type: sql`e.type`,
  city: byName(sql`e.city`),
  state: sql`e.state`,
};

export const countDirectory = statement(
  [[directoryConditions(ID, 'x', 'x')]],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from ${entities} e where ${where}`,
);

export const directoryPage = statement(
  [[directoryConditions(ID, 'x', 'x'), '-name', 1, 1]],
  (where: SQL, sort: SortOf<typeof DIRECTORY_SORTS>, page: number, limit: number) => {
    const order = orderBy(sort, DIRECTORY_SORTS, sql`e.created_at`, sql`e.id`);
    return sql<z.infer<typeof Directory>['data'][number]>`
      select e.id, e.name, e.type, e.city, e.state from ${entities} e where ${where} ${order} ${slice({ page, limit })}`;
  },
);

export function directoryConditions(
  entityId: string,
  type: string | undefined,
  search: string | undefined,
): SQL {
  return allOf([
    sql`e.deleted_at is null and not e.under_review and e.managed_by is null and e.id <> ${entityId}`,
    type ? sql`e.type = ${type}` : undefined,
    search ? contains(sql`e.name`, search) : undefined,
  ]);
}
