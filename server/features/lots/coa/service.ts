import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { dateIn } from '../../../kernel/clock';
import { AppError, existing, forbidden, invalidRequest } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Context, Upload, WriteContext } from '../../../operation/context';
import type { Reading } from '../../../platform/pdf/reader';
import { announceUpdate as announceProductUpdate } from '../../products/announce';
import { getProduct, lockOwnProduct } from '../../products/queries';
import type { ProductView } from '../../products/resource';
import { storeCoa, storeWithdrawal } from '../../products/service';
import { productCoas } from '../../products/tables';
import { getBatch, lockBatch } from '../queries';
import { seenBatch } from '../queries.sql';
import { BatchChangedData, type BatchView } from '../resource';
import { announceUpdate as announceBatchUpdate, findOrCreateBatch } from '../service';
import { batches } from '../tables';
import { mismatchesOf } from './mismatches';
import { getCoa, getCoaOfBatch, recordOf } from './queries';
import { type KnownBatch, matchingBatches, ownCoa, potencyOf } from './queries.sql';
import { assertConfirmed, type Question, questionsOf } from './questions';
import { extractedOf, readLater } from './read-again';
import { type TakenReading, takeReading } from './readings';
import {
  type AddBatchCoa,
  type AddCoa,
  type Coa,
  type Extracted,
  MAX_COAS,
  type WithdrawCoa,
  type WithdrawnCoa,
} from './schema';

type CoaContext = WriteContext & Pick<Context, 'publicUrl' | 'upload'>;

/** A PDF and what was read from it. */
interface Source {
  file: Pick<Upload, 'key' | 'fileName' | 'size' | 'sha256'>;
  extracted: Extracted | null;
  isUnread: boolean;
  /** Null for a file that came with the request. */
  reading: TakenReading | null;
}

/** What is said of a certificate beside its PDF. */
interface Said {
  lab: string;
  date: string;
  product: { id: string; thc_percentage: number | null; cbd_percentage: number | null };
  batch: Pick<BatchView, 'id' | 'batch_id' | 'packaged_on'>;
  byHolder: boolean;
}

/**
 * Stores a certificate of analysis for a batch of one of the caller's own products, created if need be; it becomes the
 * product's `test_results` (decision 17). What its PDF says is stored with it and changes nothing else. With a reading, what was read
 * otherwise is to be confirmed (decision 943).
 * @throws AppError INVALID_REQUEST without a file, NOT_FOUND, CONFLICT with `details.reason = "too_many"` or
 *   `"confirm_required"`
 */
export async function addCoa(ctx: CoaContext, input: z.infer<typeof AddCoa>): Promise<z.infer<typeof Coa>> {
  const { id, lab, batch_id } = input;
  const sourced = sourceOf(ctx, input);
  const product = await lockOwnProduct(ctx, id);
  const source = await sourced();
  const { reading, extracted } = source;
  const date = dateOf(ctx, input, source);
  await assertRoom(ctx, id);
  const number = reading && extracted?.batch_id;
  const known: KnownBatch[] = number ? await matchingBatches(ctx.db, ctx.actor, number, id) : [];
  const batch = await findOrCreateBatch(ctx, { product_id: id, batch_id });
  const before = await getBatch(ctx, batch.id);
  if (batch.created) ctx.audit({ action: 'batch.created', objectId: batch.id, after: before });
  if (reading) {
    const meant = await productMeant(ctx, { reading, productId: id, known });
    const today = dateIn(ctx.actor.entity.timezone);
    assertConfirmed(
      questionsOf(extracted, { batch: { ...before, batch_id }, date, today, meant }),
      input.confirm,
    );
  }
  const said = { lab, date, product, batch: { ...before, batch_id }, byHolder: false };
  await store(ctx, source, said);
  const coa = await getCoa(ctx, id);
  await tell(ctx, coa, { product, batch: before });
  return coa;
}

/**
 * Stores a certificate of a batch that the caller manages: the product's owner as `addCoa` does, a holder for its private batch,
 * of whose product it then says nothing.
 * @throws AppError as `addCoa`, and FORBIDDEN with `details.reason = "not_your_product"` for another's batch
 */
