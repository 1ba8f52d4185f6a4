import { z } from 'zod';
import { isCalendarDate } from './clock';
import { hasCentPrecision, MAX_PRICE_CENTS, MAX_TOTAL_CENTS } from './money';
import { hasBidiControl, oneLineOf } from './one-line';
import { rule } from './rules';

const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

/** Replaces a malformed id in a path, so that the response is the 404 of a missing object. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';
export const isId = (text: string) => UUID.test(text);

/** A uuid, normalized to lower case. */
export const Id = z.string().toLowerCase().regex(UUID, 'must be a uuid').meta({ format: 'uuid' });

/** Ids in one query parameter, kept as text so that forms, query strings and links share one format. @param most how many */
export const idList = (most: number) =>
  z
    .string()
    .max(most * 37)
    .refine(
      (text) => text.split(',').every(isId),
      rule('invalid_format', 'must be uuids separated by commas'),
    )
    .refine((text) => text.split(',').length <= most, rule('too_many_items', `must be at most ${most} ids`));
/** Values that a filter takes at most. */
export const MAX_VALUES = 50;

/** One value of a filter, or several of which a row has one: in a query string they are separated by commas (decision 935). */
export function several<T extends string>(one: z.ZodType<T, T>): z.ZodType<T | T[], T | T[]> {
  const many = z.array(one).min(1).max(MAX_VALUES, `must be at most ${MAX_VALUES} values`);
  const either = z.unknown().transform((value, ctx): T | T[] => {
    const parsed = Array.isArray(value)
      ? many.safeParse(value.slice(0, MAX_VALUES + 1))
      : one.safeParse(value);
    if (parsed.success) {
      const [only, ...others] = new Set(Array.isArray(parsed.data) ? parsed.data : [parsed.data]);
      return others.length === 0 ? (only as T) : [only as T, ...others];
    }
    for (const issue of parsed.error.issues) ctx.issues.push({ ...issue, input: value } as never);
    return z.NEVER;
  });
  const values = (one as { options?: readonly T[] }).options;
  const each = values ? `(?:${values.join('|')})` : ID_PATTERN;
  const described = either.meta({
    ...(one.description !== undefined && { description: one.description }),
    type: 'string',
    pattern: `^${each}(?:,${each}){0,${MAX_VALUES - 1}}$`,
    ...(values && { 'x-values': values }),
    [SEVERAL]: MAX_VALUES,
  });
  return described as unknown as z.ZodType<T | T[], T | T[]>;
}
/** Marks a filter that takes several values. */
export const SEVERAL = 'x-max-values';
const ID_PATTERN = UUID.source.slice(1, -1);

/** The filter of a list by its rows' ids (decision 935). */
export const Ids = idList(200).meta({
  description: 'Only those with one of these ids, at most 200, separated by commas',
  pattern: `^${ID_PATTERN}(?:,${ID_PATTERN}){0,199}$`,
  [SEVERAL]: 200,
});

/** The ids of such a text, each once and in lower case. */
export const listedIds = (text: string): string[] => [...new Set(text.toLowerCase().split(','))];

const NO_BIDI = {
  ...rule('invalid_text', 'must not contain characters that change the direction of text'),
  abort: true,
};

/** One line of text, which may be empty: at most `max` characters of what is stored of it (decision 431). */
export const line = (max: number) =>
  z
    .string()
    .refine((value) => !hasBidiControl(value), NO_BIDI)
    .overwrite(oneLineOf)
    .max(max, `must be at most ${max} characters`);

/** One line of text: 1 to `max` characters of what is stored of it (decision 431). */
export const text = (max: number) => line(max).min(1, 'must not be empty');

