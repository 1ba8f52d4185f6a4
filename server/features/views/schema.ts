import { z } from 'zod';
import { Id, text, unchanged } from '../../kernel/params';

/** Saved views of one member, over all lists. */
export const MAX_VIEWS = 50;

export const ListName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be the name of a list, such as orders')
  .meta({ description: 'Name of the list, such as `orders` or `inventory`' });
const Query = z
  .string()
  .trim()
  .max(2000, 'must be at most 2000 characters')
  .meta({ description: 'Search, filters and sort, as the query string of the page; empty for none' });

const ViewName = text(80).meta({ description: 'Unique among your views of the list, ignoring case' });
export const NewView = z
  .strictObject({ list: ListName, name: ViewName, query: Query })
  .meta({ examples: [{ list: 'orders', name: 'To accept', query: 'status=pending&sort=-total' }] });

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
