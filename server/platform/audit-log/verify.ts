import { sql } from 'drizzle-orm';
import { NIL_ID } from '../../kernel/params';
import type { Db } from '../db/client';
import {
  type BrokenSeal,
  brokenSeals,
  type ChangedRow,
  missingSeals,
  verifiedRows,
  type WrongAuditTotal,
  wrongAuditTotals,
} from './verify.sql';

/** Compares every row of the audit log with the digest that was stored when it was written, in batches by id. */
export async function* changedRows(db: Db): AsyncGenerator<{ read: number; changed: ChangedRow[] }> {
  for (let after = NIL_ID; ; ) {
    const [batch] = await verifiedRows(db, after);
    if (!batch?.last) return;
    yield { read: batch.read, changed: batch.changed ?? [] };
    after = batch.last;
  }
}

/** Compares the seals with the rows that they sealed, and finds removed seals. */
export async function findBrokenSeals(
  db: Db,
): Promise<{ broken: readonly BrokenSeal[]; missing: readonly number[] }> {
  return db.transaction(async (tx) => {
    // A seal may have 100,000 rows, and a log thousands of seals.
    await tx.execute(sql`set local statement_timeout = 0`);
    const [broken, missing] = [await brokenSeals(tx), await missingSeals(tx)];
    return { broken, missing: missing.map(({ after }) => after) };
  });
}

/** Finds totals that aren't the numbers of sealed rows. */
export async function findWrongAuditTotals(db: Db): Promise<WrongAuditTotal[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return [...(await wrongAuditTotals(tx))];
  });
}
