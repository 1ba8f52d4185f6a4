import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client';
import { Leases } from '../../platform/lease/lease';
import type { LeasedRun } from '../../platform/lease/resumable-run';
import type { RoomType } from '../inventory/schema';
import type { ImportKind } from './fields';
import { abandonedImports } from './queries.sql';
import type { Mapping, Outcome } from './schema';

/** A leased import. */
export interface LeasedImport extends LeasedRun {
  entityId: string;
  kind: ImportKind;
  status: 'checking' | 'applying';
  fileName: string;
  storageKey: string;
  delimiter: number;
  columns: string[];
  mapping: Mapping;
  locationId: string | null;
  roomType: RoomType;
  counts: Record<Outcome, number>;
  /** The member on whose behalf it is checked or applied. */
  memberId: string;
  /** The API key that they used; null for a session. */
  keyId: string | null;
  requestId: string;
}

export const importLeases = new Leases<LeasedImport>(sql`imports`, ({ status }) => sql`t.status = ${status}`);

/** Takes an import to check or apply; null when there is nothing to do, or another process works on it. */
export async function takeImport(db: Db, importId: string): Promise<LeasedImport | null> {
  type Row = Omit<LeasedImport, 'columns' | 'id' | 'token'> & { columns: Array<{ name: string }> };
  const row = await importLeases.take<Row>(db, importId, {
    set: sql`attempts = t.attempts + 1`,
    where: sql`t.status in ('checking', 'applying')`,
    returning: sql`entity_id as "entityId", kind, status, file_name as "fileName", storage_key as "storageKey", delimiter,
      columns, mapping, location_id as "locationId", room_type as "roomType", counts,
      coalesce(applier_id, actor_id) as "memberId",
      case when applier_id is null then actor_key_id else applier_key_id end as "keyId",
      request_id as "requestId", attempts`,
  });
  return row && { ...row, columns: row.columns.map(({ name }) => name) };
}

/** Lists abandoned imports. */
export async function findAbandoned(db: Db): Promise<Array<Pick<LeasedImport, 'id' | 'entityId'>>> {
  return abandonedImports(db);
}
