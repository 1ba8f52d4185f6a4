/** JSON whose lists of alike objects are columns: their keys, and values that repeat, are written once. */
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Fields = Record<string, unknown>;

const PLAIN = 0;
const SAME = 1;
const OBJECTS = 2;
const LISTS = 3;
const WORDS = 4;
const TEXTS = 5;

/** Between texts of a column, which are one string then: in a script each quote of JSON is two characters. */
const END = '|';
/** What a text can share with the one before it is one digit. */
const BASE = 36;
/** A place in a list of words, with its comma. */
const PLACE_LENGTH = 3;
/** Two quotes and a comma, escaped. */
const AROUND_TEXT = 5;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keysOf = (fields: Fields) => Object.keys(fields).filter((key) => fields[key] !== undefined);

/** Keys that all of them have in the same order; null when one differs. */
function sharedKeys(values: readonly unknown[]): string[] | null {
  const [first] = values;
  if (!isFields(first)) return null;
  const keys = keysOf(first);
  const alike = values.every((value) => {
    if (!isFields(value)) return false;
    const own = keysOf(value);
    return own.length === keys.length && own.every((key, at) => key === keys[at]);
  });
  return alike ? keys : null;
}

function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length, BASE - 1);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}

/** Texts as what each adds to the one before it: ids and times of a list begin alike. Null where that isn't shorter. */
function packTexts(values: readonly unknown[]): Json[] | null {
  let before = '';
  let plain = 0;
  const texts: string[] = [];
  for (const value of values) {
    if (value === null) {
      texts.push('');
      continue;
    }
    if (typeof value !== 'string' || value.includes(END)) return null;
    const shared = sharedLength(before, value);
    texts.push(shared.toString(BASE) + value.slice(shared));
    plain += value.length + AROUND_TEXT;
    before = value;
  }
  const text = texts.join(END);
  return text.length < plain ? [TEXTS, text] : null;
}

function unpackTexts(text: string): unknown[] {
  let before = '';
  return text.split(END).map((one) => {
    if (one === '') return null;
    before = before.slice(0, Number.parseInt(one.charAt(0), BASE)) + one.slice(1);
    return before;
  });
}

/** Each value once, and where it appears; null where that isn't shorter. */
function packWords(values: readonly unknown[]): Json[] | null {
  const words = new Set(values);
  if (words.size === values.length || !values.every((value) => typeof value === 'string')) return null;
  const list = [...words] as string[];
  const all = (values as string[]).reduce((sum, value) => sum + value.length + AROUND_TEXT, 0);
  const once = list.reduce((sum, word) => sum + word.length + AROUND_TEXT, 0);
  if (once + values.length * PLACE_LENGTH >= all) return null;
  const place = new Map(list.map((word, at) => [word, at]));
  return [WORDS, packColumn(list), ...values.map((value) => place.get(value as string) as number)];
}

function packColumn(values: readonly unknown[]): Json {
  const [first] = values;
  const simple = typeof first !== 'object' || first === null;
  if (values.length > 1 && simple && values.every((value) => value === first))
    return [SAME, packValue(first)];
  if (values.length > 1) {
    const texts = packWords(values) ?? packTexts(values);
    if (texts) return texts;
    const keys = sharedKeys(values);
    if (keys)
      return [OBJECTS, keys, ...keys.map((key) => packColumn(values.map((one) => (one as Fields)[key])))];
    if (values.every(Array.isArray)) {
      return [LISTS, values.map(({ length }) => length), packColumn(values.flat())];
    }
  }
  return [PLAIN, ...values.map(packValue)];
}

function packValue(value: unknown): Json {
  if (Array.isArray(value)) return [value.length, packColumn(value)];
  if (!isFields(value)) return (value ?? null) as Json;
  return Object.fromEntries(keysOf(value).map((key) => [key, packValue(value[key])]));
}

function unpackObjects(keys: string[], columns: readonly Json[], length: number): unknown[] {
  const values = columns.map((column) => unpackColumn(column as Json[], length));
  // Fields of a literal, which are twice as fast to make and to read; one of this name would be the prototype.
  const make = keys.includes('__proto__')
    ? (row: number) => Object.fromEntries(keys.map((key, at) => [key, values[at]?.[row]]))
    : (row: number) => {
        const made: Fields = {};
        for (let at = 0; at < keys.length; at++) made[keys[at] as string] = values[at]?.[row];
        return made;
      };
  return Array.from({ length }, (_, row) => make(row));
}

function unpackColumn(column: Json[], length: number): unknown[] {
  const [kind, first, second] = column;
  if (kind === SAME) return Array.from({ length }, () => unpackValue(first as Json));
  if (kind === OBJECTS) return unpackObjects(first as string[], column.slice(2), length);
  if (kind === LISTS) {
    const lengths = first as number[];
    let end = 0;
    for (const one of lengths) end += one;
    const all = unpackColumn(second as Json[], end);
    let at = 0;
    return lengths.map((one) => {
      at += one;
      return all.slice(at - one, at);
    });
  }
  if (kind === WORDS) {
    const places = column.slice(2) as number[];
    const words = unpackColumn(first as Json[], Math.max(...places) + 1);
    return places.map((place) => words[place]);
  }
  if (kind === TEXTS) return unpackTexts(first as string);
  return column.slice(1).map(unpackValue);
}

function unpackValue(value: Json): unknown {
  if (Array.isArray(value)) return unpackColumn(value[1] as Json[], value[0] as number);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unpackValue(one as Json)]));
}

/** Results of queries on their way from the server to the browser: one text, which costs React far less than objects. */
export const pack = (data: unknown): string => JSON.stringify(packValue(data));
export const unpack = (text: string): unknown => unpackValue(JSON.parse(text));
