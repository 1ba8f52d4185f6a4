import { type Column, getTableName, is, SQL, sql, Column as TableColumn } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import {
  Amount,
  Balance,
  CalendarDate,
  Count,
  Delta,
  Id,
  Percentage,
  Person,
  Price,
  Timestamp,
  Total,
} from '../../kernel/params';
import { escaped, type JsonValue, jsonObject, optional, plain, strict, timeText, word } from './json-text';
import { allOf } from './listing';

/** A published field: the schema of its value, and how PostgreSQL writes it (decision 260). */
export interface Field<S extends z.ZodType = z.ZodType> {
  schema: S;
  /** Its value in the example of the document. */
  example: unknown;
  /** @param name of the field, which its join may be called by */
  build(name: string): Built;
}

export interface Built {
  json: JsonValue;
  /** True where the schema certainly takes the value; absent where types and constraints of columns prove that it always does. */
  proven?: SQL;
  /** What it reads beside the row, once. */
  join?: SQL;
}

export type Fields = Record<string, Field>;
export type ShapeOf<F extends Fields> = { [K in keyof F]: F[K]['schema'] };

/** A column, of a table's alias, or SQL, which isn't null. */
export type Value = AnyPgColumn | SQL;
type OrNull<S extends z.ZodType, V> = V extends { _: { notNull: false } } ? z.ZodNullable<S> : S;

/** SQL: a value, by the alias of its table. */
export const sqlOf = (value: Column | SQL): SQL =>
  is(value, TableColumn) ? sql.raw(`${getTableName(value.table)}.${value.name}`) : value;

/** How a kind of value is written. */
interface Writing {
  write(value: SQL): JsonValue;
  /** The same where it may be null. */
  writeOrNull(value: SQL): JsonValue;
  /** Absent where any value of the column's type will do. */
  proves?(value: SQL): SQL;
}

function field(
  value: Column | SQL,
  schema: z.ZodType,
  isNullable: boolean,
  writing: Writing,
  example: unknown,
): Field {
  const given = sqlOf(value);
  const json = isNullable ? writing.writeOrNull(given) : writing.write(given);
  const proven = writing.proves && { proven: writing.proves(given) };
  return { schema, example, build: () => ({ json, ...proven }) };
}

/**
 * Declares a kind of field: called with a column it is nullable where the column is, and `orNull` takes nullable SQL. An example
 * without a value of its own has `usual`, or null.
 */
function kind<S extends z.ZodType>(schema: S, writing: Writing, usual: z.output<S>) {
  const described = (one: z.ZodType, description?: string) =>
    description === undefined ? one : one.meta({ description });
  const of = <V extends Value>(
    value: V,
    description?: string,
    example?: z.output<S>,
  ): Field<OrNull<S, V>> => {
    const isNullable = !(value instanceof SQL) && !value.notNull;
    const given = described(isNullable ? schema.nullable() : schema, description);
    return field(value, given, isNullable, writing, example ?? (isNullable ? null : usual)) as Field<
      OrNull<S, V>
    >;
  };
  const orNull = (value: SQL, description?: string, example: z.output<S> | null = null) =>
    field(value, described(schema.nullable(), description), true, writing, example) as Field<
      z.ZodNullable<S>
    >;
  return Object.assign(of, { orNull });
}

const asJson = (value: SQL) => optional(sql`to_json(${value})`);
/** What has no characters to escape costs a third of `to_json`, which looks its type up for each row. */
const inQuotes = (value: SQL) => optional(sql`'"' || ${value} || '"'`);
const NUMBER: Writing = { write: plain, writeOrNull: optional };
const WORD: Writing = { write: word, writeOrNull: inQuotes };
const inDollars = (value: SQL) => sql`${value}::float8 / 100`;
const CENTS: Writing = {
  write: (value) => plain(inDollars(value)),
  writeOrNull: (value) => optional(inDollars(value)),
};
const FLAG: Writing = { write: (value) => plain(sql`(${value})::text`), writeOrNull: optional };
/** A number that isn't whole; numeric columns also take what no number of JSON is. */
const DECIMAL: Writing = {
  write: (value) => plain(sql`${value}::float8`),
  writeOrNull: (value) => optional(sql`${value}::float8`),
  proves: (value) => sql`coalesce(${value} <> 'nan', true)`,
};
/** A column of days also takes those that no calendar has. */
const DAY: Writing = {
  write: word,
  writeOrNull: inQuotes,
  proves: (value) => sql`coalesce(${value}, '2000-01-01') between '0001-01-01' and '9999-12-31'`,
};
const TIME: Writing = {
  write: (value) => strict(timeText(value)),
  writeOrNull: (value) => optional(timeText(value)),
};

