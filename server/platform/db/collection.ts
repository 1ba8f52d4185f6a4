import { type Column, is, type SQL, sql, Column as TableColumn } from 'drizzle-orm';
import { z } from 'zod';
import { CalendarDate, Id, Ids, listedIds, several, sortBy, Walking } from '../../kernel/params';
import { type Fields, sqlOf, type Value } from './fields';
import { allOf, fromDayOn, since, texts, untilDayOn, uuids } from './listing';
import type { Resource } from './resource';
import { DAY, ID, TIME } from './samples';
import type { WalkedList } from './walk';
import type { Key } from './walk-keys';

/** A filter of a list: its input, and the rows that it leaves. `V` is who reads. */
export interface Filter<S extends z.ZodType = z.ZodType, V = unknown> {
  input: S;
  /** A value for tests, which prepare the statement, and where it takes several values a list of them. */
  sample: z.output<S>;
  list?: z.output<S>;
  where(value: z.output<S>, viewer: V): SQL;
}

export const filter = <S extends z.ZodType, V = unknown>(
  input: S,
  sample: z.output<S>,
  where: (value: z.output<S>, viewer: V) => SQL,
): Filter<S, V> => ({ input, sample, where });

const described = <S extends z.ZodType>(schema: S, description: string): S => schema.meta({ description });

/** Rows whose column has a value. */
export const equals = <S extends z.ZodType>(column: Value, input: S, sample: z.output<S>) =>
  filter(input, sample, (value) => sql`${sqlOf(column)} = ${value}`);
/** A filter that takes one value or several, of which a row has one (decision 935). */
export const severally = <T extends string, V = unknown>(
  input: z.ZodType<T, T>,
  sample: NoInfer<T>,
  one: (value: NoInfer<T>, viewer: V) => SQL,
  any: (values: ReadonlyArray<NoInfer<T>>, viewer: V) => SQL,
): Filter<z.ZodType<T | T[], T | T[]>, V> => ({
  input: several(input),
  sample,
  list: [sample, sample],
  where: (value, viewer) => (Array.isArray(value) ? any(value, viewer) : one(value, viewer)),
});

/** The same of a column. */
const anyOf = <T extends string>(
  column: Value,
  input: z.ZodType<T, T>,
  sample: NoInfer<T>,
  list: (values: readonly string[]) => SQL,
) =>
  severally(
    input,
    sample,
    (value) => sql`${sqlOf(column)} = ${value}`,
    (values) => sql`${sqlOf(column)} = any(${list(values)})`,
  );
export const byId = (column: Value, description: string) =>
  anyOf(column, described(Id, description), ID, uuids);
export const among = <T extends string>(column: Value, input: z.ZodType<T, T> & { options: readonly T[] }) =>
  anyOf(column, input, input.options[0] as T, texts);

/** Who reads, by whose calendar days are meant (decision 919). */
interface InZone {
  entity: { timezone: string };
}

/** Rows from the beginning of a day of the reader's business, or until the end of one. */
export const fromDay = (column: Value, description: string) =>
  filter(described(CalendarDate, description), DAY, (day, { entity }: InZone) =>
    fromDayOn(sqlOf(column), day, entity.timezone),
  );
export const untilDay = (column: Value, description: string) =>
  filter(described(CalendarDate, description), DAY, (day, { entity }: InZone) =>
    untilDayOn(sqlOf(column), day, entity.timezone),
  );

export type Filters<V> = Record<string, Filter<z.ZodType, V>>;
export type InputsOf<I> = {
  [K in keyof I]: I[K] extends { input: infer S extends z.ZodType } ? z.ZodOptional<S> : never;
};

export const inputsOf = <V, I extends Filters<V>>(filters: I) =>
  mapped(filters, (one) => one.input.optional()) as InputsOf<I>;

/** The rows that a reader may see and asks for. */
export const asked = <V>(visible: SQL, filters: Filters<V>, given: object, viewer: V): SQL =>
  allOf([
    visible,
    ...Object.entries(filters).map(([name, one]) => {
      const value: unknown = Reflect.get(given, name);
      return value === undefined ? undefined : one.where(value, viewer);
    }),
  ]);

/** Values of all filters, for tests: one of each, and several of those that take them. */
export const samplesOf = <V>(filters: Filters<V>) => [
  mapped(filters, (one) => one.sample),
  mapped(filters, (one) => one.list ?? one.sample),
];

