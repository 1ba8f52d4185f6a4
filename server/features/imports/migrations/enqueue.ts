import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';

/** Adds the job of a migration in the transaction of `db`. A business runs two of the lane at a time. */
export async function enqueueMigration(
  db: Db,
  { id, entityId }: { id: string; entityId: string },
  when: { key?: string; runAt?: Date } = {},
): Promise<void> {
  const limit = { owner: `vendors:${entityId}`, atOnce: 2 };
  await enqueue(db, 'run_migration', { migration_id: id }, { ...when, maxAttempts: 1, limit });
}
