import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { accounts } from '../customers/tables';
import { type ExternalId, type Identified, MAX_EXTERNAL_IDS } from './schema';
import { externalIds } from './tables';

/** An external id of an object; without a value of a system that it gives up. */
export interface Named extends ExternalId {
  object_id: string;
}

const rowsOf = (ids: ReadonlyArray<Omit<Named, 'value'>>) =>
  sql`jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as g (object_id uuid, system text, value text)`;

/** Removes those of some systems, so that they can be given again. */
export const removeSystems = statement(
  [[ID, 'customer', []]],
  (entityId: string, type: Identified, ids: ReadonlyArray<Omit<Named, 'value'>>) => sql`
    delete from ${externalIds} n using ${rowsOf(ids)}
    where n.entity_id = ${entityId} and n.object_type = ${type} and n.object_id = g.object_id and n.system = g.system`,
);

/** Adds those that no other object has; parallel writers take turns in one order. */
export const lockAndAdd = statement(
  [[ID, 'customer', []]],
  (entityId: string, type: Identified, ids: readonly Named[]) => sql<{ system: string }>`
    insert into ${externalIds} (entity_id, object_type, object_id, system, value)
    select ${entityId}, ${type}, g.object_id, g.system, g.value from ${rowsOf(ids)} order by g.system, g.value
    on conflict do nothing returning system`,
);

/** Of those, the ones that another object has. */
export const takenAmong = statement(
  [[ID, 'customer', []]],
  (entityId: string, type: Identified, ids: readonly Named[]) => sql<{ object_id: string }>`
    select n.object_id from ${externalIds} n join ${rowsOf(ids)}
      on g.system = n.system and g.value = n.value and g.object_id <> n.object_id
    where n.entity_id = ${entityId} and n.object_type = ${type} limit 1`,
);

/** Of some objects, those that have more than they may. */
export const overfull = statement(
  [[ID, 'customer', [ID]]],
  (entityId: string, type: Identified, objectIds: readonly string[]) => sql<{ object_id: string }>`
    select n.object_id from ${externalIds} n
    where n.entity_id = ${entityId} and n.object_type = ${type} and n.object_id = any(${uuids(objectIds)})
    group by n.object_id having count(*) > ${MAX_EXTERNAL_IDS}::int`,
);

/** Removes what a business and those that sell to it called its objects. */
export const removeAll = statement(
  [[ID, 'customer', [ID]]],
  (entityId: string, type: Identified, objectIds: readonly string[]) => sql`
    delete from ${externalIds} n where n.object_type = ${type} and n.object_id = any(${uuids(objectIds)})
      and n.entity_id = any(array(
        select ${entityId}::uuid union all select a.seller_id from ${accounts} a where a.buyer_id = ${entityId}))`,
);
