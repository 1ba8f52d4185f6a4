import { type AppError, isAppError } from '../../kernel/errors';
import { toDollars } from '../../kernel/money';
import { EACH } from '../../kernel/weights';
import type { AuditEntry, WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { belongsTo, type Category } from '../products/categories';
import { addVariant, createProduct, updateProduct, updateVariant } from '../products/service';
import type { CatalogEntry, ReadEntry } from './catalog-read';
import { noteImported } from './imported-products.sql';
import type { LeasedImport } from './leased-import';
import {
  type AppliedLine,
  type CheckContext,
  type CheckedLine,
  emptyLine,
  FirstLines,
  fail,
  lineErrorOf,
  type Values,
} from './line';
import { type KnownProduct, type KnownVariant, productsByName, variantsInFile } from './lines.sql';
import { ProductEvents } from './product-events';
import type { OpenLine } from './queries';

/** Checks lines with one variant each, identified by SKU; lines with the same name and brand share a product. */
export function openCatalogCheck({ actor }: CheckContext) {
  const skus = new FirstLines();
  /** Products that an earlier line creates. */
  const coming = new Set<string>();
  return async (db: Db, lines: readonly unknown[]): Promise<CheckedLine[]> => {
    const read = lines as readonly ReadEntry[];
    const known = await openCatalog(
      db,
      actor.entity.id,
      read.flatMap(({ entry }) => entry ?? []),
    );
    return read.map(({ line, errors, sku, productName, hasPrice, hasCategory, entry }) => {
      const checked: CheckedLine = { ...emptyLine(line), sku, productName, errors };
      if (!entry) return checked;
      const earlier = skus.earlier(entry.sku, line);
      if (earlier !== undefined) fail(errors, '', 'duplicate', `repeats the SKU of line ${earlier}`);
      const plan = planOf(entry, known);
      if (plan.outcome === 'create') {
        const isWeighed = entry.soldBy === 'weight' || (entry.unit ?? entry.step) !== undefined;
        for (const field of ['unit', 'step'] as const) {
          if (isWeighed && entry[field] === undefined)
            fail(errors, field, 'required', 'is missing for goods sold by weight');
        }
        if (!hasPrice) fail(errors, 'price', 'required', 'is missing for what is new');
        if (!hasCategory && !plan.productId && !coming.has(productKey(entry))) {
          fail(errors, 'category', 'required', 'is missing for what is new');
        }
      }
      if (errors.length > 0) return checked;
      if (plan.outcome === 'create') coming.add(productKey(entry));
      return { ...checked, outcome: plan.outcome, before: plan.before, after: plan.after, data: entry };
    });
  };
}

const productKey = ({ name, brand }: Pick<CatalogEntry, 'name' | 'brand'>) =>
  `${name.toLowerCase()}\0${brand?.toLowerCase() ?? ''}`;
interface Catalog {
  bySku: ReadonlyMap<string, KnownVariant>;
  byName: ReadonlyMap<string, readonly KnownProduct[]>;
}

/** The entity's existing variants and products for those SKUs and names. */
async function openCatalog(db: Db, entityId: string, entries: readonly CatalogEntry[]): Promise<Catalog> {
  const variants = await variantsInFile(
    db,
    entityId,
    entries.map(({ sku }) => sku),
  );
  const named = await productsByName(
    db,
    entityId,
    entries.map(({ name }) => name.toLowerCase()),
  );
  const byName = new Map<string, KnownProduct[]>();
  for (const product of named) {
    const key = product.name.toLowerCase();
    const known = byName.get(key);
    if (known) known.push(product);
    else byName.set(key, [product]);
  }
  return { bySku: new Map(variants.map((variant) => [variant.sku, variant])), byName };
}

interface Plan {
  outcome: 'create' | 'update' | 'unchanged';
  /** Of a new variant, its product; null when that is new too. */
  productId: string | null;
  variantId: string | null;
  product: Values;
  variant: Values;
  before: Values | null;
  after: Values | null;
}

/** Merges a line into the catalog's values: blank cells keep the existing value. */
function planOf(entry: CatalogEntry, { bySku, byName }: Catalog): Plan {
  const known = bySku.get(entry.sku);
  const { name, brand, category, subcategory, description, thc, cbd, visibility } = entry;
  const product = {
    name,
    brand,
    category,
    subcategory,
    description,
    thc_percentage: thc,
    cbd_percentage: cbd,
    visibility,
  };
  const variant = {
    variant_name: entry.variantName,
    price: entry.priceCents === undefined ? undefined : toDollars(entry.priceCents),
    wholesale_price: entry.wholesaleCents === undefined ? undefined : toDollars(entry.wholesaleCents),
    case_size: entry.caseSize,
    sold_by: entry.soldBy,
    unit: entry.unit,
    step: entry.step,
  };
  if (!known) {
    const owner = byName
      .get(name.toLowerCase())
      ?.find((one) => brand === undefined || one.brand?.toLowerCase() === brand.toLowerCase());
    const after = {
      ...told(owner ? { name } : product),
      ...told({ variant_name: 'Default', ...told(variant) }),
    };
    return {
      outcome: 'create',
      productId: owner?.id ?? null,
      variantId: null,
      product: {},
      variant: {},
      before: null,
      after,
    };
  }
  const present: Values = {
    name: known.name,
    brand: known.brand,
    category: known.category,
    subcategory: known.subcategory,
    description: known.description,
    thc_percentage: known.thc_percentage,
    cbd_percentage: known.cbd_percentage,
    visibility: known.visibility,
    variant_name: known.variant_name,
    price: toDollars(known.price_cents),
    wholesale_price: toDollars(known.wholesale_price_cents),
    case_size: known.case_size,
    sold_by: known.step === null ? 'unit' : 'weight',
    unit: known.unit,
    step: known.step === null ? null : known.step / EACH,
  };
  const differing = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([key, value]) => present[key] !== value));
  const productChanges = differing(told(product));
  const moved = productChanges.category as Category | undefined;
  // A subcategory belongs to its category.
  if (moved && subcategory === undefined && known.subcategory && !belongsTo(known.subcategory, moved)) {
    productChanges.subcategory = null;
  }
  const variantChanges = differing(told(variant));
  const after = { ...productChanges, ...variantChanges };
  const changed = Object.keys(after);
  return {
    outcome: changed.length > 0 ? 'update' : 'unchanged',
    productId: known.id,
    variantId: known.variant_id,
    product: productChanges,
    variant: variantChanges,
    before: changed.length > 0 ? Object.fromEntries(changed.map((key) => [key, present[key] ?? null])) : null,
    after: changed.length > 0 ? after : null,
  };
}

