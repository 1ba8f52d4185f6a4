import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Context, ReadContext, WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { enqueueAll } from '../../../platform/outbox/enqueue';
import type { Reading } from '../../../platform/pdf/reader';
import { lockEntity } from '../../entities/queries';
import { getProduct } from '../../products/queries';
import { getBatch } from '../queries';
import { mismatchesOf } from './mismatches';
import { matchingBatches } from './queries.sql';
import { extractedOf } from './read-again';
import { type CoaReading, type Extracted, MAX_READINGS, READING_MS, type ReadCoa } from './schema';
import { coaReadings } from './tables';

const PURGED_AT_ONCE = 500;

/** A reading with its file. */
export type TakenReading = typeof coaReadings.$inferSelect;

/**
 * Keeps what was read of an uploaded certificate, with its file, until it is saved or expires. Nothing else changes
 * (decision 943).
 * @throws AppError INVALID_REQUEST without a file, NOT_FOUND for a product or batch that the caller doesn't see, CONFLICT
 *   with `details.reason = "too_many"`
 */
export async function createReading(
  ctx: WriteContext & Pick<Context, 'upload'>,
  named: z.infer<typeof ReadCoa>,
): Promise<CoaReading> {
  const { db, upload, actor } = ctx;
  if (!upload) throw invalidRequest([{ path: 'file', code: 'required', message: 'is required' }]);
  const subject = await subjectOf(ctx, named);
  // Uploads of one business take turns, so that its limit holds.
  await lockEntity(db, actor.entity.id);
  const kept = and(eq(coaReadings.entityId, actor.entity.id), gt(coaReadings.expiresAt, sql`now()`));
  if ((await db.$count(coaReadings, kept)) >= MAX_READINGS) {
    throw new AppError(
      'CONFLICT',
      `${MAX_READINGS} certificates that were read wait to be saved. Save some, or try again tomorrow.`,
      { reason: 'too_many', limit: MAX_READINGS },
    );
  }
  await upload.takeOver(db);
  const read = upload.contents as Reading;
  const extracted = extractedOf(read);
  const [reading] = await db
    .insert(coaReadings)
    .values({
      id: newId(),
      entityId: actor.entity.id,
      productId: subject.productId,
      batch: subject.batch,
      status: read.state !== 'read' ? 'not_read' : extracted ? 'read' : 'no_text',
      extracted,
      fileName: upload.fileName,
      fileSize: upload.size,
      sha256: upload.sha256,
      storageKey: upload.key,
      expiresAt: new Date(Date.now() + READING_MS),
    })
    .returning();
  return resultOf(ctx, reading as TakenReading, subject.claims);
}

/** @throws AppError NOT_FOUND when it is another's, saved or expired, or its batch or product is no longer seen */
export async function getReading(ctx: ReadContext, id: string): Promise<CoaReading> {
  const [reading] = await ctx.db.select().from(coaReadings).where(isKept(ctx, id));
  if (!reading) throw notFound();
  const named = { product_id: reading.productId ?? undefined, batch: reading.batch ?? undefined };
  return resultOf(ctx, reading, (await subjectOf(ctx, named)).claims);
}

const isKept = ({ actor }: ReadContext, id: string) =>
  and(
    eq(coaReadings.id, id),
    eq(coaReadings.entityId, actor.entity.id),
    gt(coaReadings.expiresAt, sql`now()`),
  );

async function resultOf(
  ctx: ReadContext,
  { id, fileName, status, extracted, productId, expiresAt }: TakenReading,
  claims: Parameters<typeof mismatchesOf>[0],
): Promise<CoaReading> {
  return {
    id,
    file_name: fileName,
    status,
    extracted,
    sure: sureOf(extracted),
    mismatches: extracted ? mismatchesOf(claims, extracted) : [],
    matches: await matchesOf(ctx, extracted, productId),
    expires_at: expiresAt.toISOString(),
  };
}

/** What a certificate is read for: the batch and the product as they were named. */
async function subjectOf(ctx: ReadContext, { product_id, batch: named }: z.infer<typeof ReadCoa>) {
  const batch = named === undefined ? null : await getBatch(ctx, named);
  if (batch && product_id !== undefined && batch.product_id !== product_id) throw notFound();
  const product = product_id === undefined ? null : await getProduct(ctx, product_id);
  if (product?.deleted_at) throw notFound();
  const claims = {
    lab: null,
    batch_id: batch?.batch_id ?? null,
    date: null,
    thc_percentage: product?.thc_percentage ?? null,
    cbd_percentage: product?.cbd_percentage ?? null,
  };
  return { productId: product_id ?? batch?.product_id ?? null, batch: batch?.id ?? null, claims };
}

const isSure = (value: unknown) => value !== undefined && value !== null;

/** The reader gives a value only where it is beyond doubt (decision 162). */
function sureOf(extracted: Extracted | null): CoaReading['sure'] {
  return {
    lab: isSure(extracted?.lab),
    batch_id: isSure(extracted?.batch_id),
    sampled_on: isSure(extracted?.sampled_on),
    thc_percentage: isSure(extracted?.thc_percentage),
    cbd_percentage: isSure(extracted?.cbd_percentage),
    result: isSure(extracted?.result),
    expires_on: isSure(extracted?.expires_on),
  };
}

/** Batches with the number that was read, for those who may read batches. */
async function matchesOf(
  { db, actor }: ReadContext,
  extracted: Extracted | null,
  productId: string | null,
): Promise<CoaReading['matches']> {
  const number = extracted?.batch_id;
  if (!number || !actor.permissions.includes('read:inventory')) return [];
  const rows = await matchingBatches(db, actor, number, productId);
  return rows.map(({ own: _, ...match }) => match);
}

/**
 * Takes a reading to save it: once, of two at a time one.
 * @throws AppError NOT_FOUND when it is another's, saved or expired
 */
export async function takeReading(ctx: ReadContext, id: string): Promise<TakenReading> {
  const [taken] = await ctx.db.delete(coaReadings).where(isKept(ctx, id)).returning();
  if (!taken) throw notFound();
  return taken;
}

/** Removes readings that weren't saved in time, with their files. */
export async function purgeReadings(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const due = tx
      .select({ id: coaReadings.id })
      .from(coaReadings)
      .where(lte(coaReadings.expiresAt, sql`now()`))
      .limit(PURGED_AT_ONCE)
      .for('update', { skipLocked: true });
    const gone = await tx
      .delete(coaReadings)
      .where(inArray(coaReadings.id, due))
      .returning({ key: coaReadings.storageKey });
    const jobs = gone.map((payload) => ({ payload }));
    // In no queue: of one with several jobs each waits for the next poll.
    await enqueueAll(tx, 'remove_file', jobs);
  });
}