/** An id of examples: the same object has the same in all of them. */
export const exampleId = (ending: string) => `0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b${ending}`;

export const id = kind(Id, WORD, exampleId('01'));
export const text = kind(z.string(), { write: escaped, writeOrNull: asJson }, 'Text');
export const count = kind(Count, NUMBER, 0);
export const delta = kind(Delta, NUMBER, 0);
export const amount = kind(Amount, NUMBER, 2);
/** Dollars of a column of cents, whose constraint has the bounds of a price, or of a total. */
export const price = kind(Price, CENTS, 0);
export const total = kind(Total, CENTS, 0);
/** The same of a sum that may be less than 0. */
export const balance = kind(Balance, CENTS, 0);
export const percentage = kind(Percentage, DECIMAL, 0);
export const decimal = kind(z.number(), DECIMAL, 1);
export const flag = kind(z.boolean(), FLAG, false);
export const day = kind(CalendarDate, DAY, '2026-01-05');
export const time = kind(Timestamp, TIME, '2026-01-02T15:04:05.000Z');
/** One of a list of words, to which a constraint limits the column. */
export const oneOf = <S extends z.ZodEnum>(schema: S) => kind(schema, WORD, schema.options[0] as z.output<S>);

/** One of a list of words, to which nothing limits the column. */
export const wordOf = <S extends z.ZodEnum>(schema: S) => {
  const words = sql.raw(schema.options.map((option) => `'${option}'`).join(', '));
  const proves = (value: SQL) => sql`coalesce(${value} in (${words}), true)`;
  return kind(schema, { ...WORD, proves }, schema.options[0] as z.output<S>);
};

/** The elements of an array column, none of which is null. */
const ARRAY: Writing = {
  write: asJson,
  writeOrNull: asJson,
  proves: (value) => sql`array_position(${value}, null) is null`,
};
export const texts = kind(z.array(z.string()), ARRAY, []);
export const ids = kind(z.array(Id), ARRAY, []);
/** The elements of an array column, which only the schema checks. */
export const arrayOf = <S extends z.ZodType>(element: S) =>
  kind(z.array(element), { ...ARRAY, proves: () => sql`false` }, []);

/**
 * A value that is JSON already, or null.
 * @param proven true where the schema certainly takes it
 */
export const json = <S extends z.ZodType>(
  value: SQL,
  schema: S,
  example: z.output<S>,
  proven?: SQL,
): Field<S> => ({
  schema,
  example,
  build: () => ({ json: optional(value), ...(proven && { proven }) }),
});

/** The same field, whose value is proven only where this holds. */
export const provenBy = <S extends z.ZodType>(one: Field<S>, proven: SQL): Field<S> => ({
  ...one,
  build: (name) => ({ ...one.build(name), proven }),
});

/** An object of fields; null where `when` is false. */
export function object<F extends Fields>(fields: F, description: string): Field<z.ZodObject<ShapeOf<F>>>;
export function object<F extends Fields>(
  fields: F,
  description: string,
  when: SQL,
): Field<z.ZodNullable<z.ZodObject<ShapeOf<F>>>>;
export function object(fields: Fields, description: string, when?: SQL): Field {
  const schema = z.object(shapeOf(fields));
  const built = mapped(fields, (one, name) => one.build(name));
  const text = jsonObject(Object.fromEntries(Object.entries(built).map(([name, { json }]) => [name, json])));
  const proofs = Object.values(built).flatMap(({ proven }) => proven ?? []);
  const proven = proofs.length > 0 && sql`(${when ? sql`${when} is not true or ` : sql``}${allOf(proofs)})`;
  return {
    schema: (when ? schema.nullable() : schema).meta({ description }),
    example: exampleOf(fields),
    build: () => ({
      json: when ? optional(sql`case when ${when} then ${text} end`) : plain(text),
      ...(proven && { proven }),
    }),
  };
}

/**
 * The published `Person`.
 * @param user SQL: the id of who it was; null for Tallyleaf itself
 * @param name SQL: their name then
 */
export const person = (user: SQL, name: SQL, { id: given, name: called }: z.output<typeof Person>) => {
  const { id: ofId, name: ofName } = Person.shape;
  return { id: id.orNull(user, ofId.description, given), name: text(name, ofName.description, called) };
};

export const exampleOf = (fields: Fields) => mapped(fields, ({ example }) => example);

export function shapeOf<F extends Fields>(fields: F): ShapeOf<F> {
  return mapped(fields, (one) => one.schema) as ShapeOf<F>;
}

const mapped = <T>(fields: Fields, to: (one: Field, name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, to(one, name)]));
