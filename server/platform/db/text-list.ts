import { type TextRow, viewOf } from './resource';

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

/** The list as it was read; null for any other response. */
export function textsOf(list: unknown): Texts | null {
  return (list as { [TEXTS]?: Texts } | null)?.[TEXTS] ?? null;
}
