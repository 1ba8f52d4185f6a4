// Pages import this file.
import { z } from 'zod';
import { Id, Timestamp, wholeNumber } from '../../kernel/params';
import { rule } from '../../kernel/rules';
import { LONGEST, MOST_WORDS } from './bounds.schema';

/** What is found, in the order of a response. */
export const SEARCH_KINDS = [
  'customer',
  'supplier',
  'order',
  'product',
  'variant',
  'batch',
  'lot',
  'invoice',
  'payment',
  'credit_note',
  'price_list',
  'recall',
  'transfer',
  'count',
  'goods_receipt',
  'member',
  'draft',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** How a result was found, the best first. */
export const SEARCH_MATCHES = ['exact', 'name', 'words', 'close'] as const;

const isKind = (name: string): boolean => SEARCH_KINDS.some((kind) => kind === name);

export const SearchQuery = z.strictObject({
  q: z
    .string()
    .min(1, 'must not be empty')
    .max(LONGEST, `must be at most ${LONGEST} characters`)
    .refine(
      (text) => text.trim().split(/\s+/).length <= MOST_WORDS,
      rule('too_many_items', `must be at most ${MOST_WORDS} words`),
    )
    .meta({
      description: `Up to ${MOST_WORDS} words, each the beginning of a word of the object or of what it names, in any order. Case, accents and apostrophes don't matter, and a hyphen joins words and parts them. Words of one or two letters match whole words; numbers, package tags, SKUs and license numbers match whole, those of orders also by their last part. States such as \`overdue\` and \`shipped\` are words, too`,
      examples: ['harbor overdue'],
    }),
  kinds: z
    .string()
    .min(1, 'must not be empty')
    .max(300)
    .refine(
      (text) => text.split(',').every(isKind),
      rule('unknown_value', `must be of: ${SEARCH_KINDS.join(', ')}`),
    )
    .optional()
    .meta({
      description: `Only these kinds, separated by commas: ${SEARCH_KINDS.map((kind) => `\`${kind}\``).join(', ')}; all when absent`,
      examples: ['customer,order'],
    }),
  limit: wholeNumber().min(1).max(20).default(5).meta({ description: 'Results of each kind at most' }),
});

const Kind = z.enum(SEARCH_KINDS).meta({ id: 'SearchKind', description: 'A kind of object' });

export const SearchResult = z
  .object({
    kind: Kind,
    id: Id.meta({ description: 'Id of the object: of a customer or supplier that of its business' }),
    title: z.string().meta({ description: 'What the object is called, such as its name or number' }),
    subtitle: z.string().nullable().meta({ description: 'What else tells it from others; null for nothing' }),
    number: z
      .string()
      .nullable()
      .meta({ description: 'Its number, package tag, SKU or license number; null for what has none' }),
    status: z
      .string()
      .nullable()
      .meta({ description: 'Its state now, such as `shipped` or `overdue`; null for what has none' }),
    match: z.enum(SEARCH_MATCHES).meta({
      description:
        'How it was found: by a number as a whole (`exact`), by its name (`name`), by words elsewhere (`words`), or, where nothing else was found, by a word with one letter wrong (`close`)',
    }),
    path: z.string().meta({ description: 'Path of its page in the dashboard' }),
    location_id: Id.nullable().meta({ description: 'The location that it is at; null for what is at none' }),
    updated_at: Timestamp.meta({ description: 'When it last changed' }),
  })
  .meta({
    id: 'SearchResult',
    examples: [
      {
        kind: 'order',
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b01',
        title: 'ORD-20260102-7K3M9Q',
        subtitle: 'Harbor Shop · $1,204.50',
        number: 'ORD-20260102-7K3M9Q',
        status: 'shipped',
        match: 'name',
        path: '/orders/0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b01',
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        updated_at: '2026-01-02T15:04:05.000Z',
      },
    ],
  });

export const SearchResults = z
  .object({
    data: z.array(SearchResult).meta({
      description:
        'The best of each kind: exact ones first, then by name, then the newest. A kind that has an exact one comes first',
    }),
    searched: z.array(Kind).meta({ description: 'The kinds that were searched: those that you may read' }),
    more: z.array(Kind).meta({
      description:
        'Kinds of which more than `limit` is found, or of which only the newest 5,000 were looked through, since more have each word',
    }),
  })
  .meta({ id: 'SearchResults' });
