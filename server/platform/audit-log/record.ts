import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { AUDIT_ACTIONS } from '../../kernel/audit-actions';
import type { Db } from '../db/client';
import type { auditLog } from './tables';

export type AuditRow = Omit<typeof auditLog.$inferInsert, 'objectType'>;

/** Stores audit rows in the transaction of the change they describe, in one statement. */
export async function storeAudit(db: Db, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length === 0) return;
  const named = rows.map((row) => ({ id: v7(), objectType: AUDIT_ACTIONS[row.action], ...row }));
  await db.execute(sql`
    insert into audit_log (id, entity_id, actor_id, actor_name, action, object_type, object_id, location_ids,
      before, after, request_id, address)
    select id, "entityId", "actorId", "actorName", action, "objectType", "objectId", "locationIds",
      nullif(before, 'null'),
      nullif(after, 'null'), "requestId", address
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as a (id uuid, "entityId" uuid, "actorId" uuid,
      "actorName" text, action text, "objectType" text, "objectId" uuid, "locationIds" uuid[], before jsonb, after jsonb, "requestId" text,
      address text)`);
}
