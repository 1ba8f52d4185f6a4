import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import type { Db } from '../../../platform/db/client';
import { textList } from '../../../platform/db/text-list';
import { openWalk } from '../../../platform/db/walk';
import {
  accountBetween,
  CUSTOMERS,
  type CustomerView,
  customersPage,
  type ListCustomers,
  lockAccount,
  readCustomers,
} from './queries.sql';
import type { CustomerList, SeenBy } from './resource';
import { currentIdsOf, survivorOf } from './service.sql';

/** Oldest first (decision 38). @throws AppError FORBIDDEN for members limited to locations that ask who is overdue */
export async function listCustomers(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListCustomers>,
): Promise<z.infer<typeof CustomerList>> {
  if (input.overdue !== undefined) rejectLimited(actor, 'What is overdue counts');
  const walk = await openWalk(db, CUSTOMERS, actor.entity.id, input);
  const list = await walk.read(CUSTOMERS.where(actor, input), (ids, total) =>
    customersPage(db, ids, walk.pageOrder, total, actor),
  );
  return textList<CustomerView, typeof list>(list);
}

/** What a buyer lets its seller do, until the transaction ends; null for those that were never connected. */
export async function holdAccount(
  db: Db,
  sellerId: string,
  buyerId: string,
): Promise<{ seller_orders: boolean } | null> {
  const [row] = await lockAccount(db, sellerId, buyerId);
  return row ?? null;
}

/** What a buyer lets its seller do now; null for those that were never connected. */
export async function findAccount(
  db: Db,
  sellerId: string,
  buyerId: string,
): Promise<{ seller_orders: boolean } | null> {
  const [row] = await accountBetween(db, sellerId, buyerId);
  return row ?? null;
}

/** @throws AppError NOT_FOUND for anything but a customer of the caller's business */
export async function getCustomer(
  { db, actor }: { db: Db; actor: SeenBy },
  id: string,
): Promise<CustomerView> {
  const [found] = await readCustomers(db, sql`e.id = ${survivorOf(actor.entity.id, id)}`, actor);
  if (!found) throw notFound();
  return found;
}

/** The id that a customer's id names now, for the seller that it was entered by: see `survivorOf`. */
export async function currentId(db: Db, sellerId: string, id: string): Promise<string> {
  const [current = id] = await currentIds(db, sellerId, [id]);
  return current;
}

/** The same of several, in their order. */
export async function currentIds(db: Db, sellerId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await currentIdsOf(db, sellerId, ids);
  return rows.map(({ id }) => id);
}
