import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import type { ExternalId, Identified } from './schema';
import { externalIds } from './tables';

const rowsOf = (ids: readonly ExternalId[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as g (system text, value text)`;

/** Removes those of some systems, so that they can be given again. */
export const removeSystems = statement(
  [[ID, 'customer', ID, ['x']]],
  (entityId: string, type: Identified, objectId: string, systems: readonly string[]) => sql`
    delete from ${externalIds} n where n.entity_id = ${entityId} and n.object_type = ${type} and n.object_id = ${objectId}
      and n.system in (select jsonb_array_elements_text(${JSON.stringify(systems)}::jsonb))`,
);

/** Adds those that no other object has; parallel writers take turns in one order. */
export const lockAndAdd = statement(
  [[ID, 'customer', ID, []]],
  (entityId: string, type: Identified, objectId: string, ids: readonly ExternalId[]) => sql<{
    system: string;
  }>`
    insert into ${externalIds} (entity_id, object_type, object_id, system, value)
    select ${entityId}, ${type}, ${objectId}, g.system, g.value from ${rowsOf(ids)} order by g.system, g.value
    on conflict do nothing returning system`,
);

export const objectsWith = statement(
  [[ID, 'customer', []]],
  (entityId: string, type: Identified, ids: readonly ExternalId[]) => sql<ExternalId & { object_id: string }>`
    select n.system, n.value, n.object_id from ${externalIds} n join ${rowsOf(ids)} on g.system = n.system and g.value = n.value
    where n.entity_id = ${entityId} and n.object_type = ${type}`,
);

export const countOf = statement(
  [[ID, 'customer', ID]],
  (entityId: string, type: Identified, objectId: string) => sql<{ total: number }>`
    select count(*)::int as total from ${externalIds} n
    where n.entity_id = ${entityId} and n.object_type = ${type} and n.object_id = ${objectId}`,
);

export const removeAll = statement(
  [[ID, 'customer', ID]],
  (entityId: string, type: Identified, objectId: string) => sql`
    delete from ${externalIds} n where n.entity_id = ${entityId} and n.object_type = ${type} and n.object_id = ${objectId}`,
);
