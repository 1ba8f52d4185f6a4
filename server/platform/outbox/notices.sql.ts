import { type SQL, sql } from 'drizzle-orm';
import type { EventType } from '../../kernel/events';
import type { Notice } from '../../kernel/notices';
import { statement } from '../db/statement';
import { events, notices } from './tables';

export interface NoticeRow {
  id: string;
  entity_id: string;
  created_at: string;
  notice: object | null;
}

/** SQL: stores notices from a query's `id`, `entity_id`, `created_at` and `notice`; one that is waiting already stays unchanged. */
export const noticesFrom = (rows: SQL): SQL => sql`
    insert into ${notices} (id, entity_id, created_at, notice) ${rows}
    on conflict do nothing`;

export const insertNotices = statement([[[]]], (rows: readonly NoticeRow[]) =>
  noticesFrom(sql`
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (id uuid, entity_id uuid, created_at timestamptz, notice jsonb)`),
);

/** Notices that one transaction writes. */
export const BATCH = 50;

export interface TakenNotice {
  id: string;
  entity_id: string;
  created_at: string;
  /** Null for an event. */
  notice: Notice | null;
  /** Null where the event is no longer kept. */
  type: EventType | null;
  data: Record<string, unknown> | null;
  location_ids: string[] | null;
}

/** Looked for before a transaction is begun: workers ask twice a second, mostly in vain. */
export const anyNotice = statement([[]], () => sql`select from ${notices} limit 1`);

/** Takes waiting notices, oldest first; those that another process takes are skipped. */
export const takeNotices = statement(
  [[]],
  () => sql<TakenNotice>`
    with taken as (
      delete from ${notices} where id in (select id from ${notices} order by id limit ${BATCH} for update skip locked)
      returning id, entity_id, created_at, notice
    )
    select t.id, t.entity_id, t.created_at::text as created_at, t.notice, e.type, e.data - 'items' as data, e.location_ids
    from taken t left join ${events} e on e.id = t.id and t.notice is null
    order by t.id`,
);
