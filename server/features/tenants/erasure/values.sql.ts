import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { users } from '../../auth/tables';
import { invoices } from '../../billing/invoices/tables';
import { accounts } from '../../entities/customers/tables';
import { licenses } from '../../entities/licenses/tables';
import { connections, entities, locations } from '../../entities/tables';
import { drivers } from '../../orders/fleet/tables';
import { orders } from '../../orders/tables';
import { recalls } from '../../recalls/tables';

/** The personal values of a business and its people, as others' records repeat them. */
export const valuesOfEntity = statement(
  [[ID]],
  (id: string) => sql<{ value: string }>`
    select distinct v.value from (
      select unnest(array[e.name, e.legal_name, e.street, e.contact_email, e.contact_phone]) as value from ${entities} e where e.id = ${id}
      union all select unnest(array[u.name, u.email]) from ${users} u where u.entity_id = ${id}
      union all select l.street from ${locations} l where l.entity_id = ${id}
      union all select unnest(array[d.name, d.license_number, d.phone]) from ${drivers} d where d.entity_id = ${id}
    ) v where length(v.value) > 1 and v.value <> 'Erased'`,
);

export const valuesOfUser = statement(
  [[ID]],
  (id: string) => sql<{ value: string; entity_id: string }>`
    select unnest(array[u.name, u.email]) as value, u.entity_id
    from ${users} u where u.id = ${id}`,
);

/** All members that a business ever had. */
export const membersOf = statement(
  [[ID]],
  (id: string) => sql<{ id: string }>`select u.id from ${users} u where u.entity_id = ${id}`,
);

/** Businesses that have dealt with a business. */
export const partnersOf = statement(
  [[ID]],
  (id: string) => sql<{ id: string }>`
    select o.wholesaler_id as id from ${orders} o where o.retailer_id = ${id}
    union select o.retailer_id from ${orders} o where o.wholesaler_id = ${id}
    union select case when c.requester_id = ${id} then c.target_id else c.requester_id end from ${connections} c
      where ${id} in (c.requester_id, c.target_id)
    union select a.seller_id from ${accounts} a where a.buyer_id = ${id}
    union select a.buyer_id from ${accounts} a where a.seller_id = ${id}`,
);

/** What a business's data is still needed for, and until which day; no row when it may be erased. */
export const retainedFor = statement(
  [[ID]],
  (id: string) => sql<{ what: 'orders' | 'invoices' | 'recalls' | 'license'; until: string }>`
    select 'orders' as what, greatest(max(o.delivery_date), current_date)::text as until from ${orders} o
      where ${id} in (o.wholesaler_id, o.retailer_id) and o.status not in ('delivered', 'cancelled') having count(*) > 0
    union all select 'invoices', greatest(max(i.due_on), current_date)::text from ${invoices} i
      where ${id} in (i.seller_id, i.buyer_id) and i.settled_cents < i.total_cents having count(*) > 0
    union all select 'recalls', greatest(max(r.respond_by)::date, current_date)::text from ${recalls} r
      where r.entity_id = ${id} and r.closed_at is null having count(*) > 0
    union all select 'license', max(n.expires_on)::text from ${licenses} n
      where n.entity_id = ${id} and n.status = 'active' and n.expires_on >= current_date having count(*) > 0
    order by until desc`,
);

/** Of some ids, those of businesses. */
export const existingEntity = statement(
  [[ID]],
  (id: string) => sql<{ id: string; name: string; deleted: boolean }>`
    select e.id, e.name, e.deleted_at is not null as deleted from ${entities} e where e.id = any(${uuids([id])})`,
);

/** Whether a member is an owner, and how many others the business has. */
export const ownersBeside = statement(
  [[ID]],
  (id: string) => sql<{ is_owner: boolean; others: number }>`
    select u.team_role = 'owner' and u.removed_at is null as is_owner, (select count(*)::int from ${users} o
      where o.entity_id = u.entity_id and o.team_role = 'owner' and o.removed_at is null and o.id <> u.id) as others
    from ${users} u where u.id = ${id}`,
);
