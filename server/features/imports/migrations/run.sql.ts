import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { ABANDONED, type Leased, Leases } from '../../../platform/lease/lease';
import { suspends } from '../../entities/queries.sql';
import { importLines, imports } from '../tables';
import type { Found, MigrationSettings } from './schema';
import { migrationRows, migrations } from './tables';
import type { MigrationKind, MigrationSource, MigrationSystem } from './words';

/** What was read of a list: where its next page is, and how many rows came. */
export interface ListState {
  next: string | null;
  done: boolean;
  rows: number;
  /** Pages in sequence that had no new row. */
  stale: number;
}

export interface MigrationRow {
  entityId: string;
  system: MigrationSystem;
  source: MigrationSource;
  connectionId: string | null;
  status: 'reading' | 'applying';
  kinds: MigrationKind[];
  settings: MigrationSettings;
  lists: Record<string, ListState>;
  step: number;
  rechecked: number;
  isRead: boolean;
  memberId: string;
  memberName: string;
  keyId: string | null;
  requestId: string;
  attempts: number;
}

const PAUSED = suspends(sql`t.entity_id`);
export const migrationLeases = new Leases<Leased & Pick<MigrationRow, 'status'>>(
  sql`${migrations}`,
  ({ status }) => sql`t.status = ${status} and not ${PAUSED}`,
  { status: 'reading' },
);

export const takeMigrationRow = migrationLeases.take({
  skipsHeld: true,
  set: sql`attempts = t.attempts + 1`,
  where: sql`t.status in ('reading', 'applying') and not ${PAUSED}`,
  returning: sql<MigrationRow>`entity_id as "entityId", system, source, connection_id as "connectionId", status, kinds, settings, lists,
    step, rechecked, read_at is not null as "isRead", coalesce(applier_id, actor_id) as "memberId", actor_name as "memberName",
    case when applier_id is null then actor_key_id else applier_key_id end as "keyId", request_id as "requestId", attempts`,
});

export const storeLists = migrationLeases.change(
  [[{}]],
  (lists: Record<string, ListState>) => sql`lists = ${JSON.stringify(lists)}::jsonb, attempts = 0`,
);

export const endReading = migrationLeases.change([[]], () => sql`read_at = now(), step = 0, attempts = 0`);

/** The next kind; what was read of this one. */
export const nextStep = migrationLeases.change(
  [['customers', {}]],
  (kind: MigrationKind, about: object) =>
    sql`step = step + 1, attempts = 0, missing = missing || jsonb_build_object(${kind}::text, ${JSON.stringify(about)}::jsonb)`,
);

export const startRecheck = migrationLeases.change([[]], () => sql`rechecked = step`);

export const makeReady = migrationLeases.change(
  [[{ locations: [], categories: [], relationships: [], case_prices: null }]],
  (found: Found) =>
    sql`status = 'ready', found = ${JSON.stringify(found)}::jsonb, lease_token = null, error = null, attempts = 0`,
);

export const completeMigration = migrationLeases.change(
  [[]],
  () => sql`status = 'completed', finished_at = now(), lease_token = null, error = null`,
);

export const failMigration = migrationLeases.change(
  [[{}]],
  (error: object) =>
    sql`status = 'failed', error = ${JSON.stringify(error)}::jsonb, finished_at = now(), lease_token = null`,
);

export const releaseMigration = migrationLeases.release([[1]], (seconds: number) => ({
  until: sql`now() + make_interval(secs => ${seconds})`,
}));

/** Releases a migration whose import's job goes on: waiting is no failed try. */
export const waitForPart = migrationLeases.release([[]], () => ({
  until: sql`now() + interval '1 minute'`,
  set: sql`attempts = 0`,
}));

/** Migrations without a process, and those whose import has ended unnoticed. */
export const abandonedMigrations = statement(
  [[]],
  () => sql<{ id: string; entityId: string }>`
    select t.id, t.entity_id as "entityId" from ${migrations} t
    where t.status in ('reading', 'applying') and ${ABANDONED} and not ${PAUSED}`,
);

export interface PartRow {
  id: string;
  kind: MigrationKind;
  status: 'mapping' | 'checking' | 'ready' | 'applying' | 'completed' | 'failed';
  error: { code: string; message: string } | null;
}

export const partsOf = statement(
  [[ID]],
  (migrationId: string) => sql<PartRow>`
    select id, kind, status, error from ${imports} where migration_id = ${migrationId}`,
);

/** Starts the check of a part once more. */
export const recheckPart = statement(
  [[ID]],
  (importId: string) => sql`
    update ${imports} set status = 'checking', processed = 0, attempts = 0, takeovers = 0, error = null, lease_token = null,
      lease_until = now() + interval '1 minute' where id = ${importId} and status in ('ready', 'failed')`,
);

