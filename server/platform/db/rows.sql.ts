import { type SQL, sql } from 'drizzle-orm';
import type { Listed } from './collection';
import type { Fields } from './fields';
import { uuids } from './listing';
import { type Resource, type TextRow, type ViewOf, viewOf } from './resource';
import { ID } from './samples';
import { mappedStatement, statement } from './statement';
import { readingsOf, type Walked } from './walk';

/** Who looks, where a resource asks for it. */
type Viewers<V> = unknown extends V ? [] : [viewer: V];

const columns = ({ alias, text, proven }: Resource<Fields, never>) =>
  sql`${sql.raw(`${alias}.id`)}, ${text} as text, ${proven} as proven`;

/** Reads objects of a resource: those of a condition on its alias, which may end with an order. */
export function rowsWhere<F extends Fields, V>(
  resource: Resource<F, V>,
  samples: ReadonlyArray<[where: SQL, ...viewer: Viewers<V>]>,
) {
  return mappedStatement(
    samples,
    (where: SQL, ...[viewer]: Viewers<V>) =>
      sql<
        Pick<TextRow, 'text'>
      >`select ${resource.text} as text from ${resource.from} ${resource.joins(viewer as V)} where ${where}`,
    (row): ViewOf<Resource<F, V>> => viewOf(row),
  );
}

export interface PageRow extends TextRow, Walked {
  id: string;
}

/**
 * Reads a page of a collection as text. `offset 0` reads a row's parts by their keys, in the order of the page, each once.
 * @param viewers samples, one for each form of the text
 */
export function pageOf<F extends Fields, V, I>(
  { resource, samples, ...list }: Listed<V, I> & { resource: Resource<F, NoInfer<V>> },
  ...viewers: Array<NoInfer<V>>
) {
  const { table, alias } = resource;
  return statement(
    readingsOf(list).flatMap(({ page, pageOrder }) =>
      viewers.flatMap((viewer) =>
        samples.map((sample): [SQL, SQL, SQL, V] => [
          page(list.where(viewer, sample)),
          pageOrder,
          sql`0`,
          viewer,
        ]),
      ),
    ),
    (page: SQL, order: SQL, total: SQL, viewer: V) => sql<PageRow>`
      select page.walk_key, (${total})::int as walk_total, ${columns(resource)}
      from ${page} cross join lateral (select * from ${sql.raw(table)} x where x.id = page.id offset 0) ${sql.raw(alias)}
        ${resource.joins(viewer)} ${order}`,
  );
}

/**
 * Chooses the rows of a page of a collection, whose texts `textsOf` reads: of a resource whose plan costs more than its rows do, where only
 * a page's conditions need a plan of their own (decision 592).
 * @param viewers samples, as of `pageOf`
 */
export function idsOf<V, I>({ samples, ...list }: Listed<V, I>, ...viewers: Array<NoInfer<V>>) {
  return statement(
    readingsOf(list).flatMap(({ page, pageOrder }) =>
      viewers.flatMap((viewer) =>
        samples.map((sample): [SQL, SQL, SQL] => [page(list.where(viewer, sample)), pageOrder, sql`0`]),
      ),
    ),
    (page: SQL, order: SQL, total: SQL) =>
      sql<
        Walked & { id: string }
      >`select page.id, page.walk_key, (${total})::int as walk_total from ${page} ${order}`,
  );
}

/** Texts of rows by id, in any order: one plan serves any number, since PostgreSQL expects ten of an array that it doesn't know. */
export function textsOf<F extends Fields, V>(resource: Resource<F, V>, ...viewers: Array<NoInfer<V>>) {
  const { table, alias } = resource;
  return statement(
    viewers.map((viewer): [string[], V] => [[ID], viewer]),
    (ids: readonly string[], viewer: V) => sql<TextRow & { id: string }>`
      select ${columns(resource)} from unnest(${uuids(ids)}) asked (id)
        cross join lateral (select * from ${sql.raw(table)} x where x.id = asked.id offset 0) ${sql.raw(alias)} ${resource.joins(viewer)}`,
  );
}
