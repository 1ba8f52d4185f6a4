import { sql } from 'drizzle-orm';
import { statement } from '../db/statement';
import { rateLimits } from './tables';

/** COMMIT doesn't wait for the disk: a crash may lose a count. @returns the day's sum */
export const addToDay = statement(
  [['x', 1, new Date(0)]],
  (key: string, amount: number, end: Date) => sql<{ points: number }>`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
    insert into ${rateLimits} as r (key, points, expire) select ${key}, ${amount}::int, ${end.toISOString()}::timestamptz from relaxed
    on conflict (key) do update set points = r.points + excluded.points returning points`,
);
