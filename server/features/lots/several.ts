// Other features import this file.
import type { z } from 'zod';
import { numberKey } from '../../kernel/batch-number';
import { newId } from '../../kernel/ids';
import { rejectLimited } from '../../operation/limited';
import { RetryTransaction } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { MANY, planForMany } from '../../platform/db/plan.sql';
import type { NewBatch } from './schema';
import {
  announceCreated,
  type BatchContext,
  columnsOf,
  isUnsellable,
  type OpenedBatch,
  openBatch,
  secondsOfNumbers,
  tooManyNumbers,
} from './service';
import { batchesMeant, lockNumbers } from './service.sql';
import { batches } from './tables';

/** A batch that is named, with what it begins with where it is made. */
export type NamedBatch = z.infer<typeof NewBatch>;

const numbersOf = (batches: readonly NamedBatch[]) =>
  batches.map(({ product_id: productId, batch_id: batchId }) => ({ productId, batchId }));

/**
 * As `openBatch`, of several at once: those of numbers that no one has a batch of are made together. Their numbers were counted
 * before (`countNumbers`).
 * @param named each number of a product once
 * @returns the ids of those that the business read before
 * @throws AppError as `openBatch`, RetryTransaction
 */
export async function openBatches(ctx: BatchContext, named: readonly NamedBatch[]): Promise<Set<string>> {
  const { db, actor } = ctx;
  const me = actor.entity.id;
  const before = await batchesMeant(db, me, numbersOf(named));
  const read = new Set(before.flatMap((one) => (one.read ? (one.id ?? []) : [])));
  const missing = named
    .map((batch, index) => ({ batch, index, key: `${batch.product_id}/${numberKey(batch.batch_id)}` }))
    .filter(({ index }) => isMissing(before[index]))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  if (missing.length === 0) return read;
  await lockNumbers(
    db,
    missing.map(({ batch }) => ({ productId: batch.product_id, key: numberKey(batch.batch_id) })),
  );
  // Under their locks: who was faster has committed.
  const states = await batchesMeant(db, me, numbersOf(missing.map(({ batch }) => batch)));
  const counted = new Set(named.map((batch) => batch.product_id));
  const made: OpenedBatch[] = [];
  const rows: Array<typeof batches.$inferInsert> = [];
  for (const [n, { batch }] of missing.entries()) {
    const state = states[n];
    if (!state) throw new RetryTransaction('a product was deleted meanwhile');
    if (state.known) {
      made.push(await openBatch(ctx, batch, counted));
      continue;
    }
    if (isUnsellable(batch, state.today)) rejectLimited(actor, 'Dates and test results apply');
    const id = newId();
    rows.push({ ...columnsOf(batch), id, entityId: me, adopted: state.own });
    made.push({ id, created: true, holders: [] });
  }
  if (rows.length > 0) await db.insert(batches).values(rows);
  await announceCreated(ctx, made);
  return read;
}

/** Whether a business has no batch yet by a number, or one of its own product that it hasn't adopted. */
const isMissing = (one: { id: string | null; own: boolean; adopted: boolean } | undefined): boolean =>
  !one?.id || (one.own && !one.adopted);

/**
 * Counts numbers of others' products that a business names, each by itself, known or not (decisions 419 and 942). Those of batches
 * that it reads anyway don't count. To be called outside of the transaction that uses them, so that they stay counted.
 * @throws AppError RATE_LIMITED with Retry-After
 */
export async function countNumbers(db: Db, entityId: string, named: readonly NamedBatch[]): Promise<void> {
  const beyond = [...(await numbersBeyond(db, entityId, named)).values()];
  if (beyond.length > 0) throw tooManyNumbers(Math.max(...beyond));
}

/** The batches meant by numbers, outside of a transaction. */
function meantBy(db: Db, entityId: string, named: readonly NamedBatch[]) {
  if (named.length <= MANY) return batchesMeant(db, entityId, numbersOf(named));
  return db.transaction(async (tx) => {
    await planForMany(tx);
    return batchesMeant(tx, entityId, numbersOf(named));
  });
}

/** Counts likewise. @returns the products of which too many numbers were tried, with the seconds until the count begins again */
export async function numbersBeyond(
  db: Db,
  entityId: string,
  named: readonly NamedBatch[],
): Promise<Map<string, number>> {
  const found = named.length > 0 ? await meantBy(db, entityId, named) : [];
  const tried = new Map<string, Set<string>>();
  for (const [n, { own, read, number_key }] of found.entries()) {
    const productId = named[n]?.product_id;
    if (own || read || productId === undefined) continue;
    tried.set(productId, (tried.get(productId) ?? new Set()).add(number_key));
  }
  const products = [...tried].sort(([a], [b]) => (a < b ? -1 : 1));
  if (products.length === 0) return new Map();
  return db.transaction(async (tx) => {
    const beyond = new Map<string, number>();
    for (const [productId, keys] of products) {
      const seconds = await secondsOfNumbers(tx, entityId, productId, keys.size);
      if (seconds !== null) beyond.set(productId, seconds);
    }
    return beyond;
  });
}
