import type { ImportField } from '../../fields';
import type { LineSource } from '../../lines/line';
import { cut } from '../adapt';
import type { MigrationKind } from '../words';

/** A line of an import as a vendor's row has it: cells by our fields, and what isn't a cell. */
export interface VendorLine {
  values: Partial<Record<ImportField, string>>;
  source: LineSource;
}

/** A list of a vendor to read. */
export interface VendorList {
  name: string;
  /** Path with its query; LeafLink's without `limit` and `offset`. */
  path: string;
  idFields: readonly string[];
}

/** Rows that were read. */
export interface VendorRows {
  each(list: string): AsyncGenerator<Row>;
  /** The lists that were read. */
  names: readonly string[];
}
export type Row = Record<string, unknown>;

/** How a vendor's rows become ours. */
export interface VendorReader {
  /** What has to be read for these kinds, beyond what was read before. @param rows what was read so far */
  lists(kinds: readonly MigrationKind[], rows: VendorRows, hasNewerApi: boolean): Promise<VendorList[]>;
  lines(kind: MigrationKind, rows: VendorRows, settings: VendorSettings): AsyncGenerator<VendorLine>;
}

export interface VendorSettings {
  /** Distru: relationships whose companies are customers; undefined for those that say so. */
  relationships: readonly string[] | undefined;
}

const MAX_TEXT = 5_000;
const MAX_VALUES = 100;

/** A row whose fields are taken one by one; the others aren't carried. */
export class Taken {
  readonly notes: string[] = [];
  readonly #used = new Set<string>();
  readonly #dropped: LineSource['notCarried'] = [];

  constructor(readonly row: Row) {}

  /** The value of a field, also of one in an object: `wholesale_price.amount`. */
  raw(path: string): unknown {
    const [field = '', ...rest] = path.split('.');
    this.#used.add(field);
    return rest.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), this.row[field]);
  }

  /** As text of one paragraph after the other, without markup; undefined where it says nothing. */
  text(path: string): string | undefined {
    const value = this.raw(path);
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    if (typeof value !== 'string') return undefined;
    return (
      plainText(value.slice(0, MAX_TEXT * 2))
        .slice(0, MAX_TEXT)
        .toWellFormed() || undefined
    );
  }

  /** The first of several fields that says something; the others count as taken. */
  first(...paths: string[]): string | undefined {
    return paths.map((path) => this.text(path)).find((text) => text !== undefined);
  }

  flag(path: string): boolean {
    const value = this.raw(path);
    return value === true || (typeof value === 'string' && /^(?:true|yes|1)$/i.test(value));
  }

  /** The id of an object or a value that names one. */
  id(path: string): string | undefined {
    const value = this.raw(path);
    const id = isObject(value) ? (value.id ?? value.number ?? value.slug) : value;
    return typeof id === 'number' || (typeof id === 'string' && id.trim() !== '')
      ? String(id).slice(0, 128)
      : undefined;
  }

  /** A day, also of a moment. */
  day(path: string): string | undefined {
    return /^\d{4}-\d{2}-\d{2}/.exec(this.text(path) ?? '')?.[0];
  }

  list(path: string): Row[] {
    const value = this.raw(path);
    return Array.isArray(value) ? value.filter(isObject) : [];
  }

  /** Says that a field isn't carried, though it was read. */
  drop(field: string): void {
    const text = shown(this.row[field]);
    if (text !== undefined) this.#dropped.push({ field, value: cut(text) });
  }

  source(id: string, name: string | undefined, more: Partial<LineSource> = {}): LineSource {
    const rest = Object.entries(this.row).flatMap(([field, value]) => {
      const text = this.#used.has(field) ? undefined : shown(value);
      return text === undefined ? [] : [{ field: cut(field, 100), value: cut(text) }];
    });
    return {
      ...{ id: cut(id, 128), name: name === undefined ? undefined : cut(name), notes: this.notes },
      notCarried: [...this.#dropped, ...rest].slice(0, MAX_VALUES),
      ...more,
    };
  }
}

/** What of a field would be lost; undefined for one that says nothing. */
function shown(value: unknown): string | undefined {
  if (value === null || value === undefined || value === false || value === '' || value === 0)
    return undefined;
  if (typeof value === 'string') return /^[\s0.]*$/.test(value) ? undefined : value;
  if (Array.isArray(value) && value.length === 0) return undefined;
  if (isObject(value) && Object.values(value).every((one) => shown(one) === undefined)) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
};

/** Text without tags. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<(?:br|\/p|\/div|\/li)[^<>]{0,200}>/gi, '\n')
    .replaceAll(/<[^<>]{0,2000}>/g, '')
    .replaceAll(/&(#39|[a-z]{2,6});/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Dollars as text; undefined for any other text. */
export function dollars(value: string | undefined): string | undefined {
  const bare = value?.replaceAll(/[$,\s]/g, '');
  if (bare === undefined || !/^\d{1,12}(?:\.\d{1,8})?$/.test(bare)) return undefined;
  const cents = Number(bare) * 100;
  // More decimals than cents stay as they are: they are an error of the line, unless they are zeros.
  return Math.abs(cents - Math.round(cents)) < 1e-6 ? (Math.round(cents) / 100).toFixed(2) : bare;
}

/** A share of potency in percent as text; undefined for none and for what is no share. */
export function share(value: unknown): string | undefined {
  const number = Number(value ?? Number.NaN);
  return number > 0 && number <= 100 ? String(number) : undefined;
}

/** Cells without those that say nothing. */
export function cells(values: Partial<Record<ImportField, string | undefined>>): VendorLine['values'] {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as VendorLine['values'];
}

/** Reads a list into a map; of equal keys the first stays. */
export async function mapOf<T>(
  rows: VendorRows,
  list: string,
  pick: (row: Row) => readonly [string | undefined, T] | undefined,
): Promise<Map<string, T>> {
  const map = new Map<string, T>();
  for await (const row of rows.each(list)) {
    const [key, value] = pick(row) ?? [];
    if (key !== undefined && value !== undefined && !map.has(key)) map.set(key, value);
  }
  return map;
}

/** The id of a row or of what it refers to. */
export const idIn = (value: unknown): string | undefined => new Taken({ value }).id('value');
export const nameIn = (row: Row): string | undefined => new Taken(row).first('name', 'display_name', 'title');
