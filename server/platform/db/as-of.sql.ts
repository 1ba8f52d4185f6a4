import { sql } from 'drizzle-orm';
import { statement } from './statement';

export const momentNow = statement(
  [[]],
  () => sql<{ moment: string }>`
    select to_char(date_trunc('milliseconds', least(statement_timestamp(), min(
      case when a.query = '<insufficient privilege>' or a.state = 'disabled'
        then statement_timestamp() - interval '1 day' else a.xact_start end))) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment
    from pg_stat_activity a where a.datname = current_database() and a.backend_xid is not null`,
);
