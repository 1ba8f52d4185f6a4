/** The parts of an OpenAPI 3.1 document that the reference shows. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
};

type Media = { schema?: Schema; examples?: Record<string, { value: unknown }> };
type Content = Record<string, Media>;

export type Response = { description: string; content?: Content; 'x-csv'?: { columns: readonly string[] } };

type Reference = { $ref: string };
type Entry = {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  security?: readonly unknown[];
  parameters?: readonly (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response | Reference>;
  'x-permission'?: string;
  'x-emits'?: readonly string[];
};

export type Document = {
  tags: readonly { name: string; description?: string }[];
  paths: Record<string, Record<string, Entry>>;
  webhooks: Record<string, Record<string, Entry>>;
  components: Record<string, Record<string, unknown>>;
};

/** A line of the index. The method is EVENT for what is sent to an endpoint, whose type is the path. */
export type OperationLine = { id: string; method: string; path: string; summary: string };
export type OperationGroup = { name: string; description?: string; operations: OperationLine[] };

export type Operation = OperationLine & {
  group: string;
  description?: string;
  isPublic: boolean;
  permission?: string;
  emits: readonly string[];
  parameters: readonly Parameter[];
  body?: { required: boolean; mediaType: string; schema: Schema };
  responses: readonly (Response & { status: string })[];
};

export const EVENT = 'EVENT';

/** The id of the page about an event's payload. */
export const eventPage = (type: string) => `on_${type.replaceAll('.', '_')}`;

/** Lists every operation and event in the order of the document's tags. */
export function operationGroups(document: Document): OperationGroup[] {
  const groups = new Map<string, OperationGroup>(
    document.tags.map((tag) => [tag.name, { ...tag, operations: [] }]),
  );
  for (const { entry, method, path } of entriesOf(document)) {
    const name = entry.tags[0] ?? 'Other';
    const group = groups.get(name) ?? { name, operations: [] };
    group.operations.push({ id: entry.operationId, method, path, summary: entry.summary });
    groups.set(name, group);
  }
  return [...groups.values()].filter(({ operations }) => operations.length > 0);
}

/** Finds an operation or an event by its id; null when there is none. */
export function findOperation(document: Document, id: string): Operation | null {
  const found = entriesOf(document).find(({ entry }) => entry.operationId === id);
  if (!found) return null;
  const { entry, method, path } = found;
  const [mediaType, media] = Object.entries(entry.requestBody?.content ?? {})[0] ?? [];
  return {
    id,
    method,
    path,
    summary: entry.summary,
    description: entry.description,
    group: entry.tags[0] ?? 'Other',
    isPublic: entry.security?.length === 0,
    permission: entry['x-permission'],
    emits: entry['x-emits'] ?? [],
    parameters: (entry.parameters ?? []).map((one) => resolved<Parameter>(document, one)),
    body:
      mediaType && media?.schema
        ? { required: entry.requestBody?.required ?? false, mediaType, schema: media.schema }
        : undefined,
    responses: Object.entries(entry.responses).map(([status, response]) => ({
      status,
      ...resolved<Response>(document, response),
    })),
  };
}

/**
 * Follows a reference to its component; what is said beside the reference is about this use of it.
 * @throws Error on a reference that leads nowhere
 */
export function resolved<Value extends object>(document: Document, value: Value | Reference): Value {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Value;
  const [kind = '', name = ''] = value.$ref.split('/').slice(-2);
  const found = document.components[kind]?.[name];
  if (!found) throw new Error(`The document has no ${value.$ref}`);
  // The generator leaves some fields undefined.
  const beside = Object.entries(value).filter(([key, one]) => key !== '$ref' && one !== undefined);
  return { ...(found as Value), ...Object.fromEntries(beside) };
}

/** The name of a referenced component: `#/components/schemas/Order` → `Order`. */
export const nameOf = (schema: Schema): string | null => schema.$ref?.split('/').at(-1) ?? null;

function entriesOf({ paths, webhooks }: Document) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, entry]) => ({ method: method.toUpperCase(), path, entry })),
  );
  const events = Object.entries(webhooks).flatMap(([type, methods]) =>
    Object.values(methods).map((entry) => ({ method: EVENT, path: type, entry })),
  );
  return [...operations, ...events];
}
