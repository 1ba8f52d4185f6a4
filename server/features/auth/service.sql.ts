import { sql } from 'drizzle-orm';
import { TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { addressFailures } from './tables';

/** SQL: where the five minutes began in which failures are counted together. */
export const FIVE_MINUTES = sql`to_timestamp(floor(extract(epoch from now()) / 300) * 300)`;

/** Counts a failure of an address, or of what else guesses, before it is checked, so that parallel ones count; no row at the limit. */
export const reserveFailure = statement(
  [['x', 1]],
  (address: string, limit: number) => sql<{ window: string }>`
    insert into ${addressFailures} as a (address, window_start, failures) values (${address}, ${FIVE_MINUTES}, 1)
    on conflict (address, window_start) do update set failures = a.failures + 1 where a.failures < ${limit}
    returning window_start::text as "window"`,
);

export const releaseFailure = statement(
  [['x', TIME]],
  (address: string, window: string) => sql`
    update ${addressFailures} set failures = greatest(failures - 1, 0)
    where address = ${address} and window_start = ${window}::timestamptz`,
);