/** The filters of a list, and that by its rows' ids (decision 935). */
export const withIds = <I>(filters: I, id: SQL) => ({
  ...filters,
  ids: filter(Ids, ID, (asked) => sql`${id} = any(${uuids(listedIds(asked))})`),
});

/** A collection as it is read. */
export interface Listed<V, I> extends WalkedList<string> {
  where(viewer: V, input: I): SQL;
  samples: readonly I[];
}

/**
 * Declares a list of a resource that programs synchronize with (decision 82): what a request may say, and how rows are
 * found and sorted. Each sort has an index that begins with the condition of `visible`.
 * @param visible SQL: the rows that a reader may see
 * @param sorts columns by the name that a request gives; those that may be null have nulls last
 * @param fallback the order without a `sort`, in which its index is
 * @param keys the sorts that a cursor can follow
 * @param changed SQL: what changed at or after a moment, or the column that says when
 */
export function collection<R, F extends string, V, I extends Filters<V>>(
  resource: R & Pick<Resource<Fields, never>, 'from' | 'alias'>,
  {
    visible,
    sorts,
    changed,
    filters: own,
    ...rest
  }: {
    name: string;
    visible: (viewer: V) => SQL;
    sorts: Record<F, Value>;
    fallback: NoInfer<F> | `-${NoInfer<F>}`;
    keys: Partial<Record<NoInfer<F>, Key['type']>>;
    changed: Column | ((moment: string, viewer: V) => SQL);
    filters: I;
    nullable?: ReadonlyArray<NoInfer<F>>;
  } & Pick<Partial<WalkedList<F>>, 'from' | 'id'>,
) {
  const id = rest.id ?? sql.raw(`${resource.alias}.id`);
  const filters = withIds(own, id);
  const names = Object.keys(sorts) as [F, ...F[]];
  const columns = Object.entries(sorts) as Array<[F, Value]>;
  const input = z.strictObject({ ...inputsOf<V, typeof filters>(filters), sort: sortBy(names), ...Walking });
  const changedSince = typeof changed === 'function' ? changed : (at: string) => since(sqlOf(changed), at);
  const where = (viewer: V, given: z.output<typeof input>): SQL => {
    const { updated_since: moment } = given as { updated_since?: string };
    const rows = asked(visible(viewer), filters, given, viewer);
    return moment === undefined ? rows : allOf([rows, changedSince(moment, viewer)]);
  };
  return {
    from: resource.from,
    id,
    nullable: columns.flatMap(([name, value]) => (is(value, TableColumn) && !value.notNull ? name : [])),
    ...rest,
    resource: resource as R,
    sorts: Object.fromEntries(columns.map(([name, value]) => [name, sqlOf(value)])) as Record<F, SQL>,
    input,
    where,
    samples: samplesOf(filters).map(
      (given) => ({ ...given, updated_since: TIME, limit: 1 }) as z.output<typeof input>,
    ),
  };
}

/**
 * The same for a list without a choice of sort: the newest first.
 * @param created the column that says since when a row is, or `position`, a number that rises with each row
 */
export function newestFirst<R, V, I extends Filters<V>>(
  resource: R & Pick<Resource<Fields, never>, 'from' | 'alias'>,
  {
    created,
    position,
    ...rest
  }: ({ created: Value; position?: never } | { position: Value; created?: never }) &
    Pick<
      Parameters<typeof collection<R, string, V, I>>[1],
      'name' | 'visible' | 'changed' | 'filters' | 'from' | 'id'
    >,
) {
  const list = position
    ? collection<R, string, V, I>(resource, {
        ...rest,
        sorts: { position },
        keys: { position: 'bigint' },
        fallback: '-position',
      })
    : collection<R, string, V, I>(resource, {
        ...rest,
        sorts: { created_at: created },
        keys: { created_at: 'timestamptz' },
        fallback: '-created_at',
      });
  const filters = withIds(rest.filters, list.id);
  return { ...list, input: z.strictObject({ ...inputsOf<V, typeof filters>(filters), ...Walking }) };
}

const mapped = <V, T>(filters: Filters<V>, to: (one: Filter<z.ZodType, V>) => T) =>
  Object.fromEntries(Object.entries(filters).map(([name, one]) => [name, to(one)]));
