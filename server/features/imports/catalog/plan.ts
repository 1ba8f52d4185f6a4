import { toDollars } from '../../../kernel/money';
import { EACH } from '../../../kernel/weights';
import type { Db } from '../../../platform/db/client';
import type { ExternalId } from '../../entities/external-ids/schema';
import { belongsTo, type Category } from '../../products/categories';
import { EVERYWHERE } from '../../products/schema';
import type { ImportField } from '../fields';
import type { Values } from '../lines/line';
import type { Item } from '../migrations/items.sql';
import { keepLocal } from '../migrations/keeping';
import { type KnownProduct, type KnownVariant, productsByName, variantsInFile } from '../running/lines.sql';
import type { CatalogEntry } from './entry';

/** What the variants of a line do together; beside several, what is of one has its SKU. */
export function merged(
  entries: readonly CatalogEntry[],
  plans: readonly Plan[],
): Pick<Plan, 'outcome' | 'before' | 'after'> {
  const [only, ...others] = plans;
  if (only && others.length === 0) return only;
  const outcomes = new Set(plans.map(({ outcome }) => outcome));
  const outcome = outcomes.size > 1 ? 'update' : (only?.outcome ?? 'unchanged');
  const named = (values: Values | null, at: number) =>
    Object.entries(values ?? {}).map(([key, value]) => [
      OF_VARIANT.has(key) ? `${entries[at]?.sku} ${key}` : key,
      value,
    ]);
  const joined = (of: 'before' | 'after'): Values | null => {
    const values = Object.fromEntries(plans.flatMap((plan, at) => named(plan[of], at))) as Values;
    return Object.keys(values).length > 0 ? values : null;
  };
  return { outcome, before: joined('before'), after: joined('after') };
}

const OF_VARIANT: ReadonlySet<string> = new Set([
  ...['variant_name', 'price', 'wholesale_price', 'case_size', 'sold_by', 'unit', 'step', 'external_id'],
  ...['weight', 'weight_unit'],
]);

export const productKey = ({ name, brand }: Pick<CatalogEntry, 'name' | 'brand'>) =>
  `${name.toLowerCase()}\0${brand?.toLowerCase() ?? ''}`;
export interface Catalog {
  bySku: ReadonlyMap<string, KnownVariant>;
  byName: ReadonlyMap<string, readonly KnownProduct[]>;
}

/** The entity's existing variants and products for those SKUs and names. */
export async function openCatalog(
  db: Db,
  entityId: string,
  entries: readonly CatalogEntry[],
): Promise<Catalog> {
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

export interface Plan {
  outcome: 'create' | 'update' | 'unchanged';
  /** Of a new variant, its product; null when that is new too. */
  productId: string | null;
  variantId: string | null;
  product: Values;
  variant: Values;
  before: Values | null;
  after: Values | null;
  /** Of a migration: the values that are taken, and the fields that were changed here since. */
  taken?: Values;
  kept?: string[];
}

/** Merges a line into the catalog's values: blank cells keep the existing value. */
export function planOf(entry: CatalogEntry, { bySku, byName }: Catalog, imported?: Item['imported']): Plan {
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
    active: entry.active === undefined ? undefined : String(entry.active),
  };
  const variant = {
    variant_name: entry.variantName,
    price: entry.priceCents === undefined ? undefined : toDollars(entry.priceCents),
    wholesale_price: entry.wholesaleCents === undefined ? undefined : toDollars(entry.wholesaleCents),
    case_size: entry.caseSize,
    sold_by: entry.soldBy,
    unit: entry.unit,
    step: entry.step,
    external_id: entry.externalId && nameOf(entry.externalId),
    weight: entry.weight,
    weight_unit: entry.weightUnit,
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
      taken: { ...told(product), ...told(variant) },
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
    active: String(known.active),
    variant_name: known.variant_name,
    price: toDollars(known.price_cents),
    wholesale_price: toDollars(known.wholesale_price_cents),
    case_size: known.case_size,
    sold_by: known.step === null ? 'unit' : 'weight',
    unit: known.unit,
    step: known.step === null ? null : known.step / EACH,
    external_id: nameIn(known.external_ids, entry.externalId?.system),
    weight: known.weight,
    weight_unit: known.weight_unit,
  };
  const { taken, kept } = keepLocal({ ...told(product), ...told(variant) }, present, imported);
  const differing = (values: Values) =>
    Object.fromEntries(
      Object.entries(values).filter(([key, value]) => key in taken && present[key] !== value),
    );
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
    ...{ taken, kept },
  };
}

const nameOf = ({ system, value }: ExternalId) => `${system}:${value}`;

/** What a business calls an object in a system, as a line shows it. */
function nameIn(ids: Record<string, string> | null, system: string | undefined): string | null {
  const value = system === undefined ? undefined : ids?.[system];
  return value === undefined || system === undefined ? null : nameOf({ system, value });
}

function told(values: Record<string, string | number | null | undefined>): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

/** What a line changes that applies in every location: of that, a file has no column for the low-stock threshold. */
export const fixedIn = ({ product, variant }: Plan): ImportField[] => [
  ...EVERYWHERE.product.filter((name) => name in product),
  ...EVERYWHERE.variant.filter((name) => name !== 'low_stock_threshold').filter((name) => name in variant),
];
