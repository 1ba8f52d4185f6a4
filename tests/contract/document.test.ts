import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../server/transport/rest/operations';
import { IS_SHORT } from '../setup/full';
import { openStage } from '../setup/stage';

interface Entry {
  operationId: string;
  summary: string;
  tags: string[];
  security?: object[];
  parameters?: Array<{ $ref?: string; name?: string; in?: string }>;
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Entry>>;
  components: Record<string, Record<string, unknown>>;
}

const stage = await openStage();
const { body: document } = await stage.anybody.get<Document>('/api/openapi.json');
const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, entry]) => ({ method: method.toUpperCase(), path, entry })),
);

/** Addresses that only look ambiguous: no client is in doubt, since a uuid is never the word `counts`, `sync`, `transfers` or `prices`. */
const LOOK_ALIKE = ['counts/{id}', 'sync/{id}', 'transfers/{id}', 'prices/{variant_id}'].map(
  (rest) => `/api/v1/inventory/${rest}`,
);
/** A uuid is never `by` or `deliveries` either. */
const FIXED = ['/by/{system}/{value}`', '/api/v1/webhooks/deliveries/{id}`'];
const isKnown = (message: string) =>
  FIXED.some((path) => message.includes(path)) ||
  (message.includes('/api/v1/inventory/{id}/movements') && LOOK_ALIKE.some((path) => message.includes(path)));

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** Paths of the objects within a request's schema that would take unknown fields. */
function openObjects(schema: Schema, at: string, seen: readonly string[] = []): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    if (seen.includes(name)) return [];
    return openObjects(document.components.schemas?.[name] as Schema, `${at}:${name}`, [...seen, name]);
  }
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const isObject = [schema.type].flat().includes('object') || schema.properties !== undefined;
  const { additionalProperties: rest, unevaluatedProperties: others } = schema;
  return [
    ...(isObject &&
    alternatives.length === 0 &&
    others !== false &&
    rest !== false &&
    typeof rest !== 'object'
      ? [at]
      : []),
    ...alternatives.flatMap((one, i) => openObjects(one, `${at}|${i}`, seen)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) =>
      openObjects(one, `${at}.${key}`, seen),
    ),
    ...(schema.items ? openObjects(schema.items, `${at}[]`, seen) : []),
    ...(typeof rest === 'object' ? openObjects(rest, `${at}.*`, seen) : []),
  ];
}

describe('/api/openapi.json', () => {
  test.skipIf(IS_SHORT)("passes Redocly's recommended rules", async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: 'openapi.json',
      config,
    });
    const told = problems
      .filter(({ message }) => !isKnown(message))
      .map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
    expect(told).toEqual([]);
  });

  test('is OpenAPI 3.1 and has exactly the declared operations', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(entries.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });

  test('closes every request body, alternatives and forms included', () => {
    const media = entries.flatMap(({ method, path, entry }) =>
      Object.entries(entry.requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
        if (type === 'text/csv') return [];
        expect(schema?.$ref, path).toBeDefined();
        return { at: `${method} ${path} {${type}}`, schema: schema ?? {} };
      }),
    );
    expect(media.length).toBeGreaterThan(70);
    const multipart = media.filter(({ at }) => at.endsWith('{multipart/form-data}'));
    expect(multipart).toHaveLength(OPERATIONS.filter(({ body }) => body !== 'json').length);
    expect(media.flatMap(({ at, schema }) => openObjects(schema, at))).toEqual([]);
  });

  test('documents text/csv for each list that takes `format`, and for nothing else', () => {
    const takingFormat = entries.filter(({ entry }) =>
      entry.parameters?.some(({ $ref }) => $ref?.endsWith('/Format')),
    );
    expect(takingFormat.length).toBeGreaterThanOrEqual(44);
    const documented = entries.filter(({ entry }) => entry.responses['200']?.content?.['text/csv']);
    // A file of the books is CSV or IIF, and no list.
    const isFile = ({ path }: { path: string }) => path === '/api/v1/accounting/exports/{id}/files/{n}';
    expect(documented.filter(isFile)).toHaveLength(1);
    const withCsv = documented.filter((one) => !isFile(one));
    expect(withCsv).toEqual(takingFormat);
    for (const { entry } of withCsv)
      expect(Object.keys(entry.responses['200']?.content ?? {})).toEqual(['application/json', 'text/csv']);
  });

  test('has no constant boolean, of which a generator for Java makes a text', () => {
    expect(JSON.stringify(document)).not.toMatch(/"(const|enum)":\[?(true|false)/);
  });

  test("names no schema as one of Java's annotations, which its class would hide in generated clients", () => {
    const annotations = ['Override', 'Deprecated', 'FunctionalInterface', 'SafeVarargs', 'SuppressWarnings'];
    expect(annotations.filter((name) => name in (document.components.schemas ?? {}))).toEqual([]);
  });

  test('names no inline list of values as a value, as generators of Go name both', () => {
    const camel = (name: string) =>
      name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first) => first.toUpperCase());
    const values = new Set(
      [...JSON.stringify(document).matchAll(/"enum":\[([^\]]*)\]/g)].flatMap(([, list]) =>
        [...(list ?? '').matchAll(/"([^"]+)"/g)].map(([, value]) => camel(value ?? '')),
      ),
    );
    const schemas = document.components.schemas as Record<
      string,
      { properties?: Record<string, { enum?: unknown }> }
    >;
    const derived = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.keys(properties).flatMap((key) => (properties[key]?.enum ? [name + camel(key)] : [])),
    );
    expect(derived.length).toBeGreaterThan(3);
    expect(derived.filter((name) => values.has(name) || name in schemas)).toEqual([]);
  });

  test('resolves every reference and has no unused component', () => {
    const text = JSON.stringify(document);
    const targets = new Set(
      [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
    );
    const { securitySchemes, ...components } = document.components;
    const present = Object.entries(components).flatMap(([kind, ones]) =>
      Object.keys(ones).map((name) => `${kind}/${name}`),
    );
    expect([...targets].sort()).toEqual(present.sort());
    expect(Object.keys(securitySchemes ?? {})).toEqual(['bearer']);
  });

  test.each(OPERATIONS.map(({ method, path, access, name }) => ({ method, path, access, name })))(
    'declares security, parameters and the bearer: $method $path',
    ({ method, path, access, name }) => {
      const entry = document.paths[path]?.[method.toLowerCase()];
      expect(entry?.operationId).toBe(name.replaceAll('.', '_'));
      expect(entry?.security).toEqual(access === 'public' ? [] : [{ bearer: [] }]);
      const inPath = (entry?.parameters ?? []).filter((one) => one.in === 'path').map((one) => one.name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param));
      const keyed = (entry?.parameters ?? []).some((one) => one.$ref?.endsWith('/IdempotencyKey'));
      expect(keyed).toBe(method !== 'GET' && path.startsWith('/api/v1/'));
      if (method === 'GET') expect(entry?.requestBody).toBeUndefined();
    },
  );
});
