import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { filter } from '../../../platform/db/collection';
import { paged } from '../../../platform/db/paged.sql';
import { rowsWhere } from '../../../platform/db/rows.sql';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { noticesFrom } from '../../../platform/outbox/notices.sql';
import { survivorOf } from '../customers/service.sql';
import { accounts } from '../customers/tables';
import { supplierNotes } from '../suppliers/tables';
import { entities } from '../tables';
import { followUp } from './resource';
import type { FollowUpPlace } from './schema';
import { followUps } from './tables';

/** A pair of seller and buyer, as one of them sees it. */
export interface Pair {
  entityId: string;
  sellerId: string;
  buyerId: string;
}
const PAIR: Pair = { entityId: ID, sellerId: ID, buyerId: ID };

/** SQL: the follow-ups (alias `f`) of one side of a pair. */
export const ofPair = ({ entityId, sellerId, buyerId }: Pair): SQL =>
  sql`f.seller_id = ${sellerId} and f.buyer_id = ${buyerId} and f.entity_id = ${entityId}`;

/** Those that are due soonest first, then those that are done. */
export const FOLLOW_UPS = paged(followUp, {
  visible: ofPair,
  order: sql`f.done_at is not null, f.due_on`,
  filters: {
    done: filter(
      z.boolean().meta({ description: 'true for those that are done only, false for the others' }),
      true,
      (isDone) => (isDone ? sql`f.done_at is not null` : sql`f.done_at is null`),
    ),
  },
  viewers: [PAIR],
});

export const readFollowUps = rowsWhere(followUp, [[sql`f.id = ${ID} and ${ofPair(PAIR)}`]]);

const pairOf = (place: FollowUpPlace, me: string, id: string): SQL =>
  place === 'customers'
    ? sql`a.seller_id = ${me} and a.buyer_id = ${survivorOf(me, id)}`
    : sql`a.buyer_id = ${me} and a.seller_id = ${id}`;

const PLACES: [FollowUpPlace, string, string][] = [
  ['customers', ID, ID],
  ['suppliers', ID, ID],
];

/** The pair of a business and its customer or supplier. */
export const pairWith = statement(
  PLACES,
  (place: FollowUpPlace, me: string, id: string) => sql<{ seller_id: string; buyer_id: string }>`
    select a.seller_id, a.buyer_id from ${accounts} a where ${pairOf(place, me, id)}`,
);

/** The same, which no merge ends until the transaction does. */
export const lockPairWith = statement(
  PLACES,
  (place: FollowUpPlace, me: string, id: string) => sql<{ seller_id: string; buyer_id: string }>`
    select a.seller_id, a.buyer_id from ${accounts} a where ${pairOf(place, me, id)} for key share`,
);

/** Follow-ups that one transaction announces. */
export const DUE_BATCH = 500;

/**
 * Stores a notice of each follow-up whose day has begun where its business is: once, to its member, else to the representative.
 * @returns a row for each
 */
export const announceDue = statement(
  [[]],
  () => sql<{ id: string }>`
    with due as (
      select f.id from ${followUps} f join ${entities} e on e.id = f.entity_id
      where f.done_at is null and f.noticed_at is null and f.due_on <= (now() at time zone 'UTC')::date + 1
        and f.due_on <= (now() at time zone e.timezone)::date
      order by f.due_on limit ${DUE_BATCH} for update of f skip locked
    ), noticed as (
      update ${followUps} f set noticed_at = now() from due d where f.id = d.id
      returning f.id, f.entity_id, f.seller_id, f.buyer_id, f.member_id, f.text, f.due_on
    ), told as (
      select n.*, w.id as partner_id, case when n.entity_id = n.seller_id then a.name else w.name end as partner_name,
        case when n.entity_id = n.seller_id then 'customer' else 'supplier' end as type,
        coalesce(n.member_id, case when n.entity_id = n.seller_id then a.representative_id else s.representative_id end) as user_id
      from noticed n join ${accounts} a on a.seller_id = n.seller_id and a.buyer_id = n.buyer_id
        join ${entities} w on w.id = case when n.entity_id = n.seller_id then n.buyer_id else n.seller_id end
        left join ${supplierNotes} s on s.seller_id = n.seller_id and s.buyer_id = n.buyer_id
    ), stored as (${noticesFrom(sql`
      select md5(concat_ws(' ', 'follow_up', t.id, t.due_on))::uuid, t.entity_id, now(), jsonb_build_object(
        'kind', 'follow_up', 'permission', null, 'userId', t.user_id,
        'object', jsonb_build_object('type', t.type, 'id', t.partner_id, 'name', t.partner_name),
        'summary', 'Follow up with ' || t.partner_name || ': ' || left(regexp_replace(t.text, '\\s+', ' ', 'g'), 200))
      from told t where t.user_id is not null`)})
    select id from noticed`,
);
