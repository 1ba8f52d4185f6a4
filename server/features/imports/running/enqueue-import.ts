import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';

/** Adds the job of an import in the transaction of `db`. An entity runs two at a time. */
export async function enqueueImport(
  db: Db,
  { id, entityId }: { id: string; entityId: string },
  when: { key?: string; runAt?: Date } = {},
): Promise<void> {
  const limit = { owner: `import:${entityId}`, atOnce: 2 };
  await enqueue(db, 'run_import', { import_id: id }, { ...when, maxAttempts: 1, limit });
}
