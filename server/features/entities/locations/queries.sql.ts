import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import type { Schedule } from '../../../kernel/delivery-days';
import type { Premises } from '../../../kernel/premises';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities, locations } from '../tables';

/** SQL: the rows of an alias that a member may see: their entity's; with a location limit, those within it. */
export function withinLimit(row: 'k' | 'w', { entity, locationLimit }: Limited): SQL {
  const alias = sql.raw(row);
  const own = sql`${alias}.entity_id = ${entity.id}`;
  // For one without a limit `null <@ …` is null, so a limited member does not see it.
  return locationLimit === null ? own : sql`${own} and ${alias}.location_ids <@ ${uuids(locationLimit)}`;
}
type Limited = Pick<Actor, 'entity' | 'locationLimit'>;

/** SQL: a location (alias `l`) as its licenses concern it. */
export const premises = sql`l.id, l.name, l.postal_state as state, l.licensed_until::text as "licensedUntil"`;

const receiving = (entityId: string, id: string | null, within: readonly string[] | null) => sql<Premises>`
    select ${premises} from ${locations} l where l.entity_id = ${entityId} and l.deleted_at is null and not l.unconfirmed
      ${within === null ? sql`` : sql`and l.id = any(${uuids(within)})`}
      ${id === null ? sql`order by l.active desc, l.created_at, l.id limit 1` : sql`and l.id = ${id}`}`;

/**
 * A location, by default the first in use, or without one the first that is not, within a member's reach. It can't be deleted
 * until the transaction ends.
 */
export const lockReceiving = statement(
  [
    [ID, null, null],
    [ID, null, [ID]],
    [ID, ID, null],
    [ID, ID, [ID]],
  ],
  (entityId: string, id: string | null, within: readonly string[] | null) =>
    sql<Premises>`${receiving(entityId, id, within)} for key share`,
);

/** The same without a lock. */
export const receivingRow = statement(
  [
    [ID, null, null],
    [ID, null, [ID]],
    [ID, ID, null],
  ],
  receiving,
);

/** When goods leave the locations of sellers that name days. */
export const schedulesOf = statement(
  [[[ID]]],
  (sellerIds: readonly string[]) => sql<Schedule & { entity_id: string }>`
    select l.entity_id, l.delivery_days as days, l.order_cutoff as cutoff, e.timezone
    from ${locations} l join ${entities} e on e.id = l.entity_id
    where l.entity_id = any(${uuids(sellerIds)}) and l.deleted_at is null and l.active and l.delivery_days <> '{}'`,
);
