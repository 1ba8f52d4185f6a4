import { expect, test } from 'vitest';
import { z } from 'zod';
import { nullsAsAbsent } from '../../server/operation/absent';
import { OPERATIONS } from '../../server/transport/rest/operations';

type Shape = Record<string, z.ZodType>;

/** The fields of a schema, inside optional and default wrappers. */
function shapeOf(schema: z.ZodType): Shape {
  const { shape, innerType, element } = schema._zod.def as unknown as {
    shape?: Shape;
    innerType?: z.ZodType;
    element?: z.ZodType;
  };
  const inner = innerType ?? element;
  return shape ?? (inner ? shapeOf(inner) : {});
}

/** Optional fields for which null isn't read as absent, at any depth. */
const kept = (schema: z.ZodType, path: string): string[] =>
  Object.entries(shapeOf(schema)).flatMap(([key, field]) => {
    const read = nullsAsAbsent(z.object({ [key]: field }));
    const isKept = field.safeParse(undefined).success && holds(read, key);
    return [...(isKept ? [`${path}.${key}`] : []), ...kept(field, `${path}.${key}`)];
  });
const holds = (read: ReturnType<typeof nullsAsAbsent>, key: string) =>
  !read || Object.hasOwn(read({ [key]: null }) as object, key);

test('reads null as absent in every field with or without a default that may be absent', () => {
  const actions = OPERATIONS.filter(({ nulls }) => nulls === 'absent');
  expect(actions.length).toBeGreaterThan(50);
  expect(actions.flatMap(({ name, input }) => kept(input, name))).toEqual([]);
});

test('keeps null in a required field, for the schema to accept or reject', () => {
  const schema = z.object({ a: z.string(), b: z.int().default(2), c: z.string().nullish() });
  expect(nullsAsAbsent(schema)?.({ a: null, b: null, c: null })).toEqual({ a: null });
});
