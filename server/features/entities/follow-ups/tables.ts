import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, reference, updatedAt } from '../../../platform/db/columns';
import { keep, personal } from '../../../platform/db/marks';
import { users } from '../../auth/tables';
import { accounts } from '../customers/tables';
import { entities } from '../tables';

/** What a member is to do about a customer or supplier; only the business that wrote it sees it. */
export const followUps = pgTable(
  'follow_ups',
  {
    id: id(),
    /** The business that wrote it: one of the two. */
    entityId: reference('entity_id', () => entities.id),
    sellerId: uuid('seller_id').notNull(),
    buyerId: uuid('buyer_id').notNull(),
    dueOn: date('due_on').notNull(),
    text: personal(text('text')).notNull(),
    doneAt: instant('done_at'),
    memberId: uuid('member_id'),
    /** When the member was notified that it is due; null until then. */
    noticedAt: instant('noticed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      name: 'follow_ups_account',
      columns: [t.sellerId, t.buyerId],
      foreignColumns: [accounts.sellerId, accounts.buyerId],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    foreignKey({
      name: 'follow_ups_member',
      columns: [t.entityId, t.memberId],
      foreignColumns: [users.entityId, users.id],
    }),
    check('follow_ups_party', sql`${t.entityId} in (${t.sellerId}, ${t.buyerId})`),
    index('follow_ups_of_account').on(t.sellerId, t.buyerId, t.entityId, t.dueOn),
    index('follow_ups_of_entity').on(t.entityId),
    index('follow_ups_of_member').on(t.memberId).where(sql`${t.memberId} is not null`),
    index('follow_ups_due').on(t.dueOn).where(sql`${t.doneAt} is null and ${t.noticedAt} is null`),
  ],
);
keep(followUps, { rows: 'entity_id', kept: 'records', erase: 'blank' });
