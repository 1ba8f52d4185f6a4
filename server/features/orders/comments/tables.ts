import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { actorColumns, createdAt, id, reference } from '../../../platform/db/columns';
import { keep, plain } from '../../../platform/db/marks';
import { orders } from '../tables';

/** What the parties of an order write to each other; comments never change (decision 176). */
export const orderComments = pgTable(
  'order_comments',
  {
    id: id(),
    orderId: reference('order_id', () => orders.id),
    body: plain(text('body')).notNull(),
    ...actorColumns(),
    actorEntityId: uuid('actor_entity_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('order_comments_body', sql`char_length(${t.body}) between 1 and 2000`),
    index('order_comments_of_order').on(t.orderId, t.createdAt, t.id),
  ],
);
keep(orderComments, { rows: 'order_id>orders', kept: 'orders', erase: 'blank', erased: 'actor_entity_id' });
