import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { MemberContext } from './context';

/** A row that PostgreSQL wrote as JSON text, with what its columns don't prove. */
interface TextRow {
  text: string;
}

/**
 * How a list is read when its response is JSON: PostgreSQL writes the rows in the shape of the output, so that they are
 * neither decoded nor formatted here (decision 260). Constraints of the columns prove the text; a row has the rest beside
 * it, and `output` checks that.
 */
export interface TextList<I> {
  /** The list's envelope; a row is its `text` and what is checked beside it. */
  output: z.ZodType<{ data: TextRow[] }>;
  /** @returns the list as `output` takes it, or null for an input that is read as objects */
  read(options: { ctx: MemberContext; input: I }): Promise<object | null>;
}

/**
 * Joins the rows of a checked list.
 * @param check the output's own check, where every text is compared with it; null in production
 * @throws Error when a text isn't what the check returns
 */
export function textOf(list: unknown, check: ((value: unknown) => unknown) | null): object {
  const { data, ...rest } = list as { data: TextRow[] };
  const rows = `[${data.map(({ text }) => text).join(',')}]`;
  if (check) {
    const value = { ...rest, data: JSON.parse(rows) as unknown };
    if (!isDeepStrictEqual(check(value), value))
      throw new Error('A row of JSON text differs from the output');
  }
  return { rows, ...rest };
}
