import type postgres from 'postgres';
import { databaseErrorCode, isUnreachable, openDatabase } from './client';

/** Seconds. */
const LONGEST_STATEMENT = 30;

/**
 * Settings of every session (decision 155). Stored with the role rather than sent with each connection: transaction
 * poolers reject startup parameters and keep no session state.
 */
const SETTINGS = [
  { name: 'statement_timeout', value: `${LONGEST_STATEMENT}s`, isOperators: true },
  { name: 'idle_in_transaction_session_timeout', value: '60s', isOperators: true },
  // Compiling a long statement takes longer than running it on the rows of a page.
  { name: 'jit', value: 'off', isOperators: true },
  { name: 'TimeZone', value: 'UTC', isOperators: false },
];

/** Seconds that a response may take beyond the longest statement (decision 339). */
const GRACE = 10;

export interface SettingsLog {
  warn(fields: object, message: string): void;
}

/**
 * Stores the settings for the connection's role in its database. Timeouts and `jit` that the operator has set for the role or the
 * database are kept. Sessions that are already open, including a pooler's, keep their settings.
 */
export async function storeSettings(sql: postgres.Sql, log: SettingsLog): Promise<void> {
  const [found] = await sql<[{ role: string; database: string; exact: string[]; all: string[] }]>`
    with role as (select oid from pg_roles where rolname = session_user),
      base as (select oid from pg_database where datname = current_database()),
      present as (
        select s.setrole <> 0 and s.setdatabase <> 0 as exact, unnest(s.setconfig) as entry
        from pg_db_role_setting s, role, base
        where s.setrole in (0, role.oid) and s.setdatabase in (0, base.oid)
      )
    select session_user::text as role, current_database()::text as database,
      coalesce((select array_agg(lower(entry)) from present where exact), '{}') as exact,
      coalesce((select array_agg(lower(entry)) from present), '{}') as all`;
  for (const { name, value, isOperators } of SETTINGS) {
    const entry = `${name}=`.toLowerCase();
    if (isOperators && found.all.some((present) => present.startsWith(entry))) continue;
    if (found.exact.includes(`${entry}${value}`.toLowerCase())) continue;
    const command = `set ${name} = '${value}'`;
    try {
      await sql.unsafe(
        `alter role session_user in database "${found.database.replaceAll('"', '""')}" ${command}`,
      );
    } catch (error) {
      if (databaseErrorCode(error) !== '42501') throw error;
      const { role, database } = found;
      log.warn(
        { role, database, setting: name },
        `the role may not change its own settings: run ALTER ROLE … IN DATABASE … ${command} as an administrator`,
      );
    }
  }
}

/**
 * Reads how long a statement may take for the connection's role, as stored here or by the operator.
 * @returns seconds of silence after which a connection is lost; undefined where statements have no limit
 */
export async function readSilence(url: string, prepare: boolean): Promise<number | undefined> {
  const { sql, close } = openDatabase({ url, pool: 1, prepare });
  try {
    const [found] = await sql<[{ ms: number }]>`
      select setting::int as ms from pg_settings where name = 'statement_timeout'`;
    return found.ms > 0 ? found.ms / 1000 + GRACE : undefined;
  } catch (error) {
    // A web process also starts while the database is away.
    if (isUnreachable(error)) return LONGEST_STATEMENT + GRACE;
    throw error;
  } finally {
    await close();
  }
}
