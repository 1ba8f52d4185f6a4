import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';
import type { Reading } from '../../../platform/pdf/reader';
import { storeReading } from '../../products/service';
import { productCoas, products } from '../../products/tables';
import { batches } from '../tables';
import { mismatchesOf } from './mismatches';
import { readStoredCertificate } from './reading';
import { Extracted } from './schema';

/** Until the next try: a business whose files took too long waits for an hour. */
const PAUSE_MS = 10 * 60_000;
/** A file that isn't read after so long is one that can't be read. */
const GIVEN_UP_MS = 24 * 3_600_000;

/** What was read of a certificate; null where nothing was. */
export function extractedOf(reading: Reading): Extracted | null {
  return reading.state === 'read' ? (Extracted.safeParse(reading.contents).data ?? null) : null;
}

/** Has a certificate read by a job, one at a time of a business. */
export async function readLater(db: Db, id: string, entityId: string, pauseMs = 0): Promise<void> {
  const limit = { owner: entityId, atOnce: 1 };
  const runAt = new Date(Date.now() + pauseMs);
  await enqueue(db, 'read_certificate', { coa_id: id }, { key: `read_certificate:${id}`, runAt, limit });
}

/** Reads a certificate that couldn't be read when it was filed; later once more where there is no time now (decision 921). */
export async function readAgain(
  { db, storage }: { db: Db; storage: Storage },
  { coa_id: id }: { coa_id: string },
): Promise<void> {
  const [coa] = await db
    .select({
      key: productCoas.storageKey,
      entityId: productCoas.entityId,
      since: productCoas.unreadSince,
    })
    .from(productCoas)
    .where(and(eq(productCoas.id, id), isNotNull(productCoas.unreadSince)));
  if (!coa?.since) return;
  const { key, entityId, since } = coa;
  const reading = await readStoredCertificate({ db, storage }, key, entityId, { patient: true });
  if (reading.state === 'waiting' && Date.now() - since.getTime() < GIVEN_UP_MS) {
    await readLater(db, id, entityId, PAUSE_MS);
    return;
  }
  await db.transaction((tx) => note(tx, id, extractedOf(reading)));
}

async function note(db: Db, id: string, extracted: Extracted | null): Promise<void> {
  const [claims] = await db
    .select({
      lab: productCoas.lab,
      batch_id: productCoas.batchId,
      date: productCoas.date,
      batch: productCoas.batch,
      thc_percentage: products.thcPercentage,
      cbd_percentage: products.cbdPercentage,
    })
    .from(productCoas)
    .innerJoin(products, eq(products.id, productCoas.productId))
    .where(eq(productCoas.id, id));
  if (!claims) return;
  await storeReading(db, id, { extracted, mismatches: extracted ? mismatchesOf(claims, extracted) : [] });
  // Programs that synchronize batches find it.
  if (claims.batch)
    await db.update(batches).set({ updatedAt: sql`change_time()` }).where(eq(batches.id, claims.batch));
}