/** Confirms a part whose lines were checked. */
export const applyPart = statement(
  [[ID, ID, ID, 'x']],
  (importId: string, applierId: string, keyId: string | null, requestId: string) => sql`
    update ${imports} set status = 'applying', applier_id = ${applierId}::uuid, applier_key_id = ${keyId}::uuid, request_id = ${requestId},
      processed = case when applied_at is null then 0 else processed end, applied_at = coalesce(applied_at, now()), attempts = 0,
      takeovers = 0, error = null, finished_at = null, lease_token = null, lease_until = now() + interval '1 minute'
    where id = ${importId} and status in ('ready', 'failed')`,
);

/** Stores rows of a page. @returns how many are new */
export const storeRows = statement(
  [[ID, 'x', 0, []]],
  (
    migrationId: string,
    list: string,
    from: number,
    rows: ReadonlyArray<{ id: string; text: string }>,
  ) => sql<{
    added: boolean;
  }>`
    insert into ${migrationRows} as r (migration_id, list, source_id, position, row)
    select distinct on (n.id) ${migrationId}::uuid, ${list}, n.id, ${from}::int + n.at::int, n.text::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, at) => ({ ...row, at })))}::text::jsonb) as n (id text, at int, text text)
    order by n.id, n.at
    on conflict (migration_id, list, source_id) do update set row = excluded.row
    returning (xmax = 0) as added`,
);

export const rowsAfter = statement(
  [[ID, 'x', 0, 'x', 1]],
  (migrationId: string, list: string, position: number, sourceId: string, limit: number) => sql<{
    position: number;
    source_id: string;
    row: Record<string, unknown>;
  }>`
    select position, source_id, row from ${migrationRows} where migration_id = ${migrationId} and list = ${list}
      and (position, source_id) > (${position}::int, ${sourceId}) order by position, source_id limit ${limit}`,
);

export const listsRead = statement(
  [[ID]],
  (migrationId: string) => sql<{ list: string; rows: number }>`
    select list, count(*)::int as rows from ${migrationRows} where migration_id = ${migrationId} group by list`,
);

/** Fields that lines of an import have and we don't take, by their number of lines. */
export const notCarriedIn = statement(
  [[ID]],
  (importId: string) => sql<{ field: string; lines: number }>`
    select c.field, count(distinct l.line)::int as lines from ${importLines} l,
      jsonb_to_recordset(coalesce(l.not_carried, '[]')) as c (field text)
    where l.import_id = ${importId} group by c.field order by lines desc, c.field limit 500`,
);

/** Cells of a field that lines of an import fail by, such as unknown locations. */
export const failingCells = statement(
  [[ID, 'location', ['unknown_location']]],
  (importId: string, field: string, codes: readonly string[]) => sql<{ name: string; lines: number }>`
    select e.value ->> 'value' as name, count(*)::int as lines from ${importLines} l, jsonb_array_elements(l.errors) e
    where l.import_id = ${importId} and e.value ->> 'field' = ${field} and e.value ->> 'value' is not null
      and e.value ->> 'code' in (select jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb))
    group by 1 order by 2 desc, 1 limit 500`,
);

export interface CaseProduct {
  sku: string;
  name: string;
  case_size: number;
  price_cents: number;
  sold_in_cases: boolean;
}

/** Products of an import with a case size, whose prices may be of a case. */
export const caseProducts = statement(
  [[ID]],
  (importId: string) => sql<CaseProduct>`
    select l.sku, coalesce(l.product_name, l.sku) as name, (l.data ->> 'caseSize')::int as case_size,
      coalesce((l.data ->> 'wholesaleCents')::float8, 0) as price_cents, coalesce(l.note, '') like '%sold_in: Case%' as sold_in_cases
    from ${importLines} l where l.import_id = ${importId} and (l.data ->> 'caseSize')::int > 1 order by l.line limit 3`,
);

/** Relationships of the source's companies. */
export const relationshipsIn = statement(
  [[ID]],
  (migrationId: string) => sql<{ name: string; lines: number }>`
    select coalesce(r.row -> 'relationship_type' ->> 'name', r.row ->> 'relationship_type') as name, count(*)::int as lines
    from ${migrationRows} r where r.migration_id = ${migrationId} and r.list = 'companies'
      and coalesce(r.row -> 'relationship_type' ->> 'name', r.row ->> 'relationship_type') is not null
    group by 1 order by 2 desc, 1 limit 100`,
);

/** What was read is kept for 90 days. */
export const purgeMigrationRows = statement(
  [[]],
  () => sql`
    delete from ${migrationRows} r using ${migrations} m
    where m.id = r.migration_id and coalesce(m.finished_at, m.created_at) < now() - interval '90 days'`,
);
export const purgeNotCarried = statement(
  [[]],
  () => sql`
    update ${importLines} l set not_carried = null from ${imports} i join ${migrations} m on m.id = i.migration_id
    where i.id = l.import_id and l.not_carried is not null and m.finished_at < now() - interval '90 days'`,
);
