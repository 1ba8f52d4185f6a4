import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { LINE_CODES } from '../../server/features/imports/lines/codes';
import { ImportLine } from '../../server/features/imports/schema';
import { fieldErrors } from '../../server/kernel/field-errors';
import { isRule, RULES, rule } from '../../server/kernel/rules';
import { openApiDocument } from '../../server/transport/rest/openapi';
import { OPERATIONS } from '../../server/transport/rest/operations';

interface Def {
  type?: string;
  check?: string;
  params?: { code?: unknown };
  checks?: Array<{ _zod: { def: Def } }>;
  [part: string]: unknown;
}

/** Every refinement below a schema that has no published code, by its path. */
function unnamed(schema: z.ZodType, path: string, seen = new Set<unknown>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const def = schema._zod.def as unknown as Def;
  const own = (def.checks ?? [])
    .map((check) => check._zod.def)
    .filter((check) => check.check === 'custom' && !isRule(check.params?.code))
    .map(() => path);
  const inner = Object.values(def).flatMap((part) => (Array.isArray(part) ? part : [part]));
  const children = inner.filter((part) => part instanceof z.ZodType).map((part) => unnamed(part, path, seen));
  const fields = Object.entries((def.shape ?? {}) as Record<string, z.ZodType>);
  return [
    ...own,
    ...children.flat(),
    ...fields.flatMap(([key, one]) => unnamed(one, `${path}.${key}`, seen)),
  ];
}

test('publishes a code for every rule of every input', () => {
  const found = OPERATIONS.flatMap(({ name, input }) => unnamed(input, name));
  expect(found, "give each refinement a code: .refine(isX, rule('invalid_format', 'must be an X'))").toEqual(
    [],
  );
});

test('finds a refinement without a code', () => {
  const schema = z.object({ a: z.array(z.string().refine(Boolean, 'no code')).optional() });
  expect(unnamed(schema, 'x')).toEqual(['x.a']);
});

/** Every number below a schema, by its path. */
function numbers(schema: z.ZodType, path: string, seen = new Set<unknown>()): [string, z.ZodNumber][] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  if (schema instanceof z.ZodNumber) return [[path, schema]];
  const def = schema._zod.def as unknown as Def;
  const inner = Object.values(def).flatMap((part) => (Array.isArray(part) ? part : [part]));
  const fields = Object.entries((def.shape ?? {}) as Record<string, z.ZodType>);
  return [
    ...inner.filter((part) => part instanceof z.ZodType).flatMap((part) => numbers(part, path, seen)),
    ...fields.flatMap(([key, one]) => numbers(one, `${path}.${key}`, seen)),
  ];
}

test('names the bound that a number is beyond, not its type', () => {
  const found = OPERATIONS.flatMap(({ name, input }) => numbers(input, name));
  expect(found.length).toBeGreaterThan(50);
  const messageOf = (schema: z.ZodType, value: unknown) =>
    fieldErrors(schema.safeParse(value).error?.issues ?? [], value)[0]?.message;
  const wrong = found.filter(([, number]) => {
    const beyond = [number.minValue ?? Number.NaN, number.maxValue ?? Number.NaN].map((bound, i) =>
      messageOf(number, i === 0 ? bound - 1 : bound + 1),
    );
    return beyond.includes(messageOf(number, 0.5));
  });
  expect(wrong.map(([path]) => path)).toEqual([]);
});

const codesOf = (schema: z.ZodType, input: unknown) =>
  fieldErrors(schema.safeParse(input).error?.issues ?? [], input).map(({ path, code }) => `${path} ${code}`);

test.each<[string, z.ZodType, unknown, string[]]>([
  ['a missing field', z.object({ a: z.string() }), {}, ['a required']],
  ['null', z.object({ a: z.string() }), { a: null }, ['a wrong_type']],
  ['text for a number', z.object({ a: z.number() }), { a: '1' }, ['a wrong_type']],
  ['a fraction', z.object({ a: z.int().max(3) }), { a: 1.5 }, ['a not_an_integer']],
  ['a large fraction, once', z.object({ a: z.int().max(3) }), { a: 4.5 }, ['a not_an_integer']],
  ['a large number', z.object({ a: z.number().max(3) }), { a: 4 }, ['a value_too_large']],
  ['a small number', z.object({ a: z.number().min(3) }), { a: 1 }, ['a value_too_small']],
  ['a long text', z.object({ a: z.string().max(1) }), { a: 'xx' }, ['a too_long']],
  ['a short text, once', z.object({ a: z.string().min(2).regex(/z/) }), { a: '' }, ['a too_short']],
  ['a long list', z.object({ a: z.array(z.string()).max(1) }), { a: ['', ''] }, ['a too_many_items']],
  ['a short list', z.object({ a: z.array(z.string()).min(1) }), { a: [] }, ['a too_few_items']],
  ['decimals', z.object({ a: z.number().multipleOf(0.01) }), { a: 0.001 }, ['a too_many_decimals']],
  ['an unknown value', z.object({ a: z.enum(['x']) }), { a: 'y' }, ['a unknown_value']],
  ['an unknown key', z.strictObject({}), { a: 1 }, ['a unknown_key']],
  ['a wrong form', z.object({ a: z.array(z.email()) }), { a: ['x'] }, ['a[0] invalid_format']],
  [
    'a refinement',
    z.object({ a: z.string().refine(() => false, rule('date_in_past', 'x')) }),
    { a: '' },
    ['a date_in_past'],
  ],
])('reports %s by its code, one error for one fault', (_, schema, input, codes) => {
  expect(codesOf(schema, input)).toEqual(codes);
});

test('docs/integrators.md lists the codes', async () => {
  const guide = await readFile('docs/integrators.md', 'utf8');
  for (const [code, meaning] of Object.entries(RULES))
    expect(guide).toContain(`| \`${code}\` | ${meaning} |`);
});

test('the error codes of import lines are a closed list, each published with its meaning', () => {
  const schemas = openApiDocument().components?.schemas as Record<
    string,
    { enum: string[]; description: string }
  >;
  const { enum: codes, description } = schemas.ImportErrorCode as { enum: string[]; description: string };
  expect(codes).toEqual([...LINE_CODES]);
  expect(description.split('\n').slice(2)).toEqual(LINE_CODES.map((code) => `- \`${code}\`: ${RULES[code]}`));
  const { code } = ImportLine.shape.errors.element.shape;
  expect([...LINE_CODES, 'another_code'].filter((one) => !code.safeParse(one).success)).toEqual([
    'another_code',
  ]);
});

test('has a sentence in the document for every code', () => {
  for (const text of Object.values(RULES)) expect(text).toMatch(/^[A-Z].{5,}[^.]$/);
});
