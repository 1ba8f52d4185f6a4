import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Page, Paging, sortBy } from '../../kernel/params';
import type { Db } from './client';
import { asked, type Filters, inputsOf, samplesOf, withIds } from './collection';
import { type Fields, sqlOf, type Value } from './fields';
import { isAllLikely, orderBy, pageOf, slice } from './listing';
import { type Resource, type TextRow, type ViewOf, viewOf } from './resource';
import { mappedStatement } from './statement';
import { countFrom } from './walk.sql';

type Sort<S extends string> = S | `-${S}`;
type SortInput<S extends string> = [S] extends [never]
  ? Record<never, never>
  : { sort: ReturnType<typeof sortBy<readonly [S, ...S[]]>> };

/**
 * Declares a list of a resource that is read page by page and counted each time: what a request may say, and the statement of a
 * page. The output's check reads its rows.
 * @param visible SQL: the rows that a reader may see
 * @param sorts columns of the resource's own row by the name that a request gives
 * @param order the order without a `sort`, before `id`
 * @param from the row and what its conditions read beside it
 * @param key what tells rows apart that have no uuid; such a list takes no `ids`
 * @param viewers samples, one for each form of the statement
 */
export function paged<F extends Fields, V, I extends Filters<V>, S extends string = never>(
  resource: Resource<F, NoInfer<V>>,
  {
    visible,
    sorts = {} as Record<S, Value>,
    order,
    filters: own,
    from = resource.from,
    key,
    id = key ?? sql.raw(`${resource.alias}.id`),
    viewers,
  }: {
    visible: (viewer: V) => SQL;
    sorts?: Record<S, Value>;
    order: SQL;
    filters: I;
    from?: SQL;
    id?: SQL;
    key?: SQL;
    viewers: readonly NoInfer<V>[];
  },
) {
  const filters = (key ? own : withIds(own, id)) as ReturnType<typeof withIds<I>>;
  const names = Object.keys(sorts) as S[];
  const columns = Object.fromEntries(names.map((name) => [name, sqlOf(sorts[name])])) as Record<S, SQL>;
  const sort = (names.length > 0 ? { sort: sortBy(names as [S, ...S[]]) } : {}) as SortInput<S>;
  const where = (viewer: V, given: object) => asked(visible(viewer), filters, given, viewer);
  const row = sql.raw(resource.alias);
  const page = mappedStatement(
    viewers.flatMap((viewer) =>
      samplesOf(filters).map((given): [SQL, Page & { sort?: Sort<S> | undefined }, V] => [
        where(viewer, given),
        { page: 1, limit: 1, ...(names[0] && { sort: `-${names[0]}` as const }) },
        viewer,
      ]),
    ),
    (rows: SQL, given: Page & { sort?: Sort<S> | undefined }, viewer: V) => {
      const ordered = orderBy(given.sort, columns, order, id);
      return sql<Pick<TextRow, 'text'>>`select ${resource.text} as text
        from (select ${row}.* from ${from} where ${rows} ${ordered} ${slice(given)}) ${row} ${resource.joins(viewer)} ${ordered}`;
    },
    (found): ViewOf<Resource<F, V>> => viewOf(found),
  );
  return Object.assign(page, {
    from,
    where,
    input: z.strictObject({ ...inputsOf<V, typeof filters>(filters), ...sort, ...Paging }),
  });
}

/** What `paged` declares. */
interface PagedList<V, T, P extends Page> {
  (db: Db, rows: SQL, given: P, viewer: V): PromiseLike<T[]>;
  from: SQL;
  where(viewer: V, given: object): SQL;
}

/** Reads a page of a list and counts all of it. */
export async function readPaged<V, T, P extends Page>(
  db: Db,
  list: PagedList<V, T, P>,
  viewer: NoInfer<V>,
  input: NoInfer<P>,
) {
  const where = list.where(viewer, input);
  const rows = list(db, where, input, viewer);
  const count = async () => (await countFrom(db, list.from, where))[0]?.total ?? 0;
  const [data, counted] = await Promise.all([rows, isAllLikely(input) ? null : count()]);
  const total = counted ?? (data.length < input.limit ? data.length : await count());
  return { data, pagination: pageOf(input, total) };
}
