import { type SQL, sql } from 'drizzle-orm';
import { filter } from '../../../platform/db/collection';
import { json } from '../../../platform/db/fields';
import { ExternalIdFilter, ExternalIds, externalIdOf, type Identified } from './schema';
import { externalIds } from './tables';

const named = (type: Identified) => sql.raw(`'${type}'`);

/** SQL: joins `viewer`, whose external ids a resource shows; null for what several businesses read. */
export const joinViewer = (entityId: string | null): SQL =>
  sql`cross join (select ${entityId}::uuid as id) viewer`;

/**
 * SQL: the external ids that a business gave an object, as JSON. Whether it gave any of the type is asked once of a statement:
 * most businesses have none, and their lists cost nothing more.
 */
export const externalIdsJson = (
  type: Identified,
  entityId: SQL,
  objectId: SQL,
): SQL<Record<string, string>> => {
  const ofType = sql`from ${externalIds} n where n.entity_id = ${entityId} and n.object_type = ${named(type)}`;
  return sql`case when exists (select ${ofType}) then coalesce(
    (select json_object_agg(n.system, n.value order by n.system) ${ofType} and n.object_id = ${objectId}), '{}')
    else '{}' end`;
};

/** The external ids that `viewer` gave an object: see `joinViewer`. */
export const externalIdsOf = (type: Identified, objectId: SQL, example: Record<string, string> = {}) =>
  json(externalIdsJson(type, sql`viewer.id`, objectId), ExternalIds, example);

/** SQL: whether an object is the one that has an external id of a business. */
export const hasExternalId = (type: Identified, objectId: SQL, entityId: string, given: string): SQL => {
  const { system, value } = externalIdOf(given) ?? { system: '', value: '' };
  return sql`${objectId} = (select n.object_id from ${externalIds} n where n.entity_id = ${entityId}
    and n.object_type = ${named(type)} and n.system = ${system} and n.value = ${value})`;
};

/** The same of `e`, where a resource has who looks as that. */
export const externalIdsOfReader = (type: Identified, objectId: SQL, reader: SQL) =>
  json(externalIdsJson(type, reader, objectId), ExternalIds, {});

/** What both parties get in an event: each has external ids of its own. */
export function withoutExternalIds<T extends { external_ids: unknown }>({
  external_ids: _,
  ...shared
}: T): Omit<T, 'external_ids'> {
  return shared;
}

/** Filters a list by one external id of the reader's. */
export const byExternalId = <V extends { entity: { id: string } }>(type: Identified, objectId: SQL) =>
  filter(ExternalIdFilter, 'x:1', (given: string, { entity }: V) =>
    hasExternalId(type, objectId, entity.id, given),
  );