/** Text of several lines, 1 to `max` characters after trimming. */
export const paragraphs = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must be at most ${max} characters`);

export const Note = z
  .string()
  .trim()
  .max(1000, 'must be at most 1000 characters')
  .meta({ description: 'Free text' });

/** Substring search without case and accents (decisions 39 and 84). */
export const Search = z
  .string()
  .min(1)
  .max(100, 'must be at most 100 characters')
  .meta({ description: 'Text to find anywhere in the name; ignores case and accents' });

/** An existing password: any length is compared. */
export const CurrentPassword = z
  .string()
  .min(1, 'must not be empty')
  .max(1024, 'must be at most 1024 characters')
  .meta({ description: 'Your current password' });

/** A code of the member's app or a recovery code; ignores spaces and hyphens, which apps show for legibility. */
export const AnyCode = z
  .string()
  .max(64, 'must be at most 64 characters')
  .overwrite((code) => code.replace(/[\s-]/g, ''))
  .min(1, 'must not be empty')
  .meta({
    description: 'The six digits that the authenticator app shows, or a recovery code',
    examples: ['492039'],
  });

const RecentPassword = CurrentPassword.optional().meta({
  description: 'Your current password, in place of a sign-in of the last 10 minutes',
});
export const RecentCode = AnyCode.optional().meta({
  description:
    'With two-factor authentication and a sign-in older than 10 minutes: a code, beside the password. From then on the session counts as a recent sign-in',
});

/** Fields of every operation that declares `recent`, but for those that always ask for the password. */
export const Confirmation = { password: RecentPassword, code: RecentCode };

export const CalendarDate = z
  .string()
  .refine(isCalendarDate, rule('invalid_format', 'must be a date that exists, as YYYY-MM-DD'))
  .meta({ format: 'date' });

export const Timestamp = z.string().meta({ format: 'date-time' });

/** Who made a change; a user's name is the one they had then. */
export const Person = z
  .object({
    id: Id.nullable().meta({ description: 'Id of the user; null for Tallyleaf itself' }),
    name: z.string().meta({ description: 'Name of the user at that time' }),
  })
  .meta({ description: 'Who made the change' });

/** The largest whole number of most fields: one that every client's 32-bit integer holds. */
const MAX_INT32 = 2_147_483_647;

/** A whole number, whose bounds need no messages of their own: zod gives a schema's one message to each of its checks. */
export const wholeNumber = () =>
  z.int({
    error: (issue) => {
      if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
      if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
      return 'must be a whole number';
    },
  });

/** A count or quantity; a whole number. */
export const Count = wholeNumber().min(0).max(MAX_INT32);
/** A signed difference; a whole number. */
export const Delta = wholeNumber().min(-MAX_INT32).max(MAX_INT32);
/** A sum over many rows, or a sequence; may exceed 32 bits. */
export const BigCount = wholeNumber().min(0).max(999_999_999_999_999);

const money = (maxCents: number, minCents = 0) =>
  z
    .number()
    .min(minCents / 100, minCents === 0 ? 'must not be negative' : `must be at least ${minCents / 100}`)
    .max(maxCents / 100, `must be at most ${maxCents / 100}`)
    .refine(hasCentPrecision, rule('too_many_decimals', 'must have at most two decimals'));
/** A price of one unit in dollars (decision 5). */
export const Price = money(MAX_PRICE_CENTS).meta({
  description: 'US dollars, at most two decimals',
  multipleOf: 0.01,
});
/** The total of one line or document in dollars (decision 5). */
export const Total = money(MAX_TOTAL_CENTS).meta({
  description: 'US dollars, at most two decimals',
  multipleOf: 0.01,
});
/** A sum of totals in dollars, to which nothing limits it. */
export const TotalSum = z
  .number()
  .min(0)
  .meta({ description: 'US dollars, at most two decimals', multipleOf: 0.01 });

/** What one business owes another: less than 0 for money of the one that would owe it. */
export const Balance = z
  .number()
  .meta({ description: 'US dollars, at most two decimals; may be less than 0', multipleOf: 0.01 });

/** Money that moves, in dollars: at least a cent. */
export const Moved = money(MAX_TOTAL_CENTS, 1).meta({
  description: 'US dollars, at most two decimals',
  multipleOf: 0.01,
});

/** True when a number has at most four decimals, judged by the shortest decimal that denotes it. */
export const hasFourDecimals = (value: number) => Number(value.toFixed(4)) === value;

/** Goods in the unit in which they are sold: `quantity` steps of it. */
export const Amount = z.number().meta({ description: '`quantity` in `unit`' });

export const Percentage = z
  .number()
  .min(0, 'must be 0 to 100')
  .max(100, 'must be 0 to 100')
  .meta({ description: 'Percent' });

/** A percentage from a certificate; more decimals could not be stored exactly. */
export const StatedPercentage = Percentage.refine(
  hasFourDecimals,
  rule('too_many_decimals', 'must have at most four decimals'),
).meta({
  description: 'Percent, at most four decimals',
  multipleOf: 0.0001,
});

/** `page` and `limit` of every list (decision 37). */
export const Paging = {
  page: wholeNumber().min(1).max(1_000_000).default(1).meta({
    description: 'Page number, from 1',
  }),
  limit: wholeNumber().min(1).max(500).default(50).meta({
    description: 'Rows per page',
  }),
};
export interface Page {
  page: number;
  limit: number;
}

const MOMENT = 'must be a timestamp such as 2026-01-02T09:00:00Z';
const FIRST_MOMENT = new Date('0001-01-02T00:00:00Z');
const LAST_MOMENT = new Date('9999-12-30T00:00:00Z');

/** A moment in a request: ISO 8601 with an offset or `Z`. */
export const Moment = z.iso
  .datetime({ offset: true, error: MOMENT })
  .max(40)
  .refine(
    (text) => new Date(text) >= FIRST_MOMENT && new Date(text) <= LAST_MOMENT,
    rule('invalid_format', MOMENT),
  );

/** `page` or `cursor`, and `updated_since`, of the lists that a program synchronizes with (decision 82). */
export const Walking = {
  page: Paging.page
    .unwrap()
    .optional()
    .meta({ description: 'Page number, 1 when absent; not together with `cursor`' }),
  limit: Paging.limit,
  cursor: z
    .string()
    .min(1)
    .max(2048)
    .optional()
    .meta({ description: '`next_cursor` of the previous page; keep the same sort and filters' }),
  updated_since: Moment.optional().meta({
    description: 'Only what changed at or after this time: pass the `as_of` of an earlier response',
  }),
};

const Pages = {
  page: Count.meta({ description: 'This page, from 1' }),
  limit: Count.meta({ description: 'Rows per page' }),
  total: Count.meta({ description: 'Rows that match on all pages' }),
  has_more: z.boolean().meta({ description: 'Whether another page follows' }),
};
const Pagination = z
  .object(Pages)
  .meta({ id: 'Pagination', description: 'Position of this page in the list' });
const CursorPagination = z
  .object({
    ...Pages,
    total: Count.nullable().meta({ description: 'Exact with `page`, null with `cursor`' }),
    next_cursor: z.string().nullable().meta({
      description:
        'Pass it as `cursor` for the next page; null on the last page and for sorts without cursors',
    }),
  })
  .meta({ id: 'CursorPagination', description: 'Position of this page in the list' });

const rowsOf = <T extends z.ZodType>(item: T) => z.array(item).meta({ description: 'Rows of this page' });

/** Named after its item in the document. */
function named<T extends z.ZodObject>(list: T, item: z.ZodType): T {
  const id = item.meta()?.id;
  return id === undefined ? list : list.meta({ id: `${id}List` });
}

/** The envelope of every list: `{data, pagination: {page, limit, total, has_more}}` (decisions 37 and 82). */
export function listOf<T extends z.ZodType>(item: T) {
  return named(z.object({ data: rowsOf(item), pagination: Pagination }), item);
}

/** The envelope of a list that takes `Walking`; with a cursor the rows are not counted. */
export function walkOf<T extends z.ZodType>(item: T) {
  const list = z.object({
    data: rowsOf(item),
    pagination: CursorPagination,
    as_of: Timestamp.meta({
      description: 'Pass it as `updated_since` next time to get everything that changed since',
    }),
  });
  return named(list, item);
}

const Unchanged = z.unknown().optional().meta({ readOnly: true });

/**
 * Read-only fields of a PATCH: they may be sent back unchanged. They are not part of the documented
 * body.
 */
export function unchanged<const K extends string>(fields: readonly K[]): Record<K, typeof Unchanged> {
  return Object.fromEntries(fields.map((field) => [field, Unchanged])) as Record<K, typeof Unchanged>;
}

/** `sort` of a list: a published field, or the field with a leading minus for descending (decision 38). */
export function sortBy<const F extends readonly [string, ...string[]]>(fields: F) {
  const values = fields.flatMap((field) => [field, `-${field}`]) as Array<F[number] | `-${F[number]}`>;
  return z
    .enum(values as [F[number] | `-${F[number]}`, ...Array<F[number] | `-${F[number]}`>])
    .optional()
    .meta({ description: 'Field to sort by; a leading `-` sorts descending' });
}
