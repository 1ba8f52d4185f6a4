import type { z } from 'zod';
import { type FieldError, invalidRequest } from '../../kernel/errors';
import { MAX_VALUES, SEVERAL } from '../../kernel/params';
import type { RuleCode } from '../../kernel/rules';

/** `named` is text that names an object and isn't its id; `values` are one or several, separated by commas. */
type Coercion = 'number' | 'boolean' | 'text' | 'named' | 'values';

/** Maps each key of an input to the type to read it as, looking through optional, default and similar wrappers. */
export function coercionsOf(input: z.ZodObject, pathParams: readonly string[] = []): Map<string, Coercion> {
  const isName = (key: string, schema: unknown) =>
    pathParams.includes(key) && (schema as z.ZodType).meta()?.format !== 'uuid';
  return new Map(
    Object.entries(input.shape).map(([key, schema]) => {
      const coercion = coercionOf(schema);
      return [key, coercion === 'text' && isName(key, schema) ? 'named' : coercion];
    }),
  );
}

function coercionOf(schema: unknown): Coercion {
  const { def } = (schema as z.ZodType)._zod as unknown as { def: { type: string; innerType?: unknown } };
  if (def.innerType) return coercionOf(def.innerType);
  if (def.type === 'pipe' && SEVERAL in ((schema as z.ZodType).meta() ?? {})) return 'values';
  return def.type === 'number' || def.type === 'boolean' ? def.type : 'text';
}

/**
 * Parses a raw query string strictly (decision 34): an empty parameter equals an absent one; repeated parameters and
 * broken percent-encoding are rejected. An invalid number or boolean stays text for its schema to reject.
 * @throws AppError INVALID_REQUEST
 */
export function readQuery(raw: string, coercions: ReadonlyMap<string, Coercion>): Record<string, unknown> {
  const seen = new Set<string>();
  const entries: Array<[string, unknown]> = [];
  for (const part of raw.split('&')) {
    if (part === '') continue;
    const [key, value] = decodePair(part);
    if (seen.has(key)) throw fault(key, 'repeated', 'must not be repeated');
    seen.add(key);
    const coercion = coercions.get(key) ?? 'text';
    if (value !== '')
      entries.push([key, coercion === 'values' ? valuesOf(key, value) : coerce(value, coercion)]);
    else if (!coercions.has(key)) throw fault(key, 'unknown_key', 'is not a known field');
  }
  return Object.fromEntries(entries);
}

/** One value, or each of several once. */
function valuesOf(key: string, text: string): string | string[] {
  const values = new Set(text.split(','));
  if (values.has('')) throw fault(key, 'invalid_format', 'must be values separated by commas');
  if (values.size > MAX_VALUES) throw fault(key, 'too_many_items', `must be at most ${MAX_VALUES} values`);
  const [only = '', ...others] = values;
  return others.length === 0 ? only : [only, ...others];
}

function decodePair(part: string): [string, string] {
  const at = part.indexOf('=');
  const [key, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
  try {
    return [decode(key), decode(value)];
  } catch {
    throw fault('', 'invalid_encoding', 'The query string is not valid percent-encoding.');
  }
}

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

function coerce(text: string, coercion: Coercion): unknown {
  if (coercion === 'number' && /^-?\d{1,15}(\.\d{1,6})?$/.test(text)) return Number(text);
  if (coercion === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function fault(path: string, code: RuleCode, message: string) {
  const error: FieldError = { path: path.toWellFormed().replaceAll('\0', ''), code, message };
  return invalidRequest([error]);
}
