import { v7 } from 'uuid';
import { applyMoves } from '../../server/features/inventory/ledger/ledger';
import { openItems } from '../../server/features/inventory/service';
import { productCoas, products, productVariants } from '../../server/features/products/tables';
import type { Actor } from '../../server/kernel/actor';
import { permissionsOf } from '../../server/kernel/permissions';
import type { WriteContext } from '../../server/operation/context';
import type { Db } from '../../server/platform/db/client';
import type { Business } from './business';

export interface TestVariant {
  id: string;
  sku: string;
  priceCents: number;
  wholesalePriceCents: number;
}

export interface TestProduct {
  id: string;
  name: string;
  variants: TestVariant[];
  /** Of the first variant; the empty string without variants. */
  variantId: string;
}

interface ProductOptions extends Partial<typeof products.$inferInsert> {
  /** One variant for each wholesale price in cents; the retail price is twice that. */
  prices?: readonly number[];
}

let count = 0;

/** A product with one variant for each price; no stock row comes into being by itself. */
export async function createProduct(
  db: Db,
  owner: Business,
  { prices = [1000], ...fields }: ProductOptions = {},
): Promise<TestProduct> {
  const number = ++count;
  const id = v7();
  const name = fields.name ?? `Product ${number}`;
  await db.insert(products).values({ category: 'flower', ...fields, id, name, entityId: owner.id });
  const variants = prices.map((wholesalePriceCents, position) => ({
    id: v7(),
    productId: id,
    entityId: owner.id,
    name: `Pack ${position + 1}`,
    sku: `SKU-${number}-${position + 1}`,
    priceCents: wholesalePriceCents * 2,
    wholesalePriceCents,
    position,
    // Variants are deleted with their product.
    deletedAt: fields.deletedAt ?? null,
  }));
  if (variants.length > 0) await db.insert(productVariants).values(variants);
  return { id, name, variants, variantId: variants[0]?.id ?? '' };
}

export interface Place {
  locationId?: string;
  roomType?: 'sales_floor' | 'vault' | 'quarantine' | 'secret_menu';
}

/**
 * Stock of a variant, through the ledger; in the vault of the first location unless said otherwise.
 * @returns the id of the inventory item
 */
export async function createStock(
  db: Db,
  owner: Business,
  variantId: string,
  quantity: number,
  { locationId = owner.locationIds[0], roomType = 'vault' }: Place = {},
): Promise<string> {
  const opened = await openItems(db, owner.id, { locationId, roomType }, [variantId]);
  const itemId = opened.get(variantId) ?? '';
  if (quantity !== 0) {
    await db.transaction((tx) =>
      applyMoves(stockKeeper(tx, owner), [{ itemId, delta: quantity, reservedDelta: 0 }], {
        entityId: owner.id,
        reason: 'AUDIT',
        source: { type: 'count', id: null },
      }),
    );
  }
  return itemId;
}

export async function createCoa(db: Db, owner: Business, productId: string): Promise<void> {
  await db.insert(productCoas).values({
    productId,
    entityId: owner.id,
    lab: 'Green Lab',
    batchId: 'B-1',
    date: '2026-01-31',
    fileName: 'coa.pdf',
    fileSize: 1,
    sha256: '0'.repeat(64),
    storageKey: `coa/${productId}`,
    uploadedBy: v7(),
  });
}

/** Counts stock in without telling anybody: what a test sees of events and audit is its own. */
export function stockKeeper(db: Db, { id, type, name }: Business): WriteContext {
  const actor: Actor = {
    userId: v7(),
    sessionId: v7(),
    email: 'counter@business.test',
    name: 'Counter',
    role: 'owner',
    key: null,
    mfaEnabled: false,
    secondFactorDue: null,
    restricted: null,
    recent: false,
    byDevice: false,
    permissions: permissionsOf('owner', type),
    locationIds: null,
    locationLimit: null,
    entity: { id, type, name, tier: 'enterprise', timezone: 'UTC', lowStockThreshold: 10, suspension: null },
  };
  const request = { id: 'count', address: '127.0.0.1', userAgent: null, transport: 'job' as const };
  return { db, actor, request, emit: () => {}, audit: () => {} };
}
