import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../../platform/db/listing';
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

/** Moves what businesses called an object to another, where they have no name of that system there yet. */
export const moveNames = statement(
  [['batch', ID, ID]],
  (type: Identified, from: string, into: string) => sql`
    with gone as (
      delete from ${externalIds} n where n.object_type = ${type} and n.object_id = ${from}
      returning n.entity_id, n.system, n.value)
    insert into ${externalIds} (entity_id, object_type, object_id, system, value)
    select g.entity_id, ${type}, ${into}, g.system, g.value from gone g
    where not exists (select from ${externalIds} o where o.entity_id = g.entity_id and o.object_type = ${type}
      and o.object_id = ${into} and o.system = g.system)`,
);

export const removeNames = statement(
  [['batch', [ID]]],
  (type: Identified, objectIds: readonly string[]) => sql`
    delete from ${externalIds} n where n.object_type = ${type} and n.object_id = any(${uuids(objectIds)})`,
);

/** Adds to an object what businesses called another, but what another object of theirs has. */
export const copyNames = statement(
  [
    [
      { type: 'draft', id: ID },
      { type: 'order', id: ID },
    ],
  ],
  (from: { type: Identified; id: string }, into: { type: Identified; id: string }) => sql`
    insert into ${externalIds} (entity_id, object_type, object_id, system, value)
    select n.entity_id, ${into.type}, ${into.id}, n.system, n.value from ${externalIds} n
    where n.object_type = ${from.type} and n.object_id = ${from.id} order by n.system, n.value
    on conflict do nothing`,
);

/** Takes the name of an object until the transaction ends, whether or not there is one. */
export const lockName = statement(
  [[ID, 'product', 'x', '1']],
  (entityId: string, type: Identified, system: string, value: string) => sql`
    select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([entityId, type, system, value])}, 934))`,
);

/** Takes the names of a batch in one order, so that two batches don't wait for each other. */
export const lockNames = statement(
  [[['x']]],
  (names: readonly string[]) => sql`
    select pg_advisory_xact_lock(hashtextextended(n.name, 934))
    from (select t.name from unnest(${texts(names)}) t (name) order by hashtextextended(t.name, 934) offset 0) n`,
);

/** Has batches of a business run one at a time. */
export const lockBatches = statement(
  [[ID]],
  (entityId: string) => sql`select pg_advisory_xact_lock(hashtextextended(${entityId}, 935))`,
);

/** The object that an external id of a business names. */
export const objectNamed = statement(
  [[ID, 'product', 'x', '1']],
  (entityId: string, type: Identified, system: string, value: string) => sql<{ object_id: string }>`
    select n.object_id from ${externalIds} n
    where n.entity_id = ${entityId} and n.object_type = ${type} and n.system = ${system} and n.value = ${value}`,
);

/** Of names of a type, those that an object has. */
export const objectsNamed = statement(
  [[ID, 'product', [{ system: 'x', value: '1' }]]],
  (entityId: string, type: Identified, names: readonly ExternalId[]) => sql<Named>`
    select n.object_id, n.system, n.value from ${externalIds} n join jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as g (system text, value text)
      on g.system = n.system and g.value = n.value
    where n.entity_id = ${entityId} and n.object_type = ${type} order by n.object_id`,
);
