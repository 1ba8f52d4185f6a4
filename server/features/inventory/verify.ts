import { sql } from 'drizzle-orm';
import { NIL_ID } from '../../kernel/params';
import type { Db } from '../../platform/db/client';
import {
  type WrongFlow,
  type WrongInStock,
  type WrongStockTotal,
  wrongInStock,
  wrongStockFlows,
  wrongStockTotals,
} from './totals.sql';
import {
  uncountedSources,
  type VerifiedItem,
  verifiedBatch,
  type WrongLevel,
  type WrongLot,
  wrongLevels,
  wrongLots,
} from './verify.sql';

/**
 * Reads every item of every business with its ledger's sums, in id order and in batches. One statement reads a batch,
 * so concurrent moves never look like errors.
 */
export async function* verifyLedger(db: Db): AsyncGenerator<VerifiedItem[]> {
  for (let after = NIL_ID; ; ) {
    const items = await db.transaction(async (tx) => {
      // A batch may have millions of ledger rows.
      await tx.execute(sql`set local statement_timeout = 0`);
      return verifiedBatch(tx, after);
    });
    const last = items.at(-1);
    if (!last) return;
    yield [...items];
    after = last.id;
  }
}

/** Finds the stock levels that differ from what their rooms have available. One statement, so of one moment. */
export async function findWrongLevels(db: Db): Promise<WrongLevel[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return [...(await wrongLevels(tx))];
  });
}

/** Finds kept totals that aren't the sums of the stock. One statement, so of one moment. */
export async function findWrongStockTotals(db: Db): Promise<WrongStockTotal[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return [...(await wrongStockTotals(tx))];
  });
}

/** Finds variants whose locations with units to sell are miscounted. One statement, so of one moment. */
export async function findWrongInStock(db: Db): Promise<WrongInStock[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return [...(await wrongInStock(tx))];
  });
}

/** Finds flows that aren't what the ledger and the stock say. One statement, so of one moment. */
export async function findWrongStockFlows(db: Db): Promise<WrongFlow[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return [...(await wrongStockFlows(tx))];
  });
}

/** Finds lots that differ from their ledger, and items that differ from their lots. One statement, so of one moment. */
export async function findWrongLots(db: Db): Promise<WrongLot[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    const rows = await wrongLots(tx);
    return [...rows];
  });
}

/** Finds lots that name sources without owning the product. They were made before that was rejected; nothing reads them. */
export async function findUncountedSources(
  db: Db,
): Promise<Array<{ lot_id: string; entity_id: string; sources: number }>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return [...(await uncountedSources(tx))];
  });
}
