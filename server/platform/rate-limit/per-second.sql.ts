import { sql } from 'drizzle-orm';
import { texts } from '../db/listing';
import { statement } from '../db/statement';
import { rateLimits } from './tables';

/**
 * Counts a request in the second that it falls into by the database's clock, for each subject: all processes count together.
 * Rows are locked in the order of their keys.
 */
export const lockAndCountSecond = statement(
  [[['x']]],
  (subjects: readonly string[]) => sql<{ subject: string; points: number; wait_ms: number }>`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)), at as (
      select extract(epoch from clock_timestamp()) as now from relaxed
    ), counted as (
      insert into ${rateLimits} as r (key, points, expire)
      select u.subject || ':' || floor(a.now)::bigint, 1, now() + interval '10 seconds'
      from at a, unnest(${texts(subjects)}) as u (subject) order by 1
      on conflict (key) do update set points = r.points + 1
      returning key, points
    )
    select regexp_replace(c.key, ':[0-9]+$', '') as subject, c.points, (1000 * (1 - (a.now - floor(a.now))))::float8 as wait_ms
    from counted c, at a`,
);
