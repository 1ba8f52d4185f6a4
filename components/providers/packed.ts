/** JSON whose lists of alike objects are columns: their keys, and values that repeat, are written once. */
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Fields = Record<string, unknown>;

const PLAIN = 0;
const SAME = 1;
const OBJECTS = 2;
const LISTS = 3;
const WORDS = 4;

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

function packColumn(values: readonly unknown[]): Json {
  const [first] = values;
  const simple = typeof first !== 'object' || first === null;
  if (values.length > 1 && simple && values.every((value) => value === first))
    return [SAME, packValue(first)];
  if (values.length > 1) {
    const words = new Set(values);
    if (words.size * 2 <= values.length && values.every((value) => typeof value === 'string')) {
      const list = [...words] as string[];
      const place = new Map(list.map((word, at) => [word, at]));
      return [WORDS, list, ...values.map((value) => place.get(value as string) as number)];
    }
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

function unpackColumn([kind, ...rest]: Json[], length: number): unknown[] {
  if (kind === SAME) return Array.from({ length }, () => unpackValue(rest[0] as Json));
  if (kind === OBJECTS) {
    const [keys, ...columns] = rest as [string[], ...Json[][]];
    const values = columns.map((column) => unpackColumn(column, length));
    return Array.from({ length }, (_, row) =>
      Object.fromEntries(keys.map((key, at) => [key, values[at]?.[row]])),
    );
  }
  if (kind === LISTS) {
    const [lengths, column] = rest as [number[], Json[]];
    const all = unpackColumn(
      column,
      lengths.reduce((sum, one) => sum + one, 0),
    );
    return lengths.map((one) => all.splice(0, one));
  }
  if (kind === WORDS) {
    const [words, ...places] = rest as [string[], ...number[]];
    return places.map((place) => words[place]);
  }
  return rest.map(unpackValue);
}

function unpackValue(value: Json): unknown {
  if (Array.isArray(value)) return unpackColumn(value[1] as Json[], value[0] as number);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unpackValue(one as Json)]));
}

/** Results of queries on their way from the server to the browser: one text, which costs React far less than objects. */
export const pack = (data: unknown): string => JSON.stringify(packValue(data));
export const unpack = (text: string): unknown => unpackValue(JSON.parse(text));
