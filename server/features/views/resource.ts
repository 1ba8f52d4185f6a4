import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { listOf } from '../../kernel/params';
import { exampleId, id, text, time } from '../../platform/db/fields';
import { resource } from '../../platform/db/resource';
import { savedViews } from './tables';

const s = alias(savedViews, 's');

export const savedView = resource(
  s,
  {
    id: id(s.id, 'Id of the view', exampleId('40')),
    list: text(s.list, 'Name of the list', 'orders'),
    name: text(s.name, 'Name of the view', 'To accept'),
    query: text(s.query, 'Query string of the page', 'status=pending&sort=-total'),
    created_at: time(s.createdAt, 'When it was saved'),
    updated_at: time(s.updatedAt, 'When it last changed'),
  },
  { id: 'SavedView' },
);
export const SavedView = savedView.schema;
export type ViewOfList = z.infer<typeof SavedView>;
export const SavedViewList = listOf(SavedView);
