type Json = Record<string, unknown>;

const MAX_INT32 = 2_147_483_647;
const PREFIX = '#/components/schemas/';

/**
 * Normalizes every schema of a document, in place, for consistent client generation: one `type` list instead of a union
 * with null, integers with their width, and no restriction on keys, which JSON implies.
 */
export function normalizeSchemas(value: unknown): void {
  visit(value, (schema) => {
    mergeNull(schema);
    delete schema.propertyNames;
    if (typeOf(schema) === 'integer' && schema.const === undefined) {
      const wide = Math.abs(schema.maximum as number) > MAX_INT32;
      schema.format = wide ? 'int64' : 'int32';
    }
  });
}

/**
 * Opens response schemas, in place (decision 97): a response may gain fields within a version, so a client must not
 * reject unknown ones. Drops `multipleOf` too: validators that divide binary fractions reject 17.49 by it.
 * @param components targets of references; a schema that responses use is opened where it is declared
 */
export function openSchemas(value: unknown, components: Json, seen = new Set<string>()): void {
  visit(value, (schema) => {
    if (schema.additionalProperties === false) delete schema.additionalProperties;
    delete schema.multipleOf;
    if (typeof schema.const === 'boolean') plainBoolean(schema);
    const name = referenceOf(schema);
    if (name === null || seen.has(name)) return;
    seen.add(name);
    openSchemas(components[name], components, seen);
  });
}

/** Replaces a constant boolean by its description: openapi-generator's Java turns it into an enum of strings. */
function plainBoolean(schema: Json): void {
  schema.description ??= `Always ${schema.const}`;
  delete schema.const;
}

/** Names a component after its operation: `orders.create` → `OrdersCreate`. */
export function pascal(name: string): string {
  return name
    .split(/[._]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

/**
 * Names the values of named enums, in place: `ORDER_STATUS_PENDING`. Go has one namespace for a package's constants,
 * and several enums contain `pending`.
 */
export function nameEnumValues(components: Json): void {
  for (const [name, schema] of Object.entries(components as Record<string, Json>)) {
    const prefix = constant(name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_'));
    const values = schema.enum as string[] | undefined;
    if (values) schema['x-enum-varnames'] = values.map((value) => `${prefix}_${constant(value) || 'ALL'}`);
  }
}

const constant = (text: string) =>
  text
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .toUpperCase();

/**
 * Removes null from optional fields, in place, for bodies in which it equals absent: a documented null always clears
 * the field.
 */
export function dropNulls(body: unknown): void {
  visit(body, ({ properties, required = [] }) => {
    for (const [name, field] of Object.entries((properties ?? {}) as Record<string, Json>)) {
      if ((required as string[]).includes(name)) continue;
      if (Array.isArray(field.type)) field.type = field.type[0];
      const [named, other] = (field.anyOf ?? []) as Json[];
      if (!named || other?.type !== 'null') continue;
      delete field.anyOf;
      Object.assign(field, named);
    }
  });
}

/** Moves a body's inline schema to the components, so that every generator uses the same name. */
export function nameSchema(media: Json | undefined, name: string, components: Json): void {
  const schema = media?.schema as Json | undefined;
  if (!media || !schema || schema.$ref !== undefined) return;
  components[name] = schema;
  media.schema = { $ref: `${PREFIX}${name}` };
}

/** Calls `see` with every object of a JSON value, outermost first. Skips examples, which are data and not schemas. */
export function visit(value: unknown, see: (schema: Json) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) see(value as Json);
  for (const [key, child] of Object.entries(value)) {
    if (key !== 'examples' && key !== 'example') visit(child, see);
  }
}

/** Merges `anyOf: [X, null]` of an inline X into X with a second type; a named X stays a reference beside null. */
function mergeNull(schema: Json): void {
  const choices = schema.anyOf as Json[] | undefined;
  const [inner, other] = choices ?? [];
  if (choices?.length !== 2 || other?.type !== 'null' || typeof inner?.type !== 'string') return;
  delete schema.anyOf;
  const { type, enum: values, ...rest } = inner;
  Object.assign(schema, { ...rest, ...schema, type: [type, 'null'] });
  if (Array.isArray(values)) schema.enum = [...values, null];
}

function typeOf(schema: Json): unknown {
  return Array.isArray(schema.type) ? schema.type[0] : schema.type;
}

function referenceOf({ $ref }: Json): string | null {
  return typeof $ref === 'string' && $ref.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : null;
}
