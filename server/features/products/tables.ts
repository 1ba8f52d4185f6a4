import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { STEP_UNITS } from '../../kernel/weights';
import { cents, createdAt, id, instant, isOneOf, reference, updatedAt } from '../../platform/db/columns';
import { keep, plain } from '../../platform/db/marks';
import { entities } from '../entities/tables';
import type { Extracted, Mismatch } from '../lots/coa/schema';
import { CATEGORY_NAMES } from './categories';
import { VISIBILITIES, WEIGHT_UNITS } from './schema';

export const products = pgTable(
  'products',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    name: plain(text('name')).notNull(),
    brand: plain(text('brand')),
    category: text('category', { enum: CATEGORY_NAMES }).notNull(),
    subcategory: plain(text('subcategory')),
    description: plain(text('description')),
    thcPercentage: doublePrecision('thc_percentage'),
    cbdPercentage: doublePrecision('cbd_percentage'),
    images: plain(text('images')).array().notNull().default(sql`'{}'`),
    active: boolean('active').notNull().default(true),
    /** Whether every connected buyer sees it, or those alone whom an offer names (decision 620). */
    visibility: text('visibility', { enum: VISIBILITIES }).notNull().default('connected'),
    /** Key by which an import finds its own rows: a second run of the same file changes nothing. */
    importKey: plain(text('import_key')),
    createdAt: createdAt(),
    /** Also updated when a variant or a certificate is added or changes. */
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    check('products_thc', sql`${t.thcPercentage} between 0 and 100`),
    check('products_cbd', sql`${t.cbdPercentage} between 0 and 100`),
    check('products_visibility', isOneOf(t.visibility, VISIBILITIES)),
    unique('products_entity_id').on(t.entityId, t.id),
    unique('products_id_name').on(t.id, t.name),
    unique('products_id_category').on(t.id, t.category),
    uniqueIndex('products_import_key').on(t.entityId, t.importKey).where(sql`${t.deletedAt} is null`),
    index('products_newest').on(t.entityId, t.createdAt.desc(), t.id).where(sql`${t.deletedAt} is null`),
    index('products_by_name')
      .on(t.entityId, sql`${t.name} collate names`, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('products_by_category')
      .on(t.entityId, t.category, t.createdAt.desc(), t.id)
      .where(sql`${t.deletedAt} is null`),
    index('products_by_change').on(t.updatedAt, t.entityId).where(sql`${t.deletedAt} is null`),
    index('products_by_brand').on(t.entityId, t.brand).where(sql`${t.deletedAt} is null`),
    index('products_not_sold').on(t.entityId, t.id).where(sql`not ${t.active} or ${t.deletedAt} is not null`),
    index('products_groups').on(t.entityId, t.id, t.brand, t.category),
    index('products_offered').on(t.entityId, t.id).where(sql`${t.visibility} = 'offered'`),
    index('products_words').using('gin', sql`search_key(${productWords(t)}) gin_trgm_ops`),
  ],
);
keep(products, { rows: 'entity_id', kept: 'records' });

