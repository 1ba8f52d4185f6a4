import { AUDIT_ACTIONS } from '../../kernel/audit-actions';
import { newId } from '../../kernel/ids';
import type { Db } from '../db/client';
import { insertAudit } from './record.sql';
import type { auditLog } from './tables';

export type AuditRow = Omit<typeof auditLog.$inferInsert, 'objectType'>;

/** Stores audit rows in one statement, in the transaction of the change that they describe. */
export async function storeAudit(db: Db, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length > 0) await insertAudit(db, withIds(rows));
}

/** Completes audit rows for their insert. */
export function withIds(rows: readonly AuditRow[]): Parameters<typeof insertAudit.build>[0] {
  return rows.map((row) => ({ id: newId(), objectType: AUDIT_ACTIONS[row.action], ...row }));
}