export async function addCoaToBatch(
  ctx: CoaContext,
  { id, confirm, ...said }: z.infer<typeof AddBatchCoa>,
): Promise<z.infer<typeof Coa>> {
  const coa = await openCoa(ctx, id, said);
  assertConfirmed(coa.questions, confirm);
  return coa.file();
}

/** A certificate of a batch, locked with its product and not stored yet. */
export interface OpenedCoa {
  /** What is to be confirmed before it is stored: none without a reading. */
  questions: Question[];
  file: () => Promise<z.infer<typeof Coa>>;
}

/**
 * Takes a certificate of a batch that the caller manages, to be stored in the same transaction. Locks the product of your own,
 * then the batch.
 * @param named id of the batch
 * @throws AppError as `addCoaToBatch`, but for what is to be confirmed
 */
export async function openCoa(
  ctx: CoaContext,
  named: string,
  said: Omit<z.infer<typeof AddBatchCoa>, 'id' | 'confirm'>,
): Promise<OpenedCoa> {
  const sourced = sourceOf(ctx, said);
  const seen = await getBatch(ctx, named);
  const [potency] = await potencyOf(ctx.db, seen.product_id);
  const owned = potency?.entity_id === ctx.actor.entity.id;
  // The product is locked before its batches, as where a certificate makes one.
  const product = owned ? await lockOwnProduct(ctx, seen.product_id) : null;
  const { batch, manages } = await lockBatch(ctx, seen.id);
  if (!manages || !potency) {
    throw forbidden("The product's owner files the certificates of its batches.", {
      reason: 'not_your_product',
    });
  }
  const source = await sourced();
  const { reading, extracted } = source;
  const date = dateOf(ctx, said, source);
  await assertRoom(ctx, batch.product_id);
  const meant = reading && (await productMeant(ctx, { reading, productId: batch.product_id, known: [] }));
  const today = dateIn(ctx.actor.entity.timezone);
  return {
    questions: reading ? questionsOf(extracted, { batch, date, today, meant }) : [],
    file: async () => {
      await store(ctx, source, { lab: said.lab, date, product: potency, batch, byHolder: !owned });
      const coa = await getCoaOfBatch(ctx, batch.id);
      await tell(ctx, coa, { product, batch });
      return coa;
    },
  };
}

/**
 * Withdraws a certificate that the caller's business filed: it no longer counts for its batch and product. Its file stays.
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason = "already_withdrawn"`
 */
export async function withdrawCoa(
  ctx: CoaContext,
  { id, coa_id, reason }: z.infer<typeof WithdrawCoa>,
): Promise<z.infer<typeof WithdrawnCoa>> {
  const { db, actor } = ctx;
  const { live, ...row } = await existing(ownCoa(db, coa_id, id, actor));
  const product = live ? await lockOwnProduct(ctx, id) : null;
  const [seen] = row.batch === null ? [] : await seenBatch(db, actor, row.batch);
  const batch = seen && (await lockBatch(ctx, seen.id)).batch;
  if (!(await storeWithdrawal(db, coa_id, { by: actor.userId, reason }))) {
    throw new AppError('CONFLICT', 'The certificate was withdrawn before.', { reason: 'already_withdrawn' });
  }
  // Rows of another table say whether it has a certificate; those from before batches name it by its number.
  const named = row.batch
    ? eq(batches.id, row.batch)
    : and(eq(batches.productId, id), eq(batches.batchId, row.batch_id));
  await db.update(batches).set({ updatedAt: sql`change_time()` }).where(named);
  const { live: _, ...after } = await existing(ownCoa(db, coa_id, id, actor));
  const record = recordOf(ctx.publicUrl, after);
  ctx.audit({
    action: 'product.coa_withdrawn',
    objectId: id,
    before: { withdrawn: null },
    after: { id: coa_id, batch_id: row.batch_id, withdrawn: record.withdrawn },
  });
  if (batch)
    ctx.emit('batch.updated', actor.entity.id, BatchChangedData.parse(await getBatch(ctx, batch.id)));
  if (product) announceProductUpdate(ctx, product, await getProduct(ctx, id));
  return record;
}

