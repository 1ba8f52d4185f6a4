import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { businessInvitations } from '../business-invitations/tables';
import { accounts, entityAliases } from '../customers/tables';
import { externalIds } from '../external-ids/tables';
import { followUps } from '../follow-ups/tables';
import { licenses } from '../licenses/tables';
import { MAX_CONTACTS } from '../relationships/schema';
import type { Merging } from '../service';
import { connections, entities, locations } from '../tables';
import { FIRST_OWN, IS_SAME_PLACE } from './offer.sql';
import { type Agreed, claimants, claims } from './tables';

const SAMPLE: Merging = { from: ID, to: ID, sellerId: ID, disputed: [ID] };

/** A claim that is merging. */
export interface Found {
  entity_id: string;
  seller_id: string;
  seller_name: string;
  claimant_entity: string;
  agreed: Agreed;
}

/** Locks both businesses of a claim that is merging, in id order; no row once either is gone, or the customer is another's. */
export const lockBoth = statement(
  [[ID]],
  (id: string) => sql<Found>`
    with pair as materialized (
      select e.id from ${entities} e join ${claims} c on c.id = ${id} left join ${claimants} k on k.id = c.claimant_id
      where e.id in (c.entity_id, k.entity_id) and e.deleted_at is null order by e.id for update of e)
    select c.entity_id, c.seller_id, s.name as seller_name, k.entity_id as claimant_entity, c.agreed
    from ${claims} c join ${claimants} k on k.id = c.claimant_id join ${entities} s on s.id = c.seller_id
    where c.id = ${id} and c.status = 'merging' and (select count(*) from pair) = 2
      and exists (select from ${entities} e where e.id = c.entity_id and e.managed_by = c.seller_id)
    for update of c`,
);

/**
 * Places of the customer at an address of the survivor's become that place: what goes there goes to the survivor's own. They
 * stay hidden, as deleted.
 */
export const joinLocations = statement(
  [[SAMPLE]],
  ({ from, to, sellerId: seller }: Merging) => sql`
    with same as materialized (
      select distinct on (l.id) l.id, o.id as own from ${locations} l join ${locations} o on o.entity_id = ${to} and o.deleted_at is null
        and ${IS_SAME_PLACE}
      where l.entity_id = ${from} and l.deleted_at is null order by l.id, ${FIRST_OWN}
    ), kept as (
      update ${externalIds} x set object_id = s.own from same s
      where x.entity_id = ${seller} and x.object_type = 'location' and x.object_id = s.id
        and s.id = (select min(t.id::text)::uuid from same t where t.own = s.own)
        and not exists (select from ${externalIds} y where y.entity_id = ${seller} and y.object_type = 'location'
          and y.object_id = s.own and y.system = x.system) returning x.system, x.value
    ), gone as (
      delete from ${externalIds} x using same s where x.entity_id = ${seller} and x.object_type = 'location' and x.object_id = s.id
        and (x.system, x.value) not in (select k.system, k.value from kept k)
    )
    update ${locations} l set deleted_at = now(), joined_to = s.own from same s where l.id = s.id`,
);

/**
 * All other places come inactive, unless the owner said that they are the business's; an inactive one takes no new order. They are
 * younger than any of the survivor's own, so that none is ever the first.
 */
export const moveLocations = statement(
  [[SAMPLE, [ID]]],
  ({ from, to }: Merging, own: readonly string[]) => sql`
    update ${locations} l set entity_id = ${to}, active = l.id = any(${uuids(own)}), unconfirmed = l.id <> all(${uuids(own)}),
      created_at = now()
    where l.entity_id = ${from}`,
);

/** None of what a seller typed as a license is the survivor's. */
export const removeLicenses = statement(
  [[ID]],
  (from: string) => sql`delete from ${licenses} where entity_id = ${from}`,
);

/** A system that is taken stays the survivor's. */
export const moveExternalIds = statement(
  [[SAMPLE]],
  ({ from, to, sellerId: seller }: Merging) => sql`
    with moved as (
      update ${externalIds} x set object_id = ${to}
      where x.entity_id = ${seller} and x.object_type = 'customer' and x.object_id = ${from} and not exists (
        select from ${externalIds} s where s.entity_id = ${seller} and s.object_type = 'customer' and s.object_id = ${to}
          and s.system = x.system) returning x.system)
    delete from ${externalIds} x where x.entity_id = ${seller} and x.object_type = 'customer' and x.object_id = ${from}
      and x.system not in (select system from moved)`,
);

export const moveInvitations = statement(
  [[SAMPLE]],
  ({ from, to }: Merging) =>
    sql`update ${businessInvitations} set customer_id = ${to} where customer_id = ${from}`,
);

/** The account with the survivor gets the follow-ups of one that goes; of one that moves they follow by themselves. */
export const moveFollowUps = statement(
  [[SAMPLE]],
  ({ from, to, sellerId: seller }: Merging) => sql`
    update ${followUps} f set buyer_id = ${to} where f.seller_id = ${seller} and f.buyer_id = ${from}
      and exists (select from ${accounts} s where s.seller_id = ${seller} and s.buyer_id = ${to})`,
);