export const productVariants = pgTable(
  'product_variants',
  {
    id: id(),
    productId: uuid('product_id').notNull(),
    entityId: uuid('entity_id').notNull(),
    name: plain(text('name')).notNull(),
    sku: plain(text('sku')).notNull(),
    weight: numeric('weight', { precision: 14, scale: 4, mode: 'number' }),
    weightUnit: text('weight_unit', { enum: WEIGHT_UNITS }),
    priceCents: cents('price_cents').notNull(),
    wholesalePriceCents: cents('wholesale_price_cents').notNull(),
    /** Steps in which it is ordered. */
    caseSize: integer('case_size').notNull().default(1),
    /** Sold by weight: prices are per unit, and stock counts steps of it (decision 630). Null where it is sold each. */
    unit: text('unit', { enum: STEP_UNITS }),
    /** In ten-thousandths of the unit. */
    step: integer('step'),
    /** For the owner's stock; null for the owner's general threshold. */
    lowStockThreshold: integer('low_stock_threshold'),
    position: integer('position').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    foreignKey({
      columns: [t.entityId, t.productId],
      foreignColumns: [products.entityId, products.id],
    }),
    check('product_variants_price', sql`${t.priceCents} between 0 and 999999999`),
    check('product_variants_wholesale_price', sql`${t.wholesalePriceCents} between 0 and 999999999`),
    check('product_variants_threshold', sql`${t.lowStockThreshold} between 0 and 1000000`),
    check('product_variants_case_size', sql`${t.caseSize} between 1 and 1000000`),
    check('product_variants_unit', isOneOf(t.unit, STEP_UNITS)),
    check(
      'product_variants_step',
      sql`${t.step} between 10 and 10000000 and (${t.step} is null) = (${t.unit} is null)`,
    ),
    unique('product_variants_product_id').on(t.productId, t.id),
    unique('product_variants_id_sku').on(t.id, t.sku),
    uniqueIndex('product_variants_sku').on(t.entityId, t.sku).where(sql`${t.deletedAt} is null`),
    index('product_variants_with_threshold').on(t.entityId).where(sql`${t.lowStockThreshold} is not null`),
    index('product_variants_by_change').on(t.updatedAt),
    index('product_variants_by_sku_key')
      .on(t.entityId, sql`search_key(${t.sku})`)
      .where(sql`${t.deletedAt} is null`),
    index('product_variants_words').using('gin', sql`search_key(${variantWords(t)}) gin_trgm_ops`),
    index('product_variants_by_weight').on(t.id).where(sql`${t.step} is not null`),
    index('product_variants_deleted').on(t.id, t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('product_variants_not_sold').on(t.entityId, t.id).where(sql`${t.deletedAt} is not null`),
    index('product_variants_of_product').on(t.productId, t.position, t.id),
    index('product_variants_of_entity').on(t.entityId, t.id, t.productId, t.step),
  ],
);
keep(productVariants, { rows: 'entity_id', kept: 'records' });

/** SQL: what a product is found by, in the form of its index of words. */
export function productWords(t: Record<'name' | 'brand' | 'category' | 'subcategory', unknown>) {
  return sql`(${t.name} || chr(10) || coalesce(${t.brand}, '') || chr(10) || ${t.category} || chr(10) || replace(coalesce(${t.subcategory}, ''), '_', ' '))`;
}

/** SQL: what a variant is found by beside its product. */
export function variantWords(t: Record<'name' | 'sku', unknown>) {
  return sql`(${t.sku} || chr(10) || ${t.name})`;
}

/** What a business sells on of another's goods, under its own SKU and price. Triggers keep its SKUs apart from those of its variants. */
export const listings = pgTable(
  'listings',
  {
    id: id(),
    sellerId: reference('seller_id', () => entities.id),
    variantId: uuid('variant_id').notNull(),
    productId: uuid('product_id').notNull(),
    sku: plain(text('sku')).notNull(),
    wholesalePriceCents: cents('wholesale_price_cents').notNull(),
    /** Steps in which it is ordered; null for the owner's case. */
    caseSize: integer('case_size'),
    visibility: text('visibility', { enum: VISIBILITIES }).notNull().default('connected'),
    active: boolean('active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      name: 'listings_variant',
      columns: [t.productId, t.variantId],
      foreignColumns: [productVariants.productId, productVariants.id],
    }),
    check('listings_wholesale_price', sql`${t.wholesalePriceCents} between 0 and 999999999`),
    check('listings_case_size', sql`${t.caseSize} between 1 and 1000000`),
    check('listings_visibility', isOneOf(t.visibility, VISIBILITIES)),
    unique('listings_one').on(t.sellerId, t.variantId),
    unique('listings_sku').on(t.sellerId, t.sku),
    index('listings_by_change').on(t.sellerId, t.updatedAt),
    index('listings_by_age').on(t.sellerId, t.createdAt, t.id),
    index('listings_offered').on(t.sellerId, t.variantId).where(sql`${t.visibility} = 'offered'`),
    index('listings_of_product').on(t.productId, t.sellerId),
    index('listings_by_sku_key').on(t.sellerId, sql`search_key(${t.sku})`),
    index('listings_words').using('gin', sql`search_key(${t.sku}) gin_trgm_ops`),
  ],
);
keep(listings, { rows: 'seller_id', kept: 'records' });

