import { sql } from 'drizzle-orm';
import type { Db } from './client';

/** Runs reads of whole tables in one transaction, for as long as they take. */
export const unhurried = <T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return run(tx);
  });
