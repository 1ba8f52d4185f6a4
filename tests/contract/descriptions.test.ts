import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../server/transport/rest/openapi';

type Json = Record<string, unknown>;
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description?: string;
}
interface Operation {
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses?: Json;
}
interface Place {
  place: string;
  operation: Operation;
}

const document = openApiDocument() as unknown as Json;
const placesOf = (group: 'paths' | 'webhooks', prefix: string): Place[] =>
  Object.entries(document[group] as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      place: `${method.toUpperCase()} ${prefix}${path}`,
      operation,
    })),
  );
const places = [...placesOf('paths', ''), ...placesOf('webhooks', 'webhooks/')];

/** What a `$ref` of the document leads to. */
function targetOf(reference: string): Json {
  return reference
    .split('/')
    .slice(1)
    .reduce<Json>((part, key) => part[key] as Json, document);
}

/** True for a schema that describes itself, or refers to one that does. */
function isDescribed(schema: Json): boolean {
  if (typeof schema.description === 'string' && schema.description !== '') return true;
  if (typeof schema.$ref === 'string') return isDescribed(targetOf(schema.$ref));
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flat() as Array<Json | undefined>;
  return choices.some((choice) => choice !== undefined && choice.type !== 'null' && isDescribed(choice));
}

/** Properties without a description below a part of the document, by their place; a component goes by its name. */
function undescribed(value: unknown, place: string, seen = new Set<string>()): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => undescribed(one, place, seen));
  const { $ref, properties, example, examples, ...rest } = value as Json;
  if (typeof $ref === 'string') {
    if (seen.has($ref)) return [];
    seen.add($ref);
    return undescribed(targetOf($ref), $ref.replace('#/components/', ''), seen);
  }
  const fields = Object.entries((properties ?? {}) as Record<string, Json>);
  return [
    ...fields.filter(([, field]) => !isDescribed(field)).map(([name]) => `${place}.${name}`),
    ...fields.flatMap(([name, field]) => undescribed(field, `${place}.${name}`, seen)),
    ...Object.values(rest).flatMap((part) => undescribed(part, place, seen)),
  ];
}

const bodies = places.flatMap(({ place, operation }) => {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (!schema) return [];
  const { examples = [] } = typeof schema.$ref === 'string' ? targetOf(schema.$ref) : schema;
  return [{ place, schema, examples: examples as unknown[] }];
});

describe('the OpenAPI document', () => {
  test('describes every operation', () => {
    expect(
      places.filter(({ operation }) => !operation.description).map(({ place }) => place),
      'operations without a description',
    ).toEqual([]);
  });

  test('describes every parameter', () => {
    const found = places.flatMap(({ place, operation }) =>
      (operation.parameters ?? [])
        .map((one) => (one.$ref ? (targetOf(one.$ref) as unknown as Parameter) : one))
        .filter(({ description }) => !description)
        .map((parameter) => `${place}: ${parameter.in} ${parameter.name}`),
    );
    expect(found, 'parameters without a description').toEqual([]);
  });

  test('describes every property of request and response bodies', () => {
    const seen = new Set<string>();
    const found = places.flatMap(({ place, operation }) =>
      undescribed([operation.requestBody, operation.responses], place, seen),
    );
    expect(found, 'properties without a description').toEqual([]);
  });

  test('has an example of every JSON request body', () => {
    expect(
      bodies.filter(({ examples }) => examples.length === 0).map(({ place }) => place),
      'request bodies without an example',
    ).toEqual([]);
  });

  test('has only examples that match their own schema', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 6 });
    addFormats(ajv);
    ajv.addSchema({ ...document, $id: 'document' });
    const found = bodies.flatMap(({ place, schema, examples }) => {
      const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
      const validate = ajv.compile(JSON.parse(text));
      return examples.flatMap((example) =>
        validate(example) ? [] : [`${place}: ${ajv.errorsText(validate.errors)}`],
      );
    });
    expect(found, 'examples that their schema rejects').toEqual([]);
  });
});

test('finds a property without a description, also behind a list', () => {
  const schema = {
    properties: { rows: { description: 'Rows', items: { properties: { a: {}, b: { description: 'B' } } } } },
  };
  expect(undescribed(schema, 'X')).toEqual(['X.rows.a']);
});
