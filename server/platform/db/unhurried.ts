import { sql } from 'drizzle-orm';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Db } from './client';

/** Runs statements that read whole tables in one transaction, for as long as they take. */
export const unhurried = <T>(db: Db, run: (tx: Db) => Promise<T>, config?: PgTransactionConfig): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return run(tx);
  }, config);
