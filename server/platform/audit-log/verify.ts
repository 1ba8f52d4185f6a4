import { NIL_ID } from '../../kernel/params';
import type { Db } from '../db/client';
import { unhurried } from '../db/unhurried';
import { type BrokenSeal, brokenSeals, type ChangedRow, missingSeals, verifiedRows } from './verify.sql';

/** Compares every row of the audit log with the digest that was stored when it was written, in batches by id. */
export async function* changedRows(
  db: Db,
): AsyncGenerator<{ read: number; erased: number; changed: ChangedRow[] }> {
  for (let after = NIL_ID; ; ) {
    const [batch] = await verifiedRows(db, after);
    if (!batch?.last) return;
    yield { read: batch.read, erased: batch.erased, changed: batch.changed ?? [] };
    after = batch.last;
  }
}

/** Compares the seals with the rows that they sealed, and finds removed seals. */
export async function findBrokenSeals(
  db: Db,
): Promise<{ broken: readonly BrokenSeal[]; missing: readonly number[] }> {
  // A seal may have 100,000 rows, and a log thousands of seals.
  return unhurried(db, async (tx) => {
    const [broken, missing] = [await brokenSeals(tx), await missingSeals(tx)];
    return { broken, missing: missing.map(({ after }) => after) };
  });
}
