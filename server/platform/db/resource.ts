import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Built, exampleOf, type Field, type Fields, json, type ShapeOf, shapeOf } from './fields';
import { jsonObject, optional } from './json-text';
import { allOf } from './listing';

/** What a resource publishes, beside its table (decision 260). `V` is who looks, where that decides what a row has. */
export interface Resource<F extends Fields = Fields, V = unknown> {
  schema: z.ZodObject<ShapeOf<F>>;
  fields: F;
  /** SQL: its table and the alias that its fields use. */
  from: SQL;
  table: string;
  alias: string;
  /** SQL: what its text reads beside the row. */
  joins(viewer: V): SQL;
  /** SQL: a row as JSON text in the order of the schema. */
  text: SQL;
  /** SQL: whether constraints prove all of the text. */
  proven: SQL;
}

export type ViewOf<R extends Resource<Fields, never>> = z.output<R['schema']>;

/** A row that PostgreSQL writes as JSON; without text where a value is null that the schema says isn't. */
export interface TextRow {
  text: string | null;
  proven: boolean;
}

/**
 * Declares a resource: its fields in their order, each once. Its schema, its rows' type, their JSON text and their CSV columns
 * follow from them.
 * @param table an alias of its table, such as `alias(orders, 'o')`
 * @param joins what fields read of other tables: joins that change no row
 * @param meta of the schema in the OpenAPI document; without `examples` it has one of its fields'
 */
export function resource<F extends Fields, V = unknown>(
  table: AnyPgTable,
  fields: F,
  {
    joins,
    ...meta
  }: Pick<z.GlobalMeta, 'id' | 'description' | 'examples'> & {
    joins?: SQL | ((viewer: V) => SQL);
  } = {},
): Resource<F, V> {
  const built = Object.entries(fields).map(([name, one]): [string, Built] => [name, one.build(name)]);
  const alias = getTableName(table);
  const name = nameOf(table);
  const own = sql.join(
    built.flatMap(([, { join }]) => join ?? []),
    sql` `,
  );
  const given = joins ?? sql``;
  const constant = typeof given === 'function' ? null : sql`${given} ${own}`;
  const proofs = built.flatMap(([, { proven }]) => proven ?? []);
  return {
    schema: z
      .object(shapeOf(fields))
      .meta({ ...meta, examples: 'examples' in meta ? meta.examples : [exampleOf(fields)] }),
    fields,
    from: sql.raw(`${name} ${alias}`),
    table: name,
    alias,
    joins: (viewer) => constant ?? sql`${(given as (viewer: V) => SQL)(viewer)} ${own}`,
    text: jsonObject(Object.fromEntries(built.map(([key, { json }]) => [key, json]))),
    proven: proofs.length > 0 ? sql`(${allOf(proofs)})` : PROVEN,
  };
}

const PROVEN = sql`true`;

/** The fields of a resource but these: a PATCH takes them only as they are (decision 34). */
export const readOnlyOf = <F extends Fields, W extends keyof F & string>(
  { fields }: Resource<F, never>,
  ...writable: W[]
) =>
  Object.keys(fields).filter((name) => !writable.includes(name as W)) as Array<Exclude<keyof F & string, W>>;

/** The table that an alias stands for. */
const nameOf = (table: AnyPgTable) => Reflect.get(table, Symbol.for('drizzle:OriginalName')) as string;

/**
 * The rows of another resource that belong to one, as an array.
 * @param rows SQL: which rows, in which order, where they come from beside the resource's own table, and when there are any at all;
 *   `sum` adds up a whole number of each, which other fields read as `NAME_rows.sum`: null without rows
 */
export function many<F extends Fields>(
  of: Resource<F>,
  { from = of.from, where, order, when, sum }: { from?: SQL; where: SQL; order: SQL; when?: SQL; sum?: SQL },
  description: string,
  example: unknown[] = [shallow(exampleOf(of.fields))],
): Field<z.ZodArray<z.ZodObject<ShapeOf<F>>>> {
  const texts = sql`string_agg(one.text, ',')`;
  const proven = sql`bool_and(one.proven)`;
  // `offset 0` keeps the order for what adds up the rows, and has each text built once.
  const rows = sql`from (select ${of.text} as text, ${of.proven} as proven${sum ? sql`, ${sum} as added` : sql``} from ${from} ${of.joins(undefined)}
          where ${where} order by ${order} offset 0) one`;
  // Where there are seldom any, adding up none for each row is a tenth of an order's text.
  const all = when
    ? sql`r.parts[1] as texts, r.parts[2]::boolean as proven${sum ? sql`, r.parts[3]::int as sum` : sql``}
          from (select case when ${when} then (select array[${texts}, ${proven}::text${sum ? sql`, sum(one.added)::text` : sql``}] ${rows}) end as parts offset 0) r`
    : sql`${texts} as texts, ${proven} as proven${sum ? sql`, sum(one.added) as sum` : sql``} ${rows}`;
  return {
    schema: z.array(of.schema).meta({ description }),
    example,
    build: (name) => ({
      json: { parts: ['[', sql.raw(`${name}_rows.texts`), ']'] },
      proven: sql`coalesce(${sql.raw(`${name}_rows.proven`)}, true)`,
      join: sql`cross join lateral (select ${all}) ${sql.raw(`${name}_rows`)}`,
    }),
  };
}

/** An example within another: lists in it are empty. */
const shallow = (example: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
  );

/**
 * A row of another resource that belongs to one, or null.
 * @param row SQL: which row, where it comes from beside the resource's own table, and when there is one at all
 */
export function one<F extends Fields>(
  of: Resource<F>,
  { from = of.from, where, when }: { from?: SQL; where: SQL; when?: SQL },
  description: string,
  example: z.output<z.ZodObject<ShapeOf<F>>> | null = null,
): Field<z.ZodNullable<z.ZodObject<ShapeOf<F>>>> {
  const schema = of.schema.nullable().meta({ description });
  const row = sql`from ${from} ${of.joins(undefined)} where ${where}`;
  if (of.proven === PROVEN) {
    const text = sql`(select ${of.text} ${row})`;
    return json(when ? sql`case when ${when} then ${text} end` : text, schema, example);
  }
  return {
    schema,
    example,
    build: (name) => ({
      json: optional(sql.raw(`${name}_row.text`)),
      proven: sql`coalesce(${sql.raw(`${name}_row.proven`)}, true)`,
      join: sql`left join lateral (select ${of.text} as text, ${of.proven} as proven ${row}) ${sql.raw(`${name}_row`)}
        on ${when ?? PROVEN}`,
    }),
  };
}

/** @throws Error for a row that its schema doesn't take */
export function viewOf<T>({ text }: Pick<TextRow, 'text'>): T {
  if (text === null) throw new Error('A row has no text: a value is null that its schema says is not');
  return JSON.parse(text) as T;
}
