import { sql } from 'drizzle-orm';
import { uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { ABANDONED, type Leased, Leases } from '../../platform/lease/lease';
import { suspends } from '../entities/queries.sql';
import type { RoomType } from '../inventory/schema';
import type { ImportKind } from './fields';
import type { Fixes, Mapping, Outcome } from './schema';
import { importLines, imports } from './tables';

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
  fixes: Fixes | null;
  locationId: string | null;
  roomType: RoomType;
  counts: Counts;
  /** The member on whose behalf it is checked or applied. */
  memberId: string;
  /** The API key that they used; null for a session. */
  keyId: string | null;
  requestId: string;
  attempts: number;
  /** How often it was taken from a process that died. */
  takeovers: number;
}

const NO_COUNTS: Counts = { create: 0, update: 0, adjust: 0, unchanged: 0, error: 0 };

/** SQL: whether the import `t` waits until its business is no longer suspended. */
const PAUSED = suspends(sql`t.entity_id`);

export const importLeases = new Leases<Leased & Pick<ImportRow, 'status'>>(
  sql`${imports}`,
  ({ status }) => sql`t.status = ${status} and not ${PAUSED}`,
  { status: 'checking' },
);

export const takeImportRow = importLeases.take({
  set: sql`attempts = t.attempts + 1, takeovers = t.takeovers + (t.lease_token is not null)::int`,
  where: sql`t.status in ('checking', 'applying') and not ${PAUSED}`,
  returning: sql<ImportRow>`entity_id as "entityId", kind, status, file_name as "fileName", storage_key as "storageKey",
    delimiter, columns, mapping, fixes, location_id as "locationId", room_type as "roomType", counts,
    coalesce(applier_id, actor_id) as "memberId",
    case when applier_id is null then actor_key_id else applier_key_id end as "keyId",
    request_id as "requestId", attempts, takeovers`,
});

export const restartCheck = importLeases.change(
  [[NO_COUNTS]],
  (counts: Counts) =>
    sql`processed = 0, counts = ${JSON.stringify(counts)}::jsonb, location_ids = '{}', checked_at = null`,
);

export const addProcessed = importLeases.change(
  [[1]],
  (lines: number) => sql`processed = processed + ${lines}`,
);

export const storeChecked = importLeases.change(
  [[NO_COUNTS, [ID]]],
  (counts: Counts, locationIds: readonly string[]) => sql`
    counts = ${JSON.stringify(counts)}::jsonb, total = greatest(total, processed),
    location_ids = array(select distinct unnest(location_ids || ${uuids(locationIds)}))`,
);

/** Corrected cells of no line are forgotten. */
export const endCheck = importLeases.change(
  [[]],
  () => sql`status = 'ready', total = processed, checked_at = now(), lease_token = null, error = null, fixes = (
    select jsonb_object_agg(f.key, f.value) from jsonb_each(t.fixes) f
    where exists (select from ${importLines} l where l.import_id = t.id and l.line = f.key::int))`,
);

export const addApplied = importLeases.change(
  [[1, NO_COUNTS]],
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

/** Imports without a process. */
export const abandonedImports = statement(
  [[]],
  () => sql<{ id: string; entityId: string }>`
    select t.id, t.entity_id as "entityId" from ${imports} t
    where t.status in ('checking', 'applying') and ${ABANDONED} and not ${PAUSED}`,
);
