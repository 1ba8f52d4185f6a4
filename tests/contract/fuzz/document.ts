export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  /** Values of a text that has several, separated by commas. */
  'x-values'?: readonly string[];
  /** How many at most; ids without `x-values`. */
  'x-max-values'?: number;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Response {
  $ref?: string;
  'x-reasons'?: string[];
  content?: Record<string, { schema: Schema }>;
}

export interface Entry {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
}

export interface Document {
  paths: Record<string, Record<string, Entry>>;
}

/** Follows a reference within the document. */
export function resolve<T extends { $ref?: string }>(document: Document, value: T): T {
  if (!value.$ref) return value;
  const target = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (at, key) => (at as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    );
  return resolve(document, target as T);
}
