import type { SQL } from 'drizzle-orm';
import type { Db } from './client';
import type { Listed } from './collection';
import { type TextRow, viewOf } from './resource';
import type { PageRow } from './rows.sql';
import { type Counting, openWalk, type Walked, type WalkInput } from './walk';

/** A list as it was read. */
interface Texts {
  data: readonly TextRow[];
}
const TEXTS = Symbol('texts');

/**
 * A list whose rows PostgreSQL wrote as JSON text. REST sends the text (decision 260); who looks at `data` gets objects,
 * parsed then.
 */
export function textList<T, L extends Texts>(list: L): Omit<L, 'data'> & { data: T[] } {
  let parsed: T[] | undefined;
  return {
    ...list,
    get data() {
      parsed ??= list.data.map((row) => viewOf<T>(row));
      return parsed;
    },
    [TEXTS]: list,
  };
}

/** One object that PostgreSQL wrote as JSON text. */
export class TextObject {
  constructor(readonly row: TextRow) {}
}

/** Of one object the same, for a handler to return: its caller over REST gets the text, any other the object. */
export const textObject = <T>(row: TextRow): T => new TextObject(row) as T;

/** The list as it was read; null for any other response. */
export function textsOf(list: unknown): Texts | null {
  return (list as { [TEXTS]?: Texts } | null)?.[TEXTS] ?? null;
}

/**
 * Reads a page of a collection, which belongs to the viewer's business.
 * @param page the statement that `pageOf` declares
 * @param count as of `Walk.read`
 * @throws AppError INVALID_REQUEST as `openWalk`
 */
export async function readList<T, V extends { entity: { id: string } }, I extends WalkInput<string>>(
  { db, actor }: { db: Db; actor: V },
  list: Listed<V, I>,
  page: (db: Db, ids: SQL, order: SQL, total: SQL, viewer: V) => PromiseLike<readonly PageRow[]>,
  input: I,
  count?: Counting,
) {
  const walk = await openWalk(db, list, actor.entity.id, input);
  const read = await walk.read(
    list.where(actor, input),
    (ids, total) => page(db, ids, walk.pageOrder, total, actor),
    count,
  );
  return textList<T, typeof read>(read);
}

/**
 * A page for `readList` from two statements.
 * @param choose the statement that `idsOf` declares @param read that of `textsOf`
 */
export const inTwo =
  <V>(
    choose: (db: Db, ids: SQL, order: SQL, total: SQL) => PromiseLike<ReadonlyArray<Walked & { id: string }>>,
    read: (db: Db, ids: readonly string[], viewer: V) => PromiseLike<ReadonlyArray<TextRow & { id: string }>>,
  ) =>
  async (db: Db, ids: SQL, order: SQL, total: SQL, viewer: V): Promise<PageRow[]> => {
    const chosen = await choose(db, ids, order, total);
    if (chosen.length === 0) return [];
    const rows = await read(
      db,
      chosen.map(({ id }) => id),
      viewer,
    );
    const texts = new Map(rows.map((row) => [row.id, row]));
    return chosen.flatMap((one) => {
      const row = texts.get(one.id);
      return row ? [{ ...one, ...row }] : [];
    });
  };
