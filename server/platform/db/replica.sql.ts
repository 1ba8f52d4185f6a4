import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './client';
import { statement } from './statement';

/** How far the primary has written, on which timeline, and which cluster it is. */
export interface Position {
  /** A pg_lsn: every commit acknowledged so far is before it. */
  lsn: string;
  /** Eight hex digits, which change with each promotion. */
  timeline: string;
  system: string;
}

/** Fails on a server in recovery. Without synchronous commits, a commit is acknowledged before it is flushed. */
export const positionOfPrimary = statement(
  [[]],
  () => sql<Position>`
    select lsn::text as lsn, left(pg_walfile_name(lsn), 8) as timeline,
      (select system_identifier::text from pg_control_system()) as system
    from (select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end as lsn) p`,
);

export interface Standing {
  /** Streams from the primary's cluster and timeline. */
  is_replica: boolean;
  has_replayed: boolean;
}

const SAMPLE: Position = { lsn: '0/0', timeline: '00000001', system: '1' };
const FORM: Record<keyof Position, RegExp> = {
  lsn: /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/,
  timeline: /^[0-9A-F]{8}$/,
  system: /^\d{1,20}$/,
};

/** A command of several statements takes no parameters, so a value is part of its text. */
function literal(name: keyof Position, position: Position): SQL {
  const value = position[name];
  if (!FORM[name].test(value)) throw new Error(`The primary's ${name} has an unknown form`);
  return sql.raw(`'${value}'`);
}

/** What a server is to the primary. Its timeline is visible with `pg_read_all_stats` alone. */
export const standingOf = statement([[SAMPLE]], (position: Position) => {
  const timeline = literal('timeline', position);
  return sql<Standing>`
    select pg_is_in_recovery() and exists (
        select from pg_stat_wal_receiver r
        where coalesce(lpad(upper(to_hex(r.received_tli)), 8, '0'), ${timeline}) = ${timeline})
      and (select system_identifier::text from pg_control_system()) = ${literal('system', position)} as is_replica,
      coalesce(pg_last_wal_replay_lsn() >= ${literal('lsn', position)}::pg_lsn, false) as has_replayed`;
});

export type Isolation = 'read committed' | 'repeatable read';

/**
 * Looks at the standing of a transaction's server, then begins another transaction: a snapshot that the look itself took
 * could be older than what it saw. It is one command, so that a pooler sends all of it to the same server.
 */
export async function lookAndBegin(tx: Db, position: Position, isolation: Isolation): Promise<Standing> {
  const [standing] = await tx.execute<Standing & Record<string, unknown>>(
    sql`${standingOf.build(position)}; commit; begin isolation level ${sql.raw(isolation)} read only`,
  );
  return standing as Standing;
}
