import { belongsTo } from '../../products/categories';
import type { ImportField, ImportKind } from '../fields';
import { fail, type LineSource, type MappedLine } from '../lines/line';
import { placeProduct } from '../listing/category';
import type { MigrationContext } from './context';

/** What lines of a migration are read by. */
export type AdaptSettings = Pick<
  MigrationContext,
  'system' | 'source' | 'settings' | 'locationMap' | 'categoryMap'
>;

/** The column of a file made from an API's rows that has what isn't a cell. */
export const SOURCE_COLUMN = 'source';
/** Type of customers of a file without a column for it. */
export const NO_TYPE = 'as set';
/** Characters of a value that isn't carried, and such values of a line. */
const MAX_VALUE = 200;
const MAX_VALUES = 100;

/** The beginning of a text, without half of a character, which PostgreSQL doesn't store. */
export const cut = (text: string, most = MAX_VALUE) => text.slice(0, most).toWellFormed();

type Values = Partial<Record<ImportField, string>>;
type Adapt = (values: Values, line: MappedLine & { source: LineSource }, settings: AdaptSettings) => void;

/** By what a row without an id of its own is known again. */
const NATURAL: Partial<Record<ImportKind, readonly ImportField[]>> = {
  customers: ['license_number', 'name'],
  products: ['sku'],
  batches: ['product_id', 'sku', 'batch_id'],
  price_lists: ['price_list', 'customer', 'customer_id', 'product_id', 'sku', 'min_quantity'],
  inventory: ['external_id', 'sku', 'location', 'room_type', 'batch_id', 'package_tag'],
  orders: ['number'],
  opening_balances: ['number'],
};
/** Kinds whose column of external ids is of what their lines refer to. */
const REFERRING: readonly ImportKind[] = ['inventory', 'opening_balances'];

/**
 * Makes a line of a migration one that its kind reads: ids get the system, names of locations and categories become ours, units and
 * cases are as ours.
 * @param unread cells of columns without a meaning, by column
 */
export function adapt(
  kind: ImportKind,
  line: MappedLine,
  settings: AdaptSettings,
  unread: Record<string, string>,
): MappedLine {
  const values = { ...line.values };
  const source = line.source ?? sourceOf(kind, values, unread);
  const adapted = {
    ...line,
    values,
    source: { ...source, notes: [...source.notes] },
    faults: line.faults ?? [],
  };
  if (values.external_id !== undefined && !/^[a-z0-9_-]{1,32}:/.test(values.external_id)) {
    values.external_id = `${settings.system}:${values.external_id}`;
  }
  KINDS[kind]?.(values, adapted, settings);
  return adapted;
}

function sourceOf(kind: ImportKind, values: Values, unread: Record<string, string>): LineSource {
  const own = REFERRING.includes(kind) ? undefined : values.external_id;
  const named = (NATURAL[kind] ?? []).map((field) => values[field] ?? '').join('/');
  const find = (...names: string[]) =>
    Object.entries(unread).find(([column]) => names.includes(column.toLowerCase().replaceAll(/[^a-z]/g, '')));
  const closed = find('archived');
  const notCarried = Object.entries(unread)
    .filter(([column]) => column !== closed?.[0])
    .slice(0, MAX_VALUES)
    .map(([field, value]) => ({ field, value: cut(value) }));
  const notes = [];
  if (isTrue(find('delinquent')?.[1])) notes.push('delinquent: the source says that it pays late.');
  if (isTrue(find('licenseinactive')?.[1]))
    notes.push('license_inactive: the source says that its license is not active.');
  return {
    id: cut(own ?? `key:${named}`, 128),
    name: (values.name ?? values.customer ?? values.number ?? values.batch_id)
      ?.slice(0, MAX_VALUE)
      .toWellFormed(),
    notCarried: notCarried.filter(({ value }) => !/^(?:false|no|0)?$/i.test(value)),
    notes,
    ...(kind === 'customers' && isTrue(closed?.[1]) && { closed: true }),
  };
}

const isTrue = (text: string | undefined) => /^(?:true|yes|y|1|x)$/i.test(text ?? '');

const TERMS = /^(?:(?:net[ -]?)?\d{1,3}(?: ?days?)?|c\.?o\.?d\.?|due on receipt)$/i;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]{1,100}(?:\.[^\s@.]{1,63}){1,8}$/;

function dropped(field: ImportField, values: Values, { source }: { source: LineSource }): void {
  source.notCarried.push({ field, value: cut(values[field] ?? '') });
  delete values[field];
}

const customers: Adapt = (values, line, { settings }) => {
  const type = values.type?.toLowerCase();
  if (type !== 'retailer' && type !== 'wholesaler') {
    if (values.type !== undefined && values.type !== NO_TYPE) dropped('type', values, line);
    values.type = settings.customer_type ?? 'retailer';
  }
  if (values.terms_days !== undefined && !TERMS.test(values.terms_days)) {
    line.source.notes.push(`terms: “${cut(values.terms_days, 30)}” was not read as days.`);
    dropped('terms_days', values, line);
  }
  if (values.email !== undefined && !EMAIL.test(values.email)) dropped('email', values, line);
};

