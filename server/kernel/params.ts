import { z } from 'zod';
import { isCalendarDate } from './clock';
import { hasCentPrecision, MAX_PRICE_CENTS, MAX_TOTAL_CENTS } from './money';

const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

/** What a malformed id in a path is replaced with: it names nothing, so the answer is the 404 of an absent object. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';
export const isId = (text: string) => UUID.test(text);

/** A uuid, in lower case whichever way it was sent. */
export const Id = z.string().toLowerCase().regex(UUID, 'must be a uuid').meta({ format: 'uuid' });

/** Text of 1 to `max` characters after trimming. */
export const text = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must be at most ${max} characters`);

export const Note = z.string().trim().max(1000, 'must be at most 1000 characters');

/** Substring search without case (decision 39). */
export const Search = z.string().min(1).max(100, 'must be at most 100 characters');

export const CalendarDate = z
  .string()
  .refine(isCalendarDate, 'must be a date that exists, as YYYY-MM-DD')
  .meta({ format: 'date' });

export const Timestamp = z.string().meta({ format: 'date-time' });

const money = (maxCents: number) =>
  z
    .number()
    .min(0, 'must not be negative')
    .max(maxCents / 100, `must be at most ${maxCents / 100}`)
    .refine(hasCentPrecision, 'must have at most two decimals');
/** A price of one unit in dollars (decision 5). */
export const Price = money(MAX_PRICE_CENTS).meta({ description: 'US dollars, at most two decimals' });
/** A line or order total in dollars (decision 5). */
export const Total = money(MAX_TOTAL_CENTS).meta({ description: 'US dollars, at most two decimals' });

/** True when a number has at most four decimals, judged by the shortest decimal that denotes it. */
export const hasFourDecimals = (value: number) => Number(value.toFixed(4)) === value;

export const Percentage = z.number().min(0, 'must be 0 to 100').max(100, 'must be 0 to 100');

/** A percentage as a certificate states it; more decimals would be stored otherwise than they were sent. */
export const StatedPercentage = Percentage.refine(hasFourDecimals, 'must have at most four decimals').meta({
  description: 'Percent, at most four decimals',
  multipleOf: 0.0001,
});

/** `page` and `limit` of every list (decision 37). */
export const Paging = {
  page: z.number().int().min(1).max(1_000_000).default(1),
  limit: z.number().int().min(1).max(500).default(50),
};
export interface Page {
  page: number;
  limit: number;
}

/** The envelope of every list: `{data, pagination: {page, limit, total}}` (decision 37). */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    pagination: z.object({ page: z.number().int(), limit: z.number().int(), total: z.number().int() }),
  });
}

/** `sort` of a list: a published field, or the field with a leading minus for descending (decision 38). */
export function sortBy<const F extends readonly [string, ...string[]]>(fields: F) {
  const values = fields.flatMap((field) => [field, `-${field}`]) as Array<F[number] | `-${F[number]}`>;
  return z.enum(values as [F[number] | `-${F[number]}`, ...Array<F[number] | `-${F[number]}`>]).optional();
}

/** The SQL pattern for a substring match in which the caller's wildcards are plain characters. */
export function likePattern(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
}
