import type { Db } from '../../../platform/db/client';
import { lockSettledStretch, noteStretches, sealRows } from './seal.sql';

/** Stretches of one run: a million rows, which the rows from before may exceed. */
const STRETCHES = 200;

/**
 * Seals the ledger's rows that were chosen the last time and are settled, in order, then chooses what came since. Safe to
 * repeat and to run in several processes.
 */
export async function sealLedger(db: Db): Promise<void> {
  for (let n = 0; n < STRETCHES && (await sealNext(db)); n++) {
    // Each in its own transaction.
  }
  await noteStretches(db);
}

async function sealNext(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [open] = await lockSettledStretch(tx);
    if (open) await sealRows(tx, open.through);
    return open !== undefined;
  });
}
