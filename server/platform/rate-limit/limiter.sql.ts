import { sql } from 'drizzle-orm';
import { statement } from '../db/statement';
import { rateLimits } from './tables';

/** Requests of one entity that are counted together. */
export interface Asked {
  entity_id: string;
  minute_key: string;
  day_key: string;
  requests: number;
  minute_limit: number;
  minute_end: Date;
  day_end: Date;
}

/** SQL: has COMMIT not wait for the disk: a crash may lose some counts, and no request waits for one. */
const RELAXED = sql`relaxed as materialized (select set_config('synchronous_commit', 'off', true))`;

/**
 * Counts requests in both windows; the day counts those that the minute allows. Rows are locked in the order of their
 * keys, minutes first, so that two processes never deadlock.
 */
export const countRequests = statement(
  [[[]]],
  (asked: readonly Asked[]) => sql<{ entity_id: string; minute: number; day: number | null }>`
    with ${RELAXED}, asked as (
      select a.* from relaxed, jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (entity_id text, minute_key text, day_key text,
        requests int, minute_limit int, minute_end timestamptz, day_end timestamptz)
    ), minutes as (
      insert into ${rateLimits} as r (key, points, expire)
      select minute_key, requests, minute_end from asked order by minute_key
      on conflict (key) do update set points = r.points + excluded.points
      returning key, points
    ), days as (
      insert into ${rateLimits} as r (key, points, expire)
      select a.day_key, least(a.requests, a.minute_limit - m.points + a.requests), a.day_end
      from asked a join minutes m on m.key = a.minute_key
      where m.points - a.requests < a.minute_limit order by a.day_key
      on conflict (key) do update set points = r.points + excluded.points
      returning key, points
    )
    select a.entity_id, m.points as minute, d.points as day
    from asked a join minutes m on m.key = a.minute_key left join days d on d.key = a.day_key`,
);

/** Takes back requests that were counted but not sent. Rows are locked in the order in which requests are counted. */
export const lockAndReturnRequests = statement(
  [[[]]],
  (unused: ReadonlyArray<Pick<Asked, 'minute_key' | 'day_key' | 'requests'>>) => sql`
    with ${RELAXED}, unused as (
      select k.key, k.is_day, sum(u.requests)::int as requests
      from relaxed, jsonb_to_recordset(${JSON.stringify(unused)}::jsonb) as u (minute_key text, day_key text, requests int),
        lateral (values (u.minute_key, false), (u.day_key, true)) as k (key, is_day)
      group by k.key, k.is_day
    ), locked as materialized (
      select r.key, u.requests from ${rateLimits} r join unused u on u.key = r.key order by u.is_day, u.key for update of r
    )
    update ${rateLimits} r set points = r.points - l.requests from locked l where r.key = l.key`,
);

/** Counts a call in a window that is no tier's. */
export const countCall = statement(
  [['x', new Date(0)]],
  (key: string, end: Date) => sql<{ points: number }>`
    with ${RELAXED} insert into ${rateLimits} as r (key, points, expire) select ${key}, 1, ${end.toISOString()}::timestamptz from relaxed
    on conflict (key) do update set points = r.points + 1 returning points`,
);