/** The products of others that an entity has, or had, in stock, kept by a trigger. */
export const productReach = pgTable(
  'product_reach',
  {
    entityId: uuid('entity_id').notNull(),
    productId: uuid('product_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.productId] })],
);
keep(productReach, { kept: 'derived' });

/** Certificates of analysis: append-only; the latest of a product is its `test_results` (decision 17). */
export const productCoas = pgTable(
  'product_coas',
  {
    id: id(),
    productId: uuid('product_id').notNull(),
    entityId: uuid('entity_id').notNull(),
    lab: plain(text('lab')).notNull(),
    batchId: plain(text('batch_id')).notNull(),
    /** Its batch, by a foreign key that the migration adds: `batches` refers to products. */
    batch: uuid('batch'),
    date: date('date').notNull(),
    fileName: plain(text('file_name')).notNull(),
    fileSize: integer('file_size').notNull(),
    sha256: plain(text('sha256')).notNull(),
    storageKey: plain(text('storage_key')).notNull(),
    uploadedBy: uuid('uploaded_by').notNull(),
    /** What was read from the PDF, and what contradicts the form or the product; null for certificates never read. */
    extracted: plain(jsonb('extracted')).$type<Extracted>(),
    /** Since when it waits to be read, for lack of time (decision 921); null once it was. */
    unreadSince: instant('unread_since'),
    mismatches: plain(jsonb('mismatches')).$type<Mismatch[]>(),
    /** Of a holder's private batch of another's product: it says nothing of the product. */
    byHolder: boolean('by_holder').notNull().default(false),
    /** The product's owner; null for a holder's. */
    ownerId: uuid('owner_id').generatedAlwaysAs(sql`case when not by_holder then entity_id end`),
    withdrawnAt: instant('withdrawn_at'),
    withdrawnBy: uuid('withdrawn_by'),
    withdrawnReason: plain(text('withdrawn_reason')),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ columns: [t.productId], foreignColumns: [products.id] }),
    foreignKey({ columns: [t.entityId], foreignColumns: [entities.id] }),
    foreignKey({
      name: 'product_coas_owner',
      columns: [t.ownerId, t.productId],
      foreignColumns: [products.entityId, products.id],
    }),
    check(
      'product_coas_withdrawn',
      sql`num_nulls(${t.withdrawnAt}, ${t.withdrawnBy}, ${t.withdrawnReason}) in (0, 3)`,
    ),
    index('product_coas_of_batch').on(t.batch, t.createdAt.desc(), t.id.desc()),
    index('product_coas_latest').on(t.productId, t.createdAt.desc(), t.id.desc()),
  ],
);
keep(productCoas, { rows: 'entity_id', kept: 'records' });

/**
 * Images, re-encoded in three sizes: uploads, which a product names by their address in `images`, and copies of images on
 * other hosts, which are known by theirs (decision 447).
 */
export const productImages = pgTable(
  'product_images',
  {
    id: id(),
    productId: uuid('product_id').notNull(),
    entityId: uuid('entity_id').notNull(),
    storageKey: plain(text('storage_key')).notNull(),
    size: integer('size').notNull(),
    /** Null until a job has made the size; it stays so, with 0 bytes, where the image can't be read. */
    mediumKey: plain(text('medium_key')),
    mediumSize: integer('medium_size'),
    thumbKey: plain(text('thumb_key')).notNull(),
    thumbSize: integer('thumb_size').notNull(),
    /** The address of an image on another host; null for an upload, which has a member instead. */
    source: plain(text('source')),
    uploadedBy: uuid('uploaded_by'),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.entityId, t.productId],
      foreignColumns: [products.entityId, products.id],
    }),
    index('product_images_of_product').on(t.productId),
    uniqueIndex('product_images_of_source')
      .on(t.productId, sql`md5(${t.source})`)
      .where(sql`${t.source} is not null`),
    index('product_images_without_medium').on(t.id).where(sql`${t.mediumSize} is null`),
  ],
);
keep(productImages, { rows: 'entity_id', kept: 'records' });
