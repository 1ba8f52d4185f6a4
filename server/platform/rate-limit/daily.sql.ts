import { sql } from 'drizzle-orm';
import { statement } from '../db/statement';

/** COMMIT doesn't wait for the disk: a crash may lose a count. @returns the day's sum */
export const addToDay = statement(
  [['x', 1, new Date(0)]],
  (key: string, amount: number, end: Date) => sql<{ points: number }>`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
    insert into rate_limits as r (key, points, expire) select ${key}, ${amount}::int, ${end.toISOString()}::timestamptz from relaxed
    on conflict (key) do update set points = r.points + excluded.points returning points`,
);
