import { MAX_PRICE_CENTS } from '../../../kernel/money';
import { STEP_UNITS, type WeightUnit } from '../../../kernel/weights';
import { belongsTo, CATEGORIES, CATEGORY_NAMES } from '../../products/categories';
import { SOLD_BY, VISIBILITIES, WEIGHT_UNITS } from '../../products/schema';
import { CellReader } from '../lines/cell-reader';
import type { LineError } from '../lines/codes';
import { externalOf } from '../lines/external-id';
import type { LineSource, MappedLine } from '../lines/line';
import type { CatalogEntry } from './entry';
import { variantsIn } from './exported-variants';

/** A line of a catalog. */
export interface ReadEntry {
  line: number;
  errors: LineError[];
  sku: string | null;
  note: string | null;
  productName: string | null;
  hasPrice: boolean;
  hasCategory: boolean;
  /** None for a line without SKU or name; several of one product where our own export has them in one cell. */
  entries: CatalogEntry[];
  source?: LineSource;
}

/** What files of goods sold each have in a column of units. */
const EACH_WORDS = new Set(['each', 'ea', 'unit', 'units', 'piece', 'pieces', 'pc', 'pcs']);
const UNIT_NAMES: Readonly<Record<string, WeightUnit>> = {
  ...{ gram: 'g', grams: 'g', gr: 'g', ounce: 'oz', ounces: 'oz', pound: 'lb', pounds: 'lb', lbs: 'lb' },
  ...{ kilogram: 'kg', kilograms: 'kg', kilo: 'kg', kilos: 'kg', kgs: 'kg' },
};
const SUBCATEGORIES = Object.values(CATEGORIES).flat();

export function readEntry(line: MappedLine): ReadEntry {
  const values = Object.fromEntries(
    Object.entries(line.values).map(([field, value]) => [
      field,
      field === 'description' || field === 'variants' ? value : value.replaceAll(/\s+/g, ' '),
    ]),
  );
  const reader = new CellReader({ ...line, values });
  const read: ReadEntry = {
    line: line.line,
    errors: reader.errors,
    sku: line.values.sku?.slice(0, 100) ?? null,
    note: null,
    productName: line.values.name?.slice(0, 200) ?? null,
    hasPrice: line.values.price !== undefined,
    hasCategory: line.values.category !== undefined,
    entries: [],
  };
  if (line.fault !== null) {
    reader.fail('', 'unreadable', line.fault);
    return read;
  }
  const isWhole = values.variants !== undefined && values.sku === undefined;
  const sku = isWhole ? undefined : reader.required('sku', 100);
  const name = reader.required('name', 200);
  const category = reader.word('category', CATEGORY_NAMES);
  const subcategory = reader.word('subcategory', SUBCATEGORIES);
  if (category && subcategory && !belongsTo(subcategory, category)) {
    reader.fail('subcategory', 'foreign_subcategory', `does not belong to ${category}`);
  }
  const entry = {
    sku,
    name,
    brand: reader.text('brand', 200),
    category,
    subcategory,
    description: reader.text('description', 5000),
    variantName: reader.text('variant_name', 200),
    priceCents: reader.cents('price', MAX_PRICE_CENTS),
    wholesaleCents: reader.cents('wholesale_price', MAX_PRICE_CENTS),
    caseSize: reader.whole('case_size', 1, 1_000_000),
    visibility: reader.word('visibility', VISIBILITIES),
    soldBy: reader.word('sold_by', SOLD_BY),
    unit: EACH_WORDS.has(values.unit?.toLowerCase() ?? '')
      ? undefined
      : reader.word('unit', STEP_UNITS, UNIT_NAMES),
    step: reader.decimal('step', 0.001, 1000),
    thc: reader.percentage('thc'),
    cbd: reader.percentage('cbd'),
    externalId: externalOf(reader),
    active: activeOf(reader),
    weight: reader.decimal('weight', 0.0001, 1_000_000),
    weightUnit: reader.word('weight_unit', WEIGHT_UNITS),
  };
  const told = { ...read, note: reader.note };
  if (isWhole && name)
    return { ...told, hasPrice: true, entries: variantsIn(reader, values.variants, { ...entry, name }) };
  return sku && name ? { ...told, entries: [entry as CatalogEntry] } : told;
}

function activeOf(reader: CellReader): boolean | undefined {
  const word = reader.word('active', ['true', 'false'], { yes: 'true', no: 'false', 1: 'true', 0: 'false' });
  return word === undefined ? undefined : word === 'true';
}
