import fc from 'fast-check';

const MARK = '\u0001raw\u0001';

/** JSON texts that break naive parsers, sent verbatim (quality figures 13 and 14). */
const TOKENS = [
  '1e400',
  '-1e400',
  '1e-400',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '1000000000',
  '1.005',
  '-1',
  '0',
  '0.1',
  '"5"',
  '""',
  '" "',
  'null',
  'true',
  '"false"',
  '[]',
  '{}',
  '[null]',
  '[[[[[[]]]]]]',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\u202e"',
  '"2026-02-30"',
  '"0000-00-00"',
  '"99999-01-01"',
  '"2026-11-21T25:00:00Z"',
  '"NaN"',
  '"not-a-uuid"',
  '"00000000-0000-0000-0000-000000000000"',
  '"\'; drop table orders; --"',
  '"%00"',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{}}}',
  `"${'x'.repeat(5_000)}"`,
  `[${Array.from({ length: 1_001 }, (_, i) => i).join(',')}]`,
];

/** Bodies that are wrong as a whole. */
export const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '5',
  '{"a":1}{"b":2}',
  '{"__proto__":{"polluted":true}}',
  '\ufeff{}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{"x":"${'y'.repeat(300_000)}"}`,
];

/** Query values, percent-encoded as a client that means harm would. */
export const QUERY_VALUES = [
  '%00',
  '%ff',
  '%ED%A0%80',
  '%',
  '2147483648',
  '1e400',
  '-1',
  '0',
  '1000000000',
  '1.5',
  '0x10',
  'null',
  'TRUE',
  '2026-02-30',
  '%27%3B--',
  '%25_%5C',
  'x'.repeat(2_000),
  '[]',
  '%F0%9F%8C%BF',
];

export const PATH_VALUES = ['x', '%00', '%2e%2e%2f', '%F0%9F%8C%BF', '1', 'null', "'", '%20'];

const token = fc.constantFrom(...TOKENS).map((text) => `${MARK}${text}${MARK}`);

/** A value with one part, anywhere in it, replaced by something nasty, or with a key too many or too few. */
export function spoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, token, fc.nat(1_000), fc.constantFrom('replace', 'add', 'drop'))
    .map(([body, bad, at, how]) => {
      const places = placesOf(body);
      const place = places[at % places.length];
      if (!place || how === 'add') return { ...(body as object), [`unknown_${at}`]: bad };
      if (how === 'drop') return without(body, place);
      return replaced(body, place, bad);
    });
}

/** JSON in which the nasty tokens stand as they are. */
export function toJson(value: unknown): string {
  const mark = JSON.stringify(MARK).slice(1, -1);
  return JSON.stringify(value).replaceAll(
    new RegExp(`"${mark}(.*?)${mark}"`.replaceAll('\\', '\\\\'), 'gs'),
    (_, text: string) => JSON.parse(`"${text}"`),
  );
}

type Place = ReadonlyArray<string | number>;

function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return at.length > 0 ? [at] : [];
  const inner = Object.entries(value).flatMap(([key, one]) =>
    placesOf(one, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return at.length > 0 ? [at, ...inner] : inner;
}

function replaced(value: unknown, [head, ...rest]: Place, by: unknown): unknown {
  if (head === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[head] = replaced(copy[head], rest, by);
  return copy;
}

function without(value: unknown, place: Place): unknown {
  const [head, ...rest] = place;
  if (head === undefined) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  if (rest.length === 0) delete copy[head];
  else copy[head] = without(copy[head], rest);
  return copy;
}