const UNITS: Readonly<Record<string, string>> = {
  ...{
    milligram: 'mg',
    milligrams: 'mg',
    mg: 'mg',
    gram: 'g',
    grams: 'g',
    g: 'g',
    kilogram: 'kg',
    kilograms: 'kg',
  },
  ...{ kg: 'kg', ounce: 'oz', ounces: 'oz', oz: 'oz', pound: 'lb', pounds: 'lb', lb: 'lb', lbs: 'lb' },
  ...{ liter: 'l', liters: 'l', l: 'l', milliliter: 'ml', milliliters: 'ml', ml: 'ml' },
};

/** States of a listing that isn't for sale. */
const UNLISTED = /^(?:archived|internal|unavailable|inactive|false|no|0)$/i;

const products: Adapt = (values, line, { settings, categoryMap }) => {
  if (values.active !== undefined) values.active = String(!UNLISTED.test(values.active));
  // Goods of a vendor are sold each: its unit is that of their weight.
  if (values.unit !== undefined && values.step === undefined) {
    values.weight_unit ??= values.unit;
    delete values.unit;
  }
  const unit = UNITS[values.weight_unit?.toLowerCase() ?? ''];
  if (values.weight !== undefined && unit !== undefined && Number(values.weight) > 0)
    values.weight_unit = unit;
  else {
    delete values.weight;
    delete values.weight_unit;
  }
  // The more special name is found first.
  const named = [values.subcategory, values.category].filter((name) => name !== undefined);
  const known = named.map((name) => categoryMap[name]).find(Boolean);
  if (known) {
    values.category = known.category;
    if (known.subcategory) values.subcategory = known.subcategory;
    else delete values.subcategory;
  } else if (values.category !== undefined) {
    const placed = placeProduct({
      category: [...named].reverse().join(','),
      name: '',
      brand: '',
      strain: '',
    });
    if (placed && !placed.inferred) {
      const own = values.subcategory?.toLowerCase();
      const subcategory = own && belongsTo(own, placed.category) ? own : placed.subcategory;
      values.category = placed.category;
      if (subcategory) values.subcategory = subcategory;
      else delete values.subcategory;
    }
  }
  const cases = Number(values.case_size ?? 1);
  if (Number.isInteger(cases) && cases > 1 && settings.case_prices === 'per_case') {
    for (const field of ['price', 'wholesale_price'] as const) perUnit(field, values, line, cases);
  }
  values.price ??= values.wholesale_price;
  if (values.wholesale_price === undefined) {
    fail(line.faults ?? [], 'wholesale_price', 'required', 'is missing');
  }
};

/** Divides a price of a case, exact to cents. */
function perUnit(field: 'price' | 'wholesale_price', values: Values, line: MappedLine, cases: number): void {
  const given = values[field];
  const cents = Math.round(Number(given?.replaceAll(/[$,\s]/g, '')) * 100);
  if (given === undefined || !Number.isSafeInteger(cents)) return;
  if (cents % cases === 0) values[field] = (cents / cases / 100).toFixed(2);
  else
    fail(
      line.faults ?? [],
      field,
      'price_not_exact',
      `divided by a case of ${cases} is not whole cents`,
      given,
    );
}

const inventory: Adapt = (values, line, { locationMap }) => {
  const place = [line.source.name, values.location].map((name) => locationMap[name ?? '']).find(Boolean);
  if (place) {
    values.location = place.location_id;
    values.room_type ??= place.room_type ?? 'vault';
  } else values.room_type ??= 'vault';
  whole('quantity', values, line);
};

/** Units are whole: a fraction is its own error. */
function whole(field: 'quantity', values: Values, line: MappedLine): void {
  const [, units, fraction] =
    /^(-?\d{1,12})\.(\d{1,12})$/.exec(values[field]?.replaceAll(',', '') ?? '') ?? [];
  if (units === undefined || fraction === undefined) return;
  if (/^0+$/.test(fraction)) values[field] = units;
  else {
    fail(
      line.faults ?? [],
      field,
      'fractional_quantity',
      'is a part of a unit; units are whole',
      values[field],
    );
    values[field] = units;
  }
}

/** Statuses of orders that are over, or on their way. */
const OVER =
  /^(?:draft|shipped|complete[d]?|rejected|combined|cancell?ed|deliver(?:ed|ing)|closed|paid|invoiced)$/i;

const orders: Adapt = (values, line) => {
  if (values.status !== undefined && OVER.test(values.status)) line.source.closed = true;
};

const KINDS: Partial<Record<ImportKind, Adapt>> = { customers, products, inventory, orders };
