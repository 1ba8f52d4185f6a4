import { z } from 'zod';
import { visit } from './openapi-schemas';

type Json = Record<string, unknown>;
interface Parameter {
  name?: string;
  in?: string;
  description?: string;
  schema?: Json;
}

/**
 * Describes, in place, fields and parameters with the same meaning everywhere: ids in paths, ids of other objects,
 * timestamps.
 */
export function describeByName(document: { paths?: unknown }): void {
  const paths = (document.paths ?? {}) as Record<string, Record<string, { parameters?: Parameter[] }>>;
  for (const [path, methods] of Object.entries(paths)) {
    for (const { parameters = [] } of Object.values(methods)) {
      for (const parameter of parameters) {
        const { name = '', schema = {} } = parameter;
        parameter.description ??= schema.description as string | undefined;
        if (parameter.in === 'path') parameter.description ??= inPath(name, path);
        // Kept on the parameter only: documentation shows both together.
        if (parameter.description === schema.description) delete schema.description;
      }
    }
  }
  visit(document, ({ properties }) => {
    for (const [name, field] of Object.entries((properties ?? {}) as Record<string, Json>)) {
      const description = field.$ref === undefined && field.anyOf === undefined ? fieldOf(name) : null;
      if (description !== null) field.description ??= description;
    }
  });
}

/**
 * Describes, in place, the query parameters of an operation by its input; the generator drops descriptions of optional
 * fields.
 */
export function describeParameters(parameters: Parameter[], { shape }: z.ZodObject): void {
  for (const parameter of parameters) {
    const field = shape[parameter.name ?? ''];
    if (field instanceof z.ZodType) parameter.description ??= descriptionOf(field);
  }
}

function descriptionOf(schema: z.ZodType): string | undefined {
  const { description } = schema;
  if (description !== undefined) return description;
  if (!(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)) return undefined;
  const inner = schema.unwrap();
  return inner instanceof z.ZodType ? descriptionOf(inner) : undefined;
}

const FIELDS: Record<string, string> = {
  id: 'Unique id',
  created_at: 'When it was created',
  updated_at: 'When it last changed',
};

function fieldOf(name: string): string | null {
  if (name.endsWith('_id')) return `Id of the ${nounOf(name.slice(0, -'_id'.length))}`;
  return FIELDS[name] ?? null;
}

/** Describes a path parameter: `/api/v1/orders/{id}` → "Id of the order", `…/items/{item_id}` → "Id of the item". */
function inPath(name: string, path: string): string {
  const collection = path.split(`/{${name}}`)[0]?.split('/').at(-1) ?? '';
  const noun = name === 'id' ? collection.replace(/ies$/, 'y').replace(/s$/, '') : name.replace(/_id$/, '');
  return `Id of the ${nounOf(noun)}`;
}

/** Nouns that differ from the names in paths and fields. */
const NOUNS: Record<string, string> = {
  'api-key': 'API key',
  coa: 'certificate',
  entity: 'business',
  inventory: 'inventory item',
  sync: 'sync run',
  webhook: 'webhook endpoint',
};
const nounOf = (word: string) => NOUNS[word] ?? word.replaceAll('_', ' ');
