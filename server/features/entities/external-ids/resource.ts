import { type SQL, sql } from 'drizzle-orm';
import { filter } from '../../../platform/db/collection';
import { json } from '../../../platform/db/fields';
import { ExternalIdFilter, ExternalIds, externalIdOf, type Identified } from './schema';
import { externalIds } from './tables';

/**
 * The external ids that a business gave an object.
 * @param entityId SQL: the business that looks
 */
export const externalIdsOf = (type: Identified, entityId: SQL, objectId: SQL) =>
  json(
    sql`coalesce((select json_object_agg(n.system, n.value order by n.system) from ${externalIds} n
      where n.entity_id = ${entityId} and n.object_type = ${sql.raw(`'${type}'`)} and n.object_id = ${objectId}), '{}')`,
    ExternalIds,
    { leaflink: '123' },
  );

/** Filters a list by one external id of the reader's. */
export const byExternalId = <V>(type: Identified, objectId: SQL, entityIdOf: (viewer: V) => string) =>
  filter(ExternalIdFilter, 'x:1', (given: string, viewer: V) => {
    const { system, value } = externalIdOf(given) ?? { system: '', value: '' };
    return sql`${objectId} = (select n.object_id from ${externalIds} n where n.entity_id = ${entityIdOf(viewer)}
      and n.object_type = ${sql.raw(`'${type}'`)} and n.system = ${system} and n.value = ${value})`;
  });
