import { sql } from 'drizzle-orm';
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
import { claimants, claims } from './tables';

const SAMPLE: Merging = { from: ID, to: ID, sellerId: ID };

/** Locks both businesses of a claim that is merging, in id order; no row once either is gone, or the customer is claimed. */
export const lockBoth = statement(
  [[ID]],
  (id: string) => sql<{ entity_id: string; seller_id: string; claimant_id: string; claimant_entity: string }>`
    with pair as materialized (
      select e.id from ${entities} e join ${claims} c on c.id = ${id} left join ${claimants} k on k.id = c.claimant_id
      where e.id in (c.entity_id, k.entity_id) and e.deleted_at is null order by e.id for update of e)
    select c.entity_id, c.seller_id, k.id as claimant_id, k.entity_id as claimant_entity
    from ${claims} c join ${claimants} k on k.id = c.claimant_id
    where c.id = ${id} and c.status = 'merging' and (select count(*) from pair) = 2
      and exists (select from ${entities} e where e.id = c.entity_id and e.managed_by = c.seller_id)
    for update of c`,
);

export const moveLocations = statement(
  [[SAMPLE]],
  ({ from, to }: Merging) => sql`update ${locations} set entity_id = ${to} where entity_id = ${from}`,
);

/** Licenses of premises follow them; of those for all premises the survivor gets what it doesn't have. */
export const moveLicenses = statement(
  [[SAMPLE]],
  ({ from, to }: Merging) => sql`
    with moved as (
      update ${licenses} x set entity_id = ${to} where x.entity_id = ${from} and not exists (
        select from ${licenses} s where s.entity_id = ${to} and s.state = x.state
          and license_form(s.number) = license_form(x.number)) returning x.id)
    delete from ${licenses} x where x.entity_id = ${from} and x.id not in (select id from moved)`,
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

/**
 * The seller's account with the survivor keeps its terms; without one, the customer's becomes it. Contacts beyond as many as a
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
      update ${accounts} s set nickname = coalesce(s.nickname, a.nickname), claimed_at = coalesce(s.claimed_at, now()),
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
