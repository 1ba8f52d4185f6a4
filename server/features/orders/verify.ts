import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client';
import { type WrongReach, wrongReach } from './reach.sql';
import {
  type WrongPurchases,
  type WrongSales,
  type WrongWindow,
  wrongPurchases,
  wrongSales,
  wrongWindows,
} from './sales.sql';
import { type WrongTotal, wrongTotals } from './totals.sql';

/** Finds kept totals that aren't the sums of the orders, and orders whose units aren't those of their lines. */
export async function findWrongTotals(db: Db): Promise<WrongTotal[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return [...(await wrongTotals(tx))];
  });
}

/** Finds sales of products that aren't the sums of the lines of orders that aren't canceled. */
export async function findWrongSales(db: Db): Promise<WrongSales[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return [...(await wrongSales(tx))];
  });
}

/** Finds windows that aren't the sums of the sales since their first day. */
export async function findWrongWindows(db: Db): Promise<WrongWindow[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return [...(await wrongWindows(tx))];
  });
}

/** Finds purchases that aren't the number of a retailer's lines. */
export async function findWrongPurchases(db: Db): Promise<WrongPurchases[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return [...(await wrongPurchases(tx))];
  });
}

/** Finds lots and batches of which it is kept wrongly who may read them. */
export async function findWrongReach(db: Db): Promise<WrongReach[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return [...(await wrongReach(tx))];
  });
}
