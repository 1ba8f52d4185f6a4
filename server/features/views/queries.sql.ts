import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import { equals } from '../../platform/db/collection';
import { paged } from '../../platform/db/paged.sql';
import { rowsWhere } from '../../platform/db/rows.sql';
import { ID, OWNER } from '../../platform/db/samples';
import { savedView } from './resource';
import { ListName } from './schema';

/** SQL: the member's own views. */
export const ownViews = ({ userId }: Pick<Actor, 'userId'>) => sql`s.user_id = ${userId}`;

export const VIEWS = paged(savedView, {
  visible: ownViews,
  order: sql`s.created_at`,
  filters: { list: equals(sql`s.list`, ListName.meta({ description: 'Only views of this list' }), 'orders') },
  viewers: [OWNER],
});
export const viewsWhere = rowsWhere(savedView, [[sql`s.id = ${ID} and ${ownViews(OWNER)}`]]);