/** SQL: a contact (`one`) as a line of text. */
const CONTACT_LINE = sql`concat_ws(', ', one->>'name', one->>'role', one->>'email', one->>'phone')`;

/** SQL: whether a contact `one` says nothing that `other` doesn't. */
const SAYS_NO_MORE = sql`lower(one->>'name') = lower(other->>'name')
  and coalesce(lower(one->>'email') = lower(other->>'email'), one->>'email' is null)
  and coalesce(lower(one->>'role') = lower(other->>'role'), one->>'role' is null)
  and coalesce(nullif(regexp_replace(one->>'phone', '[^0-9]', '', 'g'), '') = regexp_replace(other->>'phone', '[^0-9]', '', 'g'),
    one->>'phone' is null)`;

/** SQL: an account that an invitation made, whose terms no one has changed since, has those of the customer. */
const TERMS_OF_ROW = sql.join(
  [
    'price_list_id',
    'minimum_order_cents',
    'terms_days',
    'credit_limit_cents',
    'credit_check',
    'on_hold',
    'exempt_tax_ids',
  ].map((name) => sql.raw(`"${name}" = case when s.untouched then a."${name}" else s."${name}" end`)),
  sql`, `,
);

/**
 * The seller's account with the survivor keeps its terms, unless they are untouched; without one, the customer's becomes it. Contacts beyond as many as a
 * customer has are lines of the notes.
 */
export const joinAccount = statement(
  [[SAMPLE]],
  ({ from, to, sellerId: seller }: Merging) => sql`
    with moved as (
      update ${accounts} a set buyer_id = ${to}, status = 'claimed', claimed_at = now()
      where a.seller_id = ${seller} and a.buyer_id = ${from}
        and not exists (select from ${accounts} s where s.seller_id = ${seller} and s.buyer_id = ${to}) returning a.buyer_id),
    people as (
      select one, row_number() over (order by side, place) as place from (
        select 0 as side, n.one, n.place from ${accounts} s cross join jsonb_array_elements(s.contacts) with ordinality n (one, place)
          where s.seller_id = ${seller} and s.buyer_id = ${to}
        union all
        select 1, n.one, n.place from ${accounts} a cross join jsonb_array_elements(a.contacts) with ordinality n (one, place)
          where a.seller_id = ${seller} and a.buyer_id = ${from} and not exists (
            select from ${accounts} s cross join jsonb_array_elements(s.contacts) o (other)
            where s.seller_id = ${seller} and s.buyer_id = ${to} and ${SAYS_NO_MORE})) n),
    contacts as (
      select coalesce(jsonb_agg(one order by place) filter (where place <= ${MAX_CONTACTS}::int), '[]') as first,
        string_agg(${CONTACT_LINE}, chr(10) order by place) filter (where place > ${MAX_CONTACTS}::int) as others
      from people),
    kept as (
      update ${accounts} s set ${TERMS_OF_ROW}, nickname = coalesce(s.nickname, a.nickname), claimed_at = coalesce(s.claimed_at, now()),
        internal_notes = nullif(concat_ws(chr(10) || chr(10), s.internal_notes, a.internal_notes, c.others), ''),
        representative_id = coalesce(s.representative_id, a.representative_id), contacts = c.first,
        updated_at = change_time()
      from ${accounts} a, contacts c where a.seller_id = ${seller} and a.buyer_id = ${from} and s.seller_id = ${seller} and s.buyer_id = ${to})
    delete from ${accounts} a where a.seller_id = ${seller} and a.buyer_id = ${from} and not exists (select from moved)`,
);

/** The connection of both stays; without one, the customer's becomes it, and a request that waits is accepted. */
export const lockAndJoinConnection = statement(
  [[SAMPLE]],
  ({ from, to, sellerId: seller }: Merging) => sql<{ id: string; made: boolean }>`
    with present as (
      select c.id, c.status from ${connections} c where least(c.requester_id, c.target_id) = least(${seller}::uuid, ${to}::uuid)
        and greatest(c.requester_id, c.target_id) = greatest(${seller}::uuid, ${to}::uuid) and c.status <> 'rejected' for update),
    accepted as (
      update ${connections} c set status = 'accepted', responded_at = clock_timestamp() from present p
      where c.id = p.id and p.status = 'pending' returning c.id),
    moved as (
      update ${connections} c set target_id = ${to}, managed = false, status = 'accepted'
      where c.requester_id = ${seller} and c.target_id = ${from} and not exists (select from present) returning c.id),
    gone as (
      delete from ${connections} c where c.requester_id = ${seller} and c.target_id = ${from} and exists (select from present))
    select id, true as made from accepted union all select id, true from moved`,
);

/** The customer's id becomes an alias, for its seller alone, and its claim names the survivor; others' claims never do. */
export const retire = statement(
  [[SAMPLE, ID]],
  ({ from, to, sellerId: seller }: Merging, claim: string) => sql`
    with alias as (insert into ${entityAliases} (alias_id, seller_id, survivor_id) values (${from}, ${seller}, ${to})),
    done as (
      update ${claims} c set entity_id = ${to}, updated_at = now(), status = 'confirmed' where c.id = ${claim})
    update ${entities} set deleted_at = now() where id = ${from}`,
);
