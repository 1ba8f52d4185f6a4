import type { Db } from '../../../../platform/db/client';
import { enqueue } from '../../../../platform/outbox/enqueue';

/** Adds the job that reads a statement, in the transaction of `db`. A business has one read at a time. */
export async function enqueueReading(
  db: Db,
  { id, entityId }: { id: string; entityId: string },
  key?: string,
): Promise<void> {
  const limit = { owner: `bank:${entityId}`, atOnce: 1 };
  await enqueue(db, 'read_statement', { statement_id: id }, { maxAttempts: 1, limit, ...(key && { key }) });
}
