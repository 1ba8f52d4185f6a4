// Other features import this file.
/** A row of a vendor's list: its id there, and its JSON. */
export interface SourceRow {
  id: string;
  text: string;
}

/** A page of a vendor's list. */
export interface SourcePage {
  rows: SourceRow[];
  /** The vendor's own address of the page after it; null at the end. */
  next: string | null;
  /** What the vendor says of the list's length. */
  count: number | null;
}

/** What a vendor sent has no form that it documents. */
export class UnreadableVendor extends Error {}

/** Characters of an id. */
const MAX_ID = 128;
/** Characters of a row: more is no record of anything. */
const MAX_ROW = 512 * 1024;
const KEYS = ['results', 'data', 'result', 'items'] as const;

/**
 * Reads a page: a bare list, or an object with one beside `next` or `next_page`.
 * @param idFields of a row, the first that it has is its id; without any, its position
 * @param from position of the first row
 * @throws UnreadableVendor
 */
export function pageIn(json: unknown, idFields: readonly string[], from = 0): SourcePage {
  const whole: Record<string, unknown> = isObject(json) ? json : {};
  const list = Array.isArray(json) ? json : KEYS.map((key) => whole[key]).find(Array.isArray);
  if (!list) throw new UnreadableVendor('The response has no list.');
  const next = whole.next_page ?? whole.next ?? null;
  if (next !== null && typeof next !== 'string') throw new UnreadableVendor('The next page has no address.');
  const count = typeof whole.count === 'number' && Number.isSafeInteger(whole.count) ? whole.count : null;
  return { rows: list.map((row, at) => rowOf(row, idFields, from + at)), next: next || null, count };
}

function rowOf(row: unknown, idFields: readonly string[], position: number): SourceRow {
  if (!isObject(row)) throw new UnreadableVendor('A row is no object.');
  const found = idFields.map((field) => row[field]).find((id) => isName(id));
  const text = JSON.stringify(row, (_key, value) => storable(value));
  if (text.length > MAX_ROW) throw new UnreadableVendor('A row is larger than 512 KiB.');
  const id = storableText(String(found ?? '')).trim() || `row-${position}`;
  return { id: id.slice(0, MAX_ID).toWellFormed(), text };
}

/** PostgreSQL stores neither U+0000 nor half of a character. */
const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed();

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [storableText(key), one]));
}

const isName = (id: unknown) => (typeof id === 'string' && id.trim() !== '') || typeof id === 'number';

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
