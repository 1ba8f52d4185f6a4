import { z } from 'zod';
import { Id, listOf, Paging, Timestamp, text, unchanged } from '../../kernel/params';

/** Saved views of one member, over all lists. */
export const MAX_VIEWS = 50;

const EXAMPLE = {
  id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b40',
  list: 'orders',
  name: 'To accept',
  query: 'status=pending&sort=-total',
  created_at: '2026-01-02T15:04:05.000Z',
  updated_at: '2026-01-02T15:04:05.000Z',
};

const ListName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be the name of a list, such as orders')
  .meta({ description: 'Name of the list, such as `orders` or `inventory`' });
const Query = z
  .string()
  .trim()
  .max(2000, 'must be at most 2000 characters')
  .meta({ description: 'Search, filters and sort, as the query string of the page; empty for none' });

export const SavedView = z
  .object({
    id: Id.meta({ description: 'Id of the view' }),
    list: z.string().meta({ description: 'Name of the list' }),
    name: z.string().meta({ description: 'Name of the view' }),
    query: z.string().meta({ description: 'Query string of the page' }),
    created_at: Timestamp.meta({ description: 'When it was saved' }),
    updated_at: Timestamp.meta({ description: 'When it last changed' }),
  })
  .meta({ id: 'SavedView', examples: [EXAMPLE] });
export const SavedViewList = listOf(SavedView);

export const ListViews = z.strictObject({
  list: ListName.meta({ description: 'Only views of this list' }).optional(),
  ...Paging,
});

const ViewName = text(80).meta({ description: 'Unique among your views of the list, ignoring case' });
export const NewView = z
  .strictObject({ list: ListName, name: ViewName, query: Query })
  .meta({ examples: [{ list: EXAMPLE.list, name: EXAMPLE.name, query: EXAMPLE.query }] });

const ViewPathId = Id.meta({ description: 'Id of the view' });
export const ViewId = z.strictObject({ id: ViewPathId });
/** Fields that a PATCH accepts only unchanged (decision 34). */
export const VIEW_READ_ONLY = ['list', 'created_at', 'updated_at'] as const;
export const UpdateView = z
  .strictObject({
    id: ViewPathId,
    name: ViewName.optional(),
    query: Query.optional(),
    ...unchanged(VIEW_READ_ONLY),
  })
  .meta({ examples: [{ name: 'To accept today' }] });