function told(values: Record<string, string | number | undefined>): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

/** Applies lines sequentially through the service; an error rolls back only its own line. */
export async function applyCatalogLines(
  ctx: WriteContext,
  { id }: Pick<LeasedImport, 'id'>,
  lines: readonly OpenLine[],
): Promise<AppliedLine[]> {
  const applied: AppliedLine[] = [];
  const events = new ProductEvents();
  for (const line of lines) applied.push(await applyLine(ctx, line, events));
  await noteImported(ctx.db, id, events.products());
  return applied;
}

async function applyLine(
  ctx: WriteContext,
  { line, before, after, note, data }: OpenLine,
  events: ProductEvents,
): Promise<AppliedLine> {
  const entry = data as CatalogEntry;
  const rows: AuditEntry[] = [];
  const emitted = new ProductEvents();
  try {
    const plan = await ctx.db.transaction((tx) =>
      writeEntry({ ...ctx, db: tx, audit: (row) => rows.push(row), emit: emitted.emit }, entry),
    );
    for (const row of rows) ctx.audit(row);
    events.take(emitted);
    return { line, outcome: plan.outcome, before: plan.before, after: plan.after, note, errors: [] };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const shown = { before: before as Values | null, after: after as Values | null };
    return { line, outcome: 'error', ...shown, note, errors: [lineErrorOf(error as AppError)] };
  }
}

async function writeEntry(ctx: WriteContext, entry: CatalogEntry): Promise<Plan> {
  const plan = planOf(entry, await openCatalog(ctx.db, ctx.actor.entity.id, [entry]));
  if (plan.outcome === 'create') {
    const variant = {
      name: entry.variantName ?? 'Default',
      sku: entry.sku,
      price: toDollars(entry.priceCents ?? 0),
      ...(entry.wholesaleCents === undefined ? {} : { wholesale_price: toDollars(entry.wholesaleCents) }),
      ...(entry.caseSize === undefined ? {} : { case_size: entry.caseSize }),
      ...(entry.soldBy && { sold_by: entry.soldBy }),
      ...(entry.unit && { unit: entry.unit }),
      ...(entry.step && { step: entry.step }),
    };
    if (plan.productId !== null) await addVariant(ctx, { id: plan.productId, ...variant });
    else {
      await createProduct(ctx, {
        name: entry.name,
        category: entry.category ?? 'accessories',
        brand: entry.brand ?? null,
        subcategory: entry.subcategory ?? null,
        description: entry.description ?? null,
        thc_percentage: entry.thc ?? null,
        cbd_percentage: entry.cbd ?? null,
        ...(entry.visibility && { visibility: entry.visibility }),
        variants: [variant],
      });
    }
    return plan;
  }
  const { productId, variantId, product, variant } = plan;
  if (productId !== null && Object.keys(product).length > 0) {
    await updateProduct(ctx, { id: productId, ...(product as object) });
  }
  if (productId !== null && variantId !== null && Object.keys(variant).length > 0) {
    const { variant_name, ...prices } = variant;
    const renamed = variant_name ? { name: String(variant_name) } : {};
    await updateVariant(ctx, { id: productId, variant_id: variantId, ...renamed, ...(prices as object) });
  }
  return plan;
}
