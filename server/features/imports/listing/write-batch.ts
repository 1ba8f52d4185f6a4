import { and, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { storeAudit } from '../../../platform/audit-log/record';
import type { Db } from '../../../platform/db/client';
import { variantsCreated } from '../../products/service';
import { products, productVariants } from '../../products/tables';
import { defaultVariant } from './mapping';
import { type BatchRow, type Change, findExisting, updateProducts } from './update-products';

export interface ImportRun {
  /** Names the run in the audit log. */
  id: string;
  entityId: string;
  actor: { id: string; name: string };
  /** The file's name, for the audit log. */
  source: string;
  /** Where it was asked for, for the audit log. */
  request: { id: string; address: string };
}

export interface BatchResult {
  created: number;
  updated: number;
  unchanged: number;
  /** Rows that were not written because another product of the business has their SKU. */
  skuTaken: BatchRow[];
}

/** Writes one batch in one transaction, with a fixed number of statements; a batch that changes nothing only reads. */
export function writeBatch(db: Db, run: ImportRun, rows: readonly BatchRow[]): Promise<BatchResult> {
  return db.transaction(async (tx) => {
    const keys = rows.map(({ product }) => product.importKey);
    const existing = await findExisting(tx, run.entityId, keys);
    const fresh = rows.filter(({ product }) => !existing.has(product.importKey));
    const taken = await takenSkus(tx, run.entityId, fresh);
    const created = await insertProducts(
      tx,
      run,
      fresh.filter(({ product }) => !taken.has(product.sku)),
    );
    const updated = await updateProducts(tx, run.entityId, rows, existing);
    const skuTaken = fresh.filter(({ product }) => taken.has(product.sku));
    if (created.length > 0 || updated.length > 0) await auditBatch(tx, run, rows, created, updated);
    return {
      created: created.length,
      updated: updated.length,
      unchanged: rows.length - created.length - updated.length - skuTaken.length,
      skuTaken,
    };
  });
}

/** SKUs that other products have; what another run has made of the same rows a moment ago is no other product. */
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

/** The ids of the products that came into being; one that another run made meanwhile is left to that run. */
async function insertProducts(tx: Db, run: ImportRun, rows: readonly BatchRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const { entityId } = run;
  const inserted = await tx
    .insert(products)
    .values(
      rows.map(({ product: { sku: _, categoryInferred: __, ...fields } }) => ({
        ...fields,
        id: v7(),
        entityId,
      })),
    )
    .onConflictDoNothing({ target: [products.entityId, products.importKey], where: sql`deleted_at is null` })
    .returning({ id: products.id, importKey: products.importKey });
  const idOf = new Map(inserted.map(({ id, importKey }) => [importKey, id]));
  const variants = rows.flatMap(({ product }) => {
    const productId = idOf.get(product.importKey);
    return productId
      ? [
          {
            ...defaultVariant(product.name),
            id: v7(),
            productId,
            sku: product.sku,
            productName: product.name,
          },
        ]
      : [];
  });
  if (variants.length === 0) return [];
  await tx.insert(productVariants).values(
    variants.map(({ productName: _, ...variant }) => ({
      ...variant,
      entityId,
      priceCents: 0,
      wholesalePriceCents: 0,
      position: 0,
    })),
  );
  await variantsCreated.run(tx, { entityId, variants });
  return inserted.map(({ id }) => id);
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
      entityId: run.entityId,
      actorId: run.actor.id,
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
