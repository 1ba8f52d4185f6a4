import type { Db } from '../db/client';
import { deleteInBatches, olderThan } from '../db/purge';
import { idempotencyKeys } from './tables';

/** Deletes stored responses an hour after their Idempotency-Key has expired. */
export async function purgeIdempotencyKeys(db: Db): Promise<void> {
  await deleteInBatches(db, idempotencyKeys, olderThan(idempotencyKeys.createdAt, '25 hours'));
}
