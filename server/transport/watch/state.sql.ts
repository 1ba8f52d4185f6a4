import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { stockChanges, variantChanges } from '../../features/inventory/totals/tables';
import { variantSaleChanges } from '../../features/orders/figures/sales/tables';
import { orderChanges, salesChanges } from '../../features/orders/figures/tables';
import { UNATTENDED } from '../../features/webhooks/deliveries.sql';
import { webhookDeliveries, webhookEndpoints } from '../../features/webhooks/tables';
import { statement } from '../../platform/db/statement';
import { events } from '../../platform/outbox/tables';

/** Rows that are counted at most: a scrape costs no more than this. */
const MOST = { jobs: 10_000, changes: 100_000 };
const CHANGES: readonly PgTable[] = [
  stockChanges,
  variantChanges,
  orderChanges,
  salesChanges,
  variantSaleChanges,
];

/** Jobs that could start now, by kind, along the index by which workers take them. */
export const waitingJobs = statement(
  [[]],
  () => sql<{ job: string; jobs: number; age: number }>`
    select t.identifier as job, count(*)::int as jobs,
      extract(epoch from now() - min(j.run_at))::float8 as age
    from (select task_id, run_at from graphile_worker._private_jobs where is_available = true and run_at <= now()
      order by priority, run_at limit ${MOST.jobs}) j
    join graphile_worker._private_tasks t on t.id = j.task_id group by t.identifier`,
);

/** Ages in seconds; 0 where nothing waits. */
export const oldestUnsent = statement(
  [[]],
  () => sql<{ event: number; delivery: number }>`
    select coalesce(extract(epoch from now() - (
        select created_at from ${events} where sequence is null order by id limit 1)), 0)::float8 as event,
      greatest(coalesce(extract(epoch from now() - (
        select min(d.next_attempt_at) from ${webhookEndpoints} w cross join lateral (
          select next_attempt_at from ${webhookDeliveries} d where d.endpoint_id = w.id and d.status = 'pending'
          order by d.next_attempt_at, d.id limit 1) d
        where ${UNATTENDED})), 0), 0)::float8 as delivery`,
);

export const waitingChanges = statement(
  [[]],
  () => sql<{ rollup: string; rows: number }>`
    ${sql.join(
      CHANGES.map(
        (table) => sql`select ${getTableName(table)}::text as rollup,
          (select count(*)::int from (select from ${table} limit ${MOST.changes}) c) as rows`,
      ),
      sql` union all `,
    )}`,
);

/** Connections by state, and how many the server allows. */
export const connectionStates = statement(
  [[]],
  () => sql<{ state: string; connections: number }>`
    select case when state like 'idle in transaction%' then 'in_transaction' when state = 'idle' then 'idle'
        else 'active' end as state, count(*)::int as connections
    from pg_stat_activity where datname = current_database() and state is not null group by 1
    union all select 'max', current_setting('max_connections')::int`,
);
