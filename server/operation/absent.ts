import type { z } from 'zod';

type Read = (value: unknown) => unknown;
interface Field {
  isOptional: boolean;
  read: Read | null;
}

/**
 * Makes a reader of inputs in which `null` equals absent (decision 81): it drops optional keys whose value is null, at
 * any depth. Null in a required field is kept for the schema to reject or accept.
 * @returns null when the schema has no optional field
 */
export function nullsAsAbsent(schema: z.ZodType): Read | null {
  const { def } = inner(schema)._zod as unknown as {
    def: { type: string; shape?: Record<string, z.ZodType>; element?: z.ZodType };
  };
  if (def.shape) return ofObject(def.shape);
  const read = def.element ? nullsAsAbsent(def.element) : null;
  return read && ((value) => (Array.isArray(value) ? value.map(read) : value));
}

function ofObject(shape: Record<string, z.ZodType>): Read | null {
  const fields = new Map<string, Field>();
  for (const [key, schema] of Object.entries(shape)) {
    const field = { isOptional: schema._zod.optin !== undefined, read: nullsAsAbsent(schema) };
    if (field.isOptional || field.read) fields.set(key, field);
  }
  if (fields.size === 0) return null;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const kept = Object.entries(value).filter(([key, one]) => one !== null || !fields.get(key)?.isOptional);
    return Object.fromEntries(kept.map(([key, one]) => [key, fields.get(key)?.read?.(one) ?? one]));
  };
}

/** The schema inside optional, nullable, default and similar wrappers. */
export function inner(schema: z.ZodType): z.ZodType {
  const { innerType } = schema._zod.def as { innerType?: z.ZodType };
  return innerType ? inner(innerType) : schema;
}
