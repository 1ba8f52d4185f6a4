import type postgres from 'postgres';
import { sinceBaseline } from './lineage';
import { bareText, type Migration } from './migration-plan';

/** What statements do to those who use their table meanwhile; the first that fits counts. */
const EFFECTS: ReadonlyArray<[RegExp, string]> = [
  [/^(?:create(?: unique)?|drop) index concurrently\b/, 'blocks nothing'],
  [/^create(?: unique)? index\b.*? on (\w+)/, 'blocks writes while it is built'],
  [/^create (?:constraint )?trigger\b.*? on (\w+)/, 'blocks writes for a moment'],
  [/^alter table (\w+) add constraint\b.* not valid/, 'blocks writes for a moment'],
  [/^alter table (\w+) validate constraint\b/, 'blocks nothing'],
  [
    /^alter table (\w+) add column\b.*\b(?:generated always as|default \w+\()/,
    'blocks reads and writes while rows are rewritten',
  ],
  [/^alter table (\w+) add column\b/, 'blocks reads and writes for a moment'],
  [
    /^alter table (\w+) (?:add constraint|alter column \w+ (?:set not null|(?:set data )?type))\b/,
    'blocks reads and writes while rows are checked',
  ],
  [/^(?:alter|drop) table (?:if exists )?(\w+)/, 'blocks reads and writes for a moment'],
  [/^(?:update|delete from|insert into) (\w+)/, 'locks the rows that it changes until its step ends'],
  [/^create\b/, 'blocks nothing'],
];

export interface Outlook {
  tag: string;
  /** True when processes of the version before stop writing with its last step. */
  raises: boolean;
  lines: string[];
}

/** Says of each pending migration what its statements block, with the numbers of rows that PostgreSQL estimates. Reads only. */
export async function outlookOf(sql: postgres.Sql, migrations: readonly Migration[]): Promise<Outlook[]> {
  const [{ exists }] = await sql<[{ exists: boolean }]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  const applied = exists
    ? await sql<{ hash: string; when: number }[]>`
        select hash, created_at::float8 as "when" from drizzle.__drizzle_migrations`
    : [];
  const known = new Set(sinceBaseline(applied, 'the database').map(({ hash }) => hash));
  const sizes = await sql<{ name: string; rows: string }[]>`
    select relname::text as name, greatest(reltuples, 0)::bigint as rows from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  const rowsOf = new Map(sizes.map(({ name, rows }) => [name, Number(rows)]));
  return migrations
    .filter(({ hash }) => !known.has(hash))
    .map(({ tag, raises, steps }) => ({
      tag,
      raises,
      lines: steps.flatMap(({ kind, statements }) =>
        statements.map((text) =>
          kind === 'batches' ? `in batches: ${lineOf(text, rowsOf)}` : lineOf(text, rowsOf),
        ),
      ),
    }));
}

const number = new Intl.NumberFormat('en-US');

function lineOf(text: string, rowsOf: ReadonlyMap<string, number>): string {
  const bare = bareText(text)
    .replaceAll('"', '')
    .replace(/\bpublic\./g, '')
    .replace(/\s+/g, ' ');
  for (const [pattern, effect] of EFFECTS) {
    const found = pattern.exec(bare.toLowerCase());
    if (!found) continue;
    const rows = rowsOf.get(found[1] ?? '');
    return `${short(bare)}: ${effect}${rows === undefined ? '' : ` (${found[1]}, ${number.format(rows)} rows)`}`;
  }
  return `${short(bare)}: read it before you run it`;
}

const short = (text: string) => (text.length > 70 ? `${text.slice(0, 69)}…` : text);

/** Transactions that a migration could wait for now. */
export async function inTheWay(sql: postgres.Sql): Promise<string[]> {
  const found = await sql<{ pid: number; name: string | null; seconds: number; tables: string | null }[]>`
    select a.pid, a.application_name as name, extract(epoch from now() - a.xact_start)::int as seconds,
      (select string_agg(distinct c.relname, ', ') from pg_locks l join pg_class c on c.oid = l.relation
        where l.pid = a.pid and l.granted and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace) as tables
    from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start < now() - interval '1 second'
    order by a.xact_start`;
  return found.map(
    ({ pid, name, seconds, tables }) =>
      `process ${pid} (${name || 'unnamed'}) has had a transaction open for ${seconds} s${tables ? `, on ${tables}` : ''}`,
  );
}
