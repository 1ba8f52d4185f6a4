import { sql } from 'drizzle-orm';
import { NIL_ID } from '../../kernel/params';
import type { Db } from '../../platform/db/client';
import { verifiedBatch, wrongLevels, wrongLots } from './verify.sql';

/** What an item holds by its balance and by the sum of its ledger, and where its running balances part. */
export interface VerifiedItem extends Record<string, unknown> {
  id: string;
  sku: string;
  quantity: number;
  reserved_quantity: number;
  ledger_quantity: number;
  ledger_reserved: number;
  movements: number;
  /** How many ledger rows do not follow from the one before, and which is the first of them. */
  broken: number;
  first_broken: string | null;
}

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

/** A level that isn't the sum of its rooms, or of the blocked units in them; null where one is missing. */
export interface WrongLevel extends Record<string, unknown> {
  location_id: string;
  sku: string;
  available: number | null;
  in_rooms: number | null;
  /** Held, expired or failed units, as the level counts them and as its lots do. */
  blocked: number | null;
  in_lots: number;
}

/** Finds the stock levels that differ from what their rooms have available. One statement, so of one moment. */
export async function findWrongLevels(db: Db): Promise<WrongLevel[]> {
  const rows = await wrongLevels(db);
  return [...rows];
}

/** An item whose lots don't add up, or a lot in it that isn't the sum of its ledger (then with its tag or batch number). */
export interface WrongLot {
  item_id: string;
  lot: string | null;
  quantity: number | null;
  reserved_quantity: number | null;
  expected_quantity: number | null;
  expected_reserved: number | null;
}

/** Finds lots that differ from their ledger, and items that differ from their lots. One statement, so of one moment. */
export async function findWrongLots(db: Db): Promise<WrongLot[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    const rows = await wrongLots(tx);
    return [...rows];
  });
}
