import * as z from 'zod/mini';

const MOST_DAYS = 365;

/** Whether a term is whole days within a year; empty where a default follows. */
const isDays = (days: number | null): boolean =>
  days === null || (Number.isInteger(days) && days >= 0 && days <= MOST_DAYS);

/** A field of days that may stay empty. */
export const daysOrEmpty = z
  .nullable(z.number())
  .check(z.refine(isDays, `Enter 0 to ${MOST_DAYS} days, or leave it empty`));
