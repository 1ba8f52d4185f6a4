import { type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Db } from '../../platform/db/client';
import type { RoomType } from '../inventory/schema';
import type { ImportKind } from './fields';
import type { Mapping, Outcome } from './schema';

/** How long an import stays with who works on it after their last sign of life. */
const LEASE = sql`interval '15 seconds'`;
const RENEW_MS = 4000;

/** An import while one process works on it. */
export interface LeasedImport {
  id: string;
  token: string;
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
  /** The member in whose name it is checked or applied. */
  memberId: string;
  memberName: string;
  requestId: string;
  attempts: number;
}

/** Another process has taken the import over, or a member has changed or discarded it. */
export class LeaseLost extends Error {}

/** Takes an import to work on; null when there is nothing to do, or another process works on it. */
export async function takeLease(db: Db, importId: string): Promise<LeasedImport | null> {
  const token = v7();
  const [row] = await db.execute<
    Omit<LeasedImport, 'columns'> & { columns: Array<{ name: string }> } & Record<string, unknown>
  >(sql`
    update imports m set attempts = attempts + 1, lease_token = ${token}, lease_until = now() + ${LEASE}
    where id = ${importId} and status in ('checking', 'applying') and (lease_token is null or lease_until < now())
    returning id, entity_id as "entityId", kind, status, file_name as "fileName", storage_key as "storageKey", delimiter,
      columns, mapping, location_id as "locationId", room_type as "roomType", counts,
      coalesce(applier_id, actor_id) as "memberId",
      (select u.name from users u where u.id = coalesce(m.applier_id, m.actor_id)) as "memberName",
      request_id as "requestId", attempts`);
  return row ? { ...row, columns: row.columns.map(({ name }) => name), token } : null;
}

/**
 * Changes the import, in the transaction of what the change stands for, while it is still ours.
 * @throws LeaseLost
 */
export async function updateLeased(db: Db, leased: LeasedImport, set: SQL): Promise<void> {
  const rows = await db.execute(sql`
    update imports set ${set}, lease_until = now() + ${LEASE}
    where id = ${leased.id} and lease_token = ${leased.token} and status = ${leased.status} returning id`);
  if (rows.length === 0) throw new LeaseLost();
}

/** Gives signs of life while `work` runs. */
export async function whileLeased<T>(db: Db, leased: LeasedImport, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    // A renewal that fails is made up for by the next; when all do, the work itself finds out.
    updateLeased(db, leased, sql`status = status`).catch(() => {});
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Puts the import down, for another process to take up again in `seconds`. */
export async function putDown(db: Db, leased: LeasedImport, seconds: number): Promise<void> {
  await db.execute(sql`
    update imports set lease_token = null, lease_until = now() + make_interval(secs => ${seconds})
    where id = ${leased.id} and lease_token = ${leased.token}`);
}

/** The imports that nobody works on any more: their process ended, or their job was lost. */
export async function findAbandoned(db: Db): Promise<Array<Pick<LeasedImport, 'id' | 'entityId'>>> {
  return db.execute<Pick<LeasedImport, 'id' | 'entityId'>>(sql`
    select id, entity_id as "entityId" from imports
    where status in ('checking', 'applying') and lease_until < now() - interval '3 seconds'`);
}
