import type postgres from 'postgres';

const SCHEMAS = ['public', 'graphile_worker'];
/** Tables of which the application only reads and inserts rows, and the columns that it may fill in later. */
const APPEND_ONLY: Readonly<Record<string, readonly string[]>> = {
  audit_log: [],
  audit_seals: ['sealed_at', 'rows', 'digest'],
  inventory_movements: [],
  schema_generation: ['writer'],
  ledger_seals: ['sealed_at', 'rows', 'entries', 'salts', 'digest'],
};
const READ_ONLY = 'graphile_worker.migrations';

/**
 * Gives PUBLIC what the application does with rows, on every table but the migration journal. Who may connect is what
 * keeps others out (decision 103): a dump names no role, so it restores where ours doesn't exist.
 * @param sql a connection of the tables' owner
 */
export async function grantPrivileges(sql: postgres.Sql): Promise<void> {
  if (await areGranted(sql)) return;
  const schemas = (
    await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname = any(${SCHEMAS}) order by 1`
  ).map(({ name }) => name);
  const list = schemas.join(', ');
  const closed = Object.keys(APPEND_ONLY).join(', ');
  const columns = Object.entries(APPEND_ONLY).filter(([, names]) => names.length > 0);
  const guarded = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in (select oid from pg_namespace where nspname = any(${schemas})) and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'application')`;
  await sql.begin(async (tx) => {
    const run = (text: string) => tx.unsafe(text);
    await run(`revoke create on schema ${list} from public`);
    await run(`grant usage on schema ${list} to public`);
    await run(`grant select, insert, update, delete on all tables in schema ${list} to public`);
    await run(`grant usage, select on all sequences in schema ${list} to public`);
    await run(`revoke update, delete, truncate on ${closed} from public`);
    for (const [table, names] of columns)
      await run(`grant update (${names.join(', ')}) on ${table} to public`);
    if (schemas.includes('graphile_worker'))
      await run(`revoke insert, update, delete on ${READ_ONLY} from public`);
    // graphile-worker closes its tables to everyone but their owner by row-level security without a policy.
    for (const { name } of guarded) {
      await run(`create policy application on ${name} using (true) with check (true)`);
    }
  });
}

/** Returns true when only named roles may connect to the database. */
export async function isClosed(sql: postgres.ISql): Promise<boolean> {
  const [{ open }] = await sql<[{ open: boolean }]>`
    select has_database_privilege('public', current_database(), 'connect') as open`;
  return !open;
}

async function areGranted(sql: postgres.Sql): Promise<boolean> {
  const fillable = Object.entries(APPEND_ONLY).flatMap(([table, names]) =>
    names.map((name) => ({ table, name })),
  );
  const [found] = await sql<[{ granted: boolean }]>`
    with relation as (
      select c.oid, c.relkind, c.relrowsecurity as guarded, c.oid::regclass::text as name,
        has_table_privilege('public', c.oid, 'select') and has_table_privilege('public', c.oid, 'insert') as extends,
        has_table_privilege('public', c.oid, 'update') and has_table_privilege('public', c.oid, 'delete') as changes,
        has_table_privilege('public', c.oid, 'update, delete, truncate') as may_change
      from pg_class c where c.relnamespace in (select oid from pg_namespace where nspname = any(${SCHEMAS}))
        and c.relkind in ('r', 'p', 'v')
    )
    select coalesce(bool_and(case
        when r.name = ${READ_ONLY} then has_table_privilege('public', r.oid, 'select') and not r.extends and not r.may_change
        when r.name = any(${Object.keys(APPEND_ONLY)}) then r.extends and not r.may_change
        else r.changes and r.extends end
        and (not r.guarded or exists (select from pg_policy p where p.polrelid = r.oid and p.polname = 'application'))), false)
      and (select bool_and(has_sequence_privilege('public', c.oid, 'usage')) from pg_class c
        where c.relkind = 'S' and c.relnamespace in (select oid from pg_namespace where nspname = any(${SCHEMAS})))
      and (select bool_and(has_schema_privilege('public', n.oid, 'usage') and not has_schema_privilege('public', n.oid, 'create'))
        from pg_namespace n where n.nspname = any(${SCHEMAS}))
      and (select bool_and(has_column_privilege('public', c.relation, c.name, 'update'))
        from unnest(${fillable.map(({ table }) => table)}::text[], ${fillable.map(({ name }) => name)}::text[]) c (relation, name)) as granted
    from relation r`;
  return found.granted;
}
