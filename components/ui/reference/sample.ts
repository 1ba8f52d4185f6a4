import { type Document, nameOf, type Operation, resolved, type Schema } from './document';

/** Values of formats; the id is one of the document's own examples. */
const FORMATS: Readonly<Record<string, string>> = {
  uuid: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
  date: '2026-01-02',
  'date-time': '2026-01-02T15:04:05.000Z',
  email: 'sam@example.com',
  binary: 'file',
};

/** Builds an example of a schema: its own, or one made of its parts. A part that contains itself is null there. */
export function sampleOf(document: Document, schema: Schema, within: readonly string[] = []): unknown {
  const name = nameOf(schema);
  if (name && within.includes(name)) return null;
  const path = name ? [...within, name] : within;
  const own = resolved<Schema>(document, schema);
  const given = [...(own.examples ?? []), own.const, own.default, own.enum?.[0]].find(
    (one) => one !== undefined,
  );
  if (given !== undefined) return given;
  const alternative = own.anyOf?.[0] ?? own.oneOf?.[0];
  if (alternative) return sampleOf(document, alternative, path);
  const type = Array.isArray(own.type) ? own.type[0] : own.type;
  if (type === 'object') {
    const properties = Object.entries(own.properties ?? {});
    return Object.fromEntries(properties.map(([key, value]) => [key, sampleOf(document, value, path)]));
  }
  if (type === 'array') return own.items ? [sampleOf(document, own.items, path)] : [];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(own.minimum ?? 1, 1);
  if (type === 'null') return null;
  return FORMATS[own.format ?? ''] ?? 'text';
}

export type SampleRequest = {
  method: string;
  /** With `{id}` where the caller fills in a value. */
  path: string;
  /** Required parameters only. */
  query: readonly { name: string; value: string }[];
  isPublic: boolean;
  takesKey: boolean;
  json?: unknown;
  form?: readonly { name: string; value: string; isFile: boolean }[];
};

/** The example request of an operation. */
export function sampleRequest(document: Document, operation: Operation): SampleRequest {
  const { method, path, body, parameters, isPublic } = operation;
  const schema = body && resolved<Schema>(document, body.schema);
  const isForm = body?.mediaType === 'multipart/form-data';
  const fields = Object.entries(schema?.properties ?? {}).filter(([name]) =>
    schema?.required?.includes(name),
  );
  return {
    method,
    path,
    query: parameters
      .filter((one) => one.in === 'query' && one.required)
      .map((one) => ({ name: one.name, value: String(sampleOf(document, one.schema)) })),
    isPublic,
    takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    ...(body && !isForm && { json: sampleOf(document, body.schema) }),
    ...(isForm && {
      form: fields.map(([name, value]) => ({
        name,
        value: String(sampleOf(document, value)),
        isFile: value.format === 'binary',
      })),
    }),
  };
}
