import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATIONS } from '../../../server/transport/rest/operations';
import { IS_FULL } from '../../setup/full';

const ID = '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b01';
/** Values at the edges of what fields take. */
const LEAVES: readonly unknown[] = [
  ...[
    ID,
    ID.toUpperCase(),
    `${ID}0`,
    '2026-01-02',
    '2026-02-30',
    '2026-01-02T09:00:00.000Z',
    '2026-01-02T09:00',
  ],
  ...[
    '',
    ' ',
    'x',
    ' x ',
    'a@example.com',
    'A@EXAMPLE.COM',
    'https://example.com/a',
    'America/Los_Angeles',
    '94601',
  ],
  ...[
    'CA',
    '492039',
    '021000021',
    'a long enough password',
    'x'.repeat(256),
    'x'.repeat(5000),
    'é',
    '\u0000',
    '*',
    '**',
    '12:00',
  ],
  ...[
    0,
    -0,
    1,
    -1,
    0.5,
    0.001,
    12.34,
    1e-7,
    100,
    101,
    2 ** 31 - 1,
    2 ** 31,
    1e15,
    Number.POSITIVE_INFINITY,
    Number.NaN,
  ],
  ...[true, false, null, undefined, {}, [], new Date(0), 1n],
];

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: readonly z.ZodType[];
  valueType?: z.ZodType;
  in?: z.ZodType;
  values?: readonly unknown[];
  entries?: Record<string, unknown>;
}

/** Whether parts of a value may be anything. */
type Noise = 'clean' | 'noisy';
const known: Record<Noise, Map<z.ZodType, fc.Arbitrary<unknown>>> = { clean: new Map(), noisy: new Map() };

function valuesOf(schema: z.ZodType, noise: Noise): fc.Arbitrary<unknown> {
  const made = known[noise].get(schema) ?? madeFor(schema, noise);
  known[noise].set(schema, made);
  return made;
}

function madeFor(schema: z.ZodType, noise: Noise): fc.Arbitrary<unknown> {
  const fitting = fittingFor(schema, noise);
  if (noise === 'clean') return fitting;
  return fc.oneof({ weight: 60, arbitrary: fitting }, fc.constantFrom(...LEAVES));
}

function fittingFor(schema: z.ZodType, noise: Noise): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Definition;
  if (def.shape) return ofShape(def.shape, noise);
  if (def.type === 'array' && def.element) return fc.array(valuesOf(def.element, noise), { maxLength: 3 });
  if (def.options) return fc.oneof(...def.options.map((option) => valuesOf(option, noise)));
  if (def.type === 'record' && def.valueType) {
    return fc.dictionary(fc.constantFrom('a', 'b', ID), valuesOf(def.valueType, noise), { maxKeys: 2 });
  }
  if (def.innerType) {
    const absent = [null, undefined].filter((value) => schema.safeParse(value).success);
    const inner = { weight: 4, arbitrary: valuesOf(def.innerType, noise) };
    return absent.length > 0 ? fc.oneof(inner, fc.constantFrom(...absent)) : inner.arbitrary;
  }
  if (def.in) return valuesOf(def.in, noise);
  const named = [...(def.values ?? []), ...Object.values(def.entries ?? {})];
  const valid = [...LEAVES, ...named].filter((value) => schema.safeParse(value).success);
  return fc.constantFrom(...(valid.length > 0 ? valid : LEAVES));
}

/** With noise, keys may be absent, and unknown ones may be among them. */
function ofShape(shape: Record<string, z.ZodType>, noise: Noise): fc.Arbitrary<unknown> {
  const fields = fc.record(
    Object.fromEntries(Object.entries(shape).map(([key, one]) => [key, valuesOf(one, noise)])),
  );
  if (noise === 'clean') return fields;
  const dropped = fc.option(fc.constantFrom(...Object.keys(shape), 'none'), { freq: 2 });
  const added = fc.constantFrom<object>({}, {}, {}, { unknown: 1 }, { toString: 1 });
  return fc.tuple(fields, dropped, added).map(([value, key, more]) => {
    const result: Record<string, unknown> = { ...value, ...more };
    if (key !== null) delete result[key];
    return result;
  });
}

const outcomeOf = (schema: z.ZodType, value: unknown) => {
  const { success, data, error } = schema.safeParse(value);
  return success ? { data, keys: JSON.stringify(data, bigints) } : { issues: error.issues };
};
const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

test('the generated parsers accept, change and reject what their schemas do', { timeout: 300_000 }, () => {
  const unseen: string[] = [];
  for (const { method, path, input, output } of OPERATIONS) {
    for (const [kind, schema] of Object.entries({ input, output })) {
      const compiled = z.compile(schema);
      let accepted = 0;
      fc.assert(
        fc.property(fc.oneof(valuesOf(schema, 'clean'), valuesOf(schema, 'noisy')), (value) => {
          const expected = outcomeOf(schema, value);
          if ('data' in expected) accepted++;
          expect(outcomeOf(compiled, value)).toEqual(expected);
        }),
        { numRuns: IS_FULL ? 500 : 8 },
      );
      const isSeen =
        accepted > 0 ||
        Array.from({ length: 100 }).some(() =>
          fc.sample(valuesOf(schema, 'clean'), 200).some((value) => schema.safeParse(value).success),
        );
      if (!isSeen) unseen.push(`${kind} of ${method} ${path}`);
    }
  }
  // The comparison would prove little about schemas that no value satisfied.
  expect(unseen).toEqual([]);
});

test('generates a parser for every output of a list', () => {
  const lists = OPERATIONS.filter(({ output }) => 'data' in ((output as z.ZodObject).shape ?? {}));
  expect(lists.length).toBeGreaterThan(20);
  for (const { output } of lists) expect(() => z.compile(output, { strict: true })).not.toThrow();
});
