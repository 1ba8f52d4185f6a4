import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { ABANDONED, type Leased, Leases } from '../../../platform/lease/lease';
import { suspends } from '../../entities/queries.sql';
import type { RoomType } from '../../inventory/schema';
import type { ImportKind } from '../fields';
import {
  type Fixes,
  type GivenValues,
  MAX_SKIPPED,
  type Mapping,
  NO_LINES,
  type Outcome,
  type Skipped,
} from '../schema';
import { importLines, imports } from '../tables';

export type Counts = Record<Outcome, number>;

export interface ImportRow {
  entityId: string;
  kind: ImportKind;
  status: 'checking' | 'applying';
  fileName: string;
  storageKey: string;
  delimiter: number;
  columns: Array<{ name: string }>;
  mapping: Mapping;
  headerLine: number;
  given: GivenValues | null;
  fixes: Fixes | null;
  locationId: string | null;
  roomType: RoomType;
  counts: Counts;
  /** The member on whose behalf it is checked or applied. */
  memberId: string;
  /** The API key that they used; null for a session. */
  keyId: string | null;
  requestId: string;
  migrationId: string | null;
  attempts: number;
  /** How often it was taken from a process that died. */
  takeovers: number;
}

/** SQL: whether the import `t` waits until its business is no longer suspended. */
const PAUSED = suspends(sql`t.entity_id`);

export const importLeases = new Leases<Leased & Pick<ImportRow, 'status'>>(
  sql`${imports}`,
  ({ status }) => sql`t.status = ${status} and not ${PAUSED}`,
  { status: 'checking' },
);

export const takeImportRow = importLeases.take({
  skipsHeld: true,
  set: sql`attempts = t.attempts + 1, takeovers = t.takeovers + (t.lease_token is not null)::int`,
  where: sql`t.status in ('checking', 'applying') and not ${PAUSED}`,
  returning: sql<ImportRow>`entity_id as "entityId", kind, status, file_name as "fileName", storage_key as "storageKey",
    delimiter, columns, mapping, header_line as "headerLine", given, fixes, location_id as "locationId", room_type as "roomType", counts,
    coalesce(applier_id, actor_id) as "memberId",
    case when applier_id is null then actor_key_id else applier_key_id end as "keyId",
    request_id as "requestId", migration_id as "migrationId", attempts, takeovers`,
});

export const restartCheck = importLeases.change(
  [[NO_LINES]],
  (counts: Counts) =>
    sql`processed = 0, counts = ${JSON.stringify(counts)}::jsonb, location_ids = '{}', checked_at = null`,
);

export const storeChecked = importLeases.change(
  [[1, NO_LINES, [ID]]],
  (lines: number, counts: Counts, locationIds: readonly string[]) => sql`
    processed = processed + ${lines}, counts = ${JSON.stringify(counts)}::jsonb, total = greatest(total, processed + ${lines}),
    location_ids = array(select distinct unnest(location_ids || ${uuids(locationIds)}))`,
);

/** Corrected cells of no line are forgotten, and totals of an earlier check. */
export const endCheck = importLeases.change(
  [[[]]],
  (totals: readonly Skipped[]) => sql`skipped = (
    select coalesce(jsonb_agg(k.value order by k.ordinality), '[]') from jsonb_array_elements((
      select coalesce(jsonb_agg(o.value), '[]') from jsonb_array_elements(t.skipped) o where o.value ->> 'why' <> 'total'
    ) || ${JSON.stringify(totals)}::text::jsonb) with ordinality k where k.ordinality <= ${MAX_SKIPPED}::int), status = 'ready', total = processed, checked_at = now(), lease_token = null, error = null, fixes = (
    select jsonb_object_agg(f.key, f.value) from jsonb_each(t.fixes) f
    where exists (select from ${importLines} l where l.import_id = t.id and l.line = f.key::int))`,
);

export const addApplied = importLeases.change(
  [[1, NO_LINES]],
  (lines: number, counts: Counts) =>
    sql`processed = processed + ${lines}, counts = ${JSON.stringify(counts)}::jsonb`,
);

export const completeImport = importLeases.change(
  [[]],
  () => sql`status = 'completed', processed = total, finished_at = now(), lease_token = null, error = null`,
);

export const failImport = importLeases.change(
  [[{}]],
  (error: object) =>
    sql`status = 'failed', error = ${JSON.stringify(error)}::jsonb, finished_at = now(), lease_token = null`,
);

export const releaseImport = importLeases.release([[1]], (seconds: number) => ({
  until: sql`now() + make_interval(secs => ${seconds})`,
}));

/** Ends a run where it is: its batch, which then finds the lease lost, leaves nothing. */
export const stopImport = statement(
  [[ID, 'x']],
  (id: string, by: string) => sql<{ processed: number; total: number }>`
    update ${imports} set status = 'failed', finished_at = now(), lease_token = null, error = jsonb_build_object('line', null,
      'code', 'stopped', 'message', format('%s stopped the import after %s of %s lines. What was applied stays.', ${by}::text,
        to_char(processed, 'FM999,999'), to_char(total, 'FM999,999')))
    where id = ${id} and status = 'applying' returning processed, total`,
);

export const stoppedImport = statement(
  [[ID]],
  (id: string) => sql<{ id: string; entityId: string }>`
    select id, entity_id as "entityId" from ${imports} where id = ${id} and status = 'failed'`,
);

/** Imports without a process. */
export const abandonedImports = statement(
  [[]],
  () => sql<{ id: string; entityId: string }>`
    select t.id, t.entity_id as "entityId" from ${imports} t
    where t.status in ('checking', 'applying') and ${ABANDONED} and not ${PAUSED}`,
);

/** The migration of an import that neither checks nor applies. */
export const endedPart = statement(
  [[ID]],
  (id: string) => sql<{ id: string; entityId: string }>`
    select migration_id as id, entity_id as "entityId" from ${imports}
    where id = ${id} and migration_id is not null and status not in ('checking', 'applying')`,
);