/** Says at once whether exactly one PDF was named; the reading is taken later, behind the locks. */
function sourceOf(
  ctx: CoaContext,
  { reading_id }: { reading_id?: string | undefined },
): () => Promise<Source> {
  const { upload } = ctx;
  if (upload && reading_id !== undefined) {
    const message = 'excludes file: send one of them';
    throw invalidRequest([{ path: 'reading_id', code: 'ambiguous', message }]);
  }
  if (upload) {
    return async () => {
      const read = upload.contents as Reading;
      await upload.takeOver(ctx.db);
      return { file: upload, extracted: extractedOf(read), isUnread: read.state !== 'read', reading: null };
    };
  }
  if (reading_id === undefined) {
    throw invalidRequest([{ path: 'file', code: 'required', message: 'is required' }]);
  }
  return async () => {
    const reading = await takeReading(ctx, reading_id);
    const { storageKey: key, fileName, fileSize: size, sha256, extracted, status } = reading;
    return { file: { key, fileName, size, sha256 }, extracted, isUnread: status === 'not_read', reading };
  };
}

/** The date of a certificate: of a file without one, today where the business is; of a reading, what was read. */
function dateOf(
  { actor }: CoaContext,
  { date }: { date?: string | undefined },
  { reading, extracted }: Source,
): string {
  if (date !== undefined) return date;
  if (!reading) return dateIn(actor.entity.timezone);
  if (extracted?.sampled_on) return extracted.sampled_on;
  throw invalidRequest([{ path: 'date', code: 'required', message: 'is required, as none was read' }]);
}

/** @throws AppError CONFLICT with `details.reason = "too_many"` */
async function assertRoom({ db, actor }: CoaContext, productId: string): Promise<void> {
  const own = and(eq(productCoas.productId, productId), eq(productCoas.entityId, actor.entity.id));
  if ((await db.$count(productCoas, own)) < MAX_COAS) return;
  throw new AppError(
    'CONFLICT',
    `A product has at most ${MAX_COAS} certificates. Create another product for new batches.`,
    { reason: 'too_many', limit: MAX_COAS },
  );
}

/** The name of another product that the certificate was read for, or that alone has the batch it names; null without one. */
async function productMeant(
  ctx: CoaContext,
  of: { reading: TakenReading; productId: string; known: readonly KnownBatch[] },
): Promise<string | null> {
  const { reading, productId, known } = of;
  if (reading.productId && reading.productId !== productId) {
    const [read] = await potencyOf(ctx.db, reading.productId);
    return read?.name ?? null;
  }
  if (known.some((match) => match.product_id === productId)) return null;
  return known.find(({ own }) => own)?.product_name ?? null;
}

async function store(ctx: CoaContext, { file, extracted, isUnread }: Source, said: Said): Promise<void> {
  const { db, actor } = ctx;
  const { lab, date, product, batch, byHolder } = said;
  const { thc_percentage, cbd_percentage } = product;
  const claims = { lab, batch_id: batch.batch_id, date, thc_percentage, cbd_percentage };
  const coaId = newId();
  await storeCoa(db, {
    id: coaId,
    productId: product.id,
    entityId: actor.entity.id,
    byHolder,
    lab,
    batchId: batch.batch_id,
    batch: batch.id,
    date,
    fileName: file.fileName,
    fileSize: file.size,
    sha256: file.sha256,
    storageKey: file.key,
    uploadedBy: actor.userId,
    extracted,
    unreadSince: isUnread ? new Date() : null,
    mismatches: extracted ? mismatchesOf(claims, extracted) : [],
  });
  if (isUnread) await readLater(db, coaId, actor.entity.id);
  // A row of another table says whether it has a certificate.
  await db.update(batches).set({ updatedAt: sql`change_time()` }).where(eq(batches.id, batch.id));
}

/** Records a new certificate, and tells of what it changed. */
async function tell(
  ctx: CoaContext,
  { history: _, ...after }: z.infer<typeof Coa>,
  { product, batch }: { product: ProductView | null; batch: BatchView },
): Promise<void> {
  ctx.audit({ action: 'product.coa_added', objectId: after.product_id, after });
  announceBatchUpdate(ctx, batch, await getBatch(ctx, batch.id));
  if (product) announceProductUpdate(ctx, product, await getProduct(ctx, product.id));
}
