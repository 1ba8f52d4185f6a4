import type { Db } from '../../../platform/db/client';
import { unhurried } from '../../../platform/db/unhurried';
import {
  backfilledSeals,
  brokenLedgerSeals,
  missingLedgerSeals,
  type UnsealedRow,
  unsealedRows,
} from './verify.sql';

/** Compares every sealed row of the ledger with its seal, in batches of seals. */
export async function* findUnsealedRows(db: Db): AsyncGenerator<UnsealedRow[]> {
  for (let after = 0; ; ) {
    const [batch] = await unhurried(db, (tx) => unsealedRows(tx, after));
    if (!batch || batch.last === null) return;
    yield batch.rows ?? [];
    after = batch.last;
  }
}

/** Finds seals that were changed or removed, and tells what was sealed only later. */
export function findBrokenLedgerSeals(db: Db) {
  return unhurried(db, async (tx) => ({
    broken: await brokenLedgerSeals(tx),
    missing: (await missingLedgerSeals(tx)).map(({ after }) => after),
    backfilled: await backfilledSeals(tx),
  }));
}
