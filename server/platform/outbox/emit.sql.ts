import { sql } from 'drizzle-orm';
import type { EventType } from '../../kernel/events';
import { statement } from '../db/statement';
import { events } from './tables';

export const insertEvents = statement(
  [[[]]],
  (
    rows: {
      id: string;
      entity_id: string;
      type: EventType;
      location_ids: string[] | null;
      data: object;
      shared: boolean;
      traceparent: string | null;
    }[],
  ) => sql`
    insert into ${events} (id, entity_id, type, location_ids, data, shared, traceparent)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e (id uuid, entity_id uuid, type text, location_ids uuid[], data jsonb, shared boolean,
        traceparent text)`,
);
