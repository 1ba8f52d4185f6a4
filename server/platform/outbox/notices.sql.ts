import { sql } from 'drizzle-orm';
import { statement } from '../db/statement';
import { notices } from './tables';

export interface NoticeRow {
  id: string;
  entity_id: string;
  created_at: string;
  notice: object | null;
}

/** A notice that is waiting already stays unchanged. */
export const insertNotices = statement(
  [[[]]],
  (rows: readonly NoticeRow[]) => sql`
    insert into ${notices} (id, entity_id, created_at, notice)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (id uuid, entity_id uuid, created_at timestamptz, notice jsonb)
    on conflict do nothing`,
);
