import { and, eq, inArray, isNull, notInArray, or } from 'drizzle-orm';
import type { Author } from '../../../kernel/actor';
import { storeAudit } from '../../../platform/audit-log/record';
import type { Db } from '../../../platform/db/client';
import { type PendingEvent, storeEvents } from '../../../platform/outbox/emit';
import { getOwnProducts } from '../../products/queries';
import { products, productVariants } from '../../products/tables';
import { insertProducts, type WriterContext } from '../../products/writer';
import { defaultVariant } from './mapping';
import { type BatchRow, type Change, findExisting, updateListed } from './update-products';

export interface ImportRun {
  /** Id of the run in the audit log. */
  id: string;
  actor: Author;
  /** The file's name, for the audit log. */
  source: string;
  /** Origin of the request, for the audit log. */
  request: { id: string; address: string };
}

export interface BatchResult {
  created: number;
  updated: number;
  unchanged: number;
  /** Rows skipped because another product of the entity has their SKU. */
  skuTaken: BatchRow[];
}

/** Writes one batch in one transaction with a fixed number of statements; a batch without changes only reads. */
export function writeBatch(db: Db, run: ImportRun, rows: readonly BatchRow[]): Promise<BatchResult> {
  const entityId = run.actor.entity.id;
  return db.transaction(async (tx) => {
    const ctx = { db: tx, actor: run.actor };
    const keys = rows.map(({ product }) => product.importKey);
    const existing = await findExisting(tx, entityId, keys);
    const fresh = rows.filter(({ product }) => !existing.has(product.importKey));
    const taken = await takenSkus(tx, entityId, fresh);
    const created = await createProducts(
      ctx,
      fresh.filter(({ product }) => !taken.has(product.sku)),
    );
    const updated = await updateListed(ctx, rows, existing);
    const skuTaken = fresh.filter(({ product }) => taken.has(product.sku));
    if (created.length > 0 || updated.length > 0) {
      await auditBatch(tx, run, rows, created, updated);
      await storeEvents(tx, await eventsOf(ctx, created, updated));
    }
    return {
      created: created.length,
      updated: updated.length,
      unchanged: rows.length - created.length - updated.length - skuTaken.length,
      skuTaken,
    };
  });
}

/** Finds SKUs of other products; products that a concurrent run created from the same rows don't count. */
export async function takenSkus(tx: Db, entityId: string, rows: readonly BatchRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const skus = rows.map(({ product }) => product.sku);
  const keys = rows.map(({ product }) => product.importKey);
  const found = await tx
    .select({ sku: productVariants.sku })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(
      and(
        eq(productVariants.entityId, entityId),
        isNull(productVariants.deletedAt),
        inArray(productVariants.sku, skus),
        or(isNull(products.importKey), notInArray(products.importKey, keys)),
      ),
    );
  return new Set(found.map(({ sku }) => sku));
}

/** Returns the ids of created products; products that a concurrent run created are left to that run. */
async function createProducts(ctx: WriterContext, rows: readonly BatchRow[]): Promise<string[]> {
  const ids = await insertProducts(
    ctx,
    rows.map(({ product: { sku, categoryInferred: _, ...fields } }) => ({
      ...fields,
      variants: [{ ...defaultVariant(fields.name), sku, priceCents: 0, wholesalePriceCents: 0 }],
    })),
  );
  return ids.filter((id) => id !== null);
}

/** One event for each product. */
async function eventsOf(
  ctx: WriterContext,
  created: readonly string[],
  updated: readonly Change[],
): Promise<PendingEvent[]> {
  const isNew = new Set(created);
  const views = await getOwnProducts(ctx, [...created, ...updated.map(({ id }) => id)]);
  return views.map((data) => {
    const entityId = ctx.actor.entity.id;
    if (isNew.has(data.id)) return { type: 'product.created', entityId, data };
    return { type: 'product.updated', entityId, data, shared: true };
  });
}

async function auditBatch(
  tx: Db,
  run: ImportRun,
  rows: readonly BatchRow[],
  created: readonly string[],
  updated: readonly Change[],
): Promise<void> {
  await storeAudit(tx, [
    {
      entityId: run.actor.entity.id,
      actorId: run.actor.userId,
      actorName: run.actor.name,
      action: 'products.imported',
      objectId: run.id,
      before: { updated: updated.map(({ id, before }) => ({ id, ...before })) },
      after: {
        source: run.source,
        lines: [rows[0]?.line, rows.at(-1)?.line],
        created,
        updated: updated.map(({ id, after }) => ({ id, ...after })),
      },
      requestId: run.request.id,
      address: run.request.address,
    },
  ]);
}
