import { bigint } from 'drizzle-orm/pg-core';

/**
 * Days of each month through which sums of a year are kept; 31 is its last day. A row with a sum for each is all that a range reads of a
 * variant and year, besides a few days at its ends.
 */
export const THIRDS = [10, 20, 31] as const;
/** For rows of which there are too many for more columns. */
export const MONTHS = [31] as const;
export type Marks = readonly number[];

const padded = (n: number) => String(n).padStart(2, '0');

/** Names of a sum's columns, oldest first: `units_to_0110` has January 1 to 10. */
export const namesOf = (sum: string, marks: Marks): string[] =>
  Array.from({ length: 12 }, (_, month) => marks.map((day) => `${sum}_to_${padded(month + 1)}${day}`)).flat();

/** The columns of some sums. */
export const columnsOf = (sums: readonly string[], marks: Marks) =>
  Object.fromEntries(
    sums
      .flatMap((sum) => namesOf(sum, marks))
      .map((name) => [name, bigint(name, { mode: 'number' }).notNull()]),
  );

/** Days as the sums that they are made of. */
export interface Cover {
  /** At most two: the sum through one mark of the year less that through an earlier one, by their places from 1 on; 0 is the end of the year before. */
  years: ReadonlyArray<{ year: number; after: number; through: number }>;
  /** At most two: days to add, or to take off, from the first to the last. */
  days: ReadonlyArray<{ start: string; end: string; sign: 1 | -1 }>;
}
