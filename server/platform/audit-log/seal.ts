import type { Db } from '../db/client';
import { lockAndCountSealed, lockSettledStretch, noteStretches, sealStretch } from './seal.sql';

/**
 * Seals what was chosen the last time and is settled, in order, then chooses what came since. Safe to repeat and to run
 * in several processes.
 */
export async function sealAudit(db: Db): Promise<void> {
  while (await sealNext(db)) {
    // Each in its own transaction: a stretch may have many rows.
  }
  await noteStretches(db);
}

async function sealNext(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [open] = await lockSettledStretch(tx);
    if (open) {
      await sealStretch(tx, open.through);
      await lockAndCountSealed(tx, open.through);
    }
    return open !== undefined;
  });
}
