import type { z } from 'zod';
import { type FieldError, invalidRequest } from '../../kernel/errors';
import type { RuleCode } from '../../kernel/rules';

/** `named` is text that names an object and isn't its id. */
type Coercion = 'number' | 'boolean' | 'text' | 'named';

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
    if (value !== '') entries.push([key, coerce(value, coercions.get(key) ?? 'text')]);
    else if (!coercions.has(key)) throw fault(key, 'unknown_key', 'is not a known field');
  }
  return Object.fromEntries(entries);
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
