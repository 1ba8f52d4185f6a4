import fc from 'fast-check';
import { type Document, resolve, type Schema } from './document';

const TEXTS = ['Blue Dream', 'x', 'Zkittlez 3.5g', 'Ünïcödé 漢字 🌿', "O'Brien; --", '=1+1', '<b>', 'a%_\\b'];
const DATES = ['2026-11-21', '2024-02-29', '2030-01-01', '1999-12-31'];

/**
 * Values that a schema of the document allows.
 * @param ids uuids that mean something: they are what makes a request reach further than its validation
 */
export function valid(document: Document, schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const of = (inner: Schema) => valid(document, inner, ids);
  const known = resolve(document, schema);
  if (known.const !== undefined) return fc.constant(known.const);
  if (known.enum) return fc.constantFrom(...known.enum);
  const choices = known.anyOf ?? known.oneOf;
  if (choices) return fc.oneof(...choices.map(of));
  if (known.allOf) return fc.tuple(...known.allOf.map(of)).map((parts) => Object.assign({}, ...parts));
  switch (Array.isArray(known.type) ? known.type[0] : known.type) {
    case 'string':
      return strings(known, ids);
    case 'integer':
      return integers(known);
    case 'number':
      return numbers(known);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 3 } = known;
      return fc.array(of(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) });
    }
    case 'object': {
      const { properties = {}, required = [] } = known;
      const fields = Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, of(one)]));
      return fc.record(fields, { requiredKeys: required });
    }
    default:
      return fc.constantFrom<unknown>('x', 1, true, null);
  }
}

function strings(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { format, minLength = 0, maxLength = 40 } = schema;
  if (format === 'uuid')
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() });
  const { 'x-values': values, 'x-max-values': most } = schema;
  if (values || most) {
    const one = values ? fc.constantFrom(...values) : fc.oneof(fc.constantFrom(...ids), fc.uuid());
    return fc.array(one, { minLength: 1, maxLength: 3 }).map((some) => some.join(','));
  }
  if (format === 'date') return fc.constantFrom(...DATES);
  if (format === 'date-time') return fc.constantFrom(...DATES.map((date) => `${date}T10:00:00.000Z`));
  if (format === 'email') return fc.constantFrom('someone@fuzz.test', 'nobody@fuzz.test', 'UPPER@FUZZ.TEST');
  if (format === 'uri')
    return fc.constantFrom('https://images.example/a.png', 'https://images.example/b.jpg');
  return fc.oneof(
    fc.constantFrom(...TEXTS).map((text) => text.slice(0, maxLength).padEnd(minLength, 'x')),
    fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20) }),
    fc
      .string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 5) })
      .filter((text) => text.length <= maxLength),
  );
}

function integers({ minimum = -1_000, maximum = 1_000 }: Schema): fc.Arbitrary<unknown> {
  const [min, max] = [Math.max(minimum, -(2 ** 31)), Math.min(maximum, 2 ** 31 - 1)];
  const small = fc.integer({ min, max: Math.min(max, min + 20) });
  return fc.oneof({ weight: 4, arbitrary: small }, { weight: 1, arbitrary: fc.constantFrom(min, max) });
}

function numbers({ minimum = 0, maximum = 1_000 }: Schema): fc.Arbitrary<unknown> {
  const cents = fc.integer({ min: Math.ceil(minimum * 100), max: Math.floor(Math.min(maximum, 1e7) * 100) });
  return cents.map((value) => value / 100);
}
