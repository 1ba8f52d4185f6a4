import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { Batching, EventFilter } from './schema';
import { webhookEndpoints } from './tables';

const jsonOrNull = (value: object | null) => sql`${value && JSON.stringify(value)}::jsonb`;

/** How long after a rotation deliveries are also signed with the previous secret (decision 65). */
const OVERLAP = sql`interval '24 hours'`;

export const changeEndpoint = statement(
  [
    [
      {
        url: 'x',
        events: ['x'],
        description: 'x',
        active: true,
        limit: [ID],
        batch: null,
        filter: null,
        id: ID,
      },
    ],
    [
      {
        url: 'x',
        events: ['x'],
        description: 'x',
        active: true,
        limit: null,
        batch: null,
        filter: null,
        id: ID,
      },
    ],
  ],
  ({
    url,
    events,
    description,
    active,
    limit,
    batch,
    filter,
    id,
  }: {
    url: string;
    events: readonly string[];
    description: string | null;
    active: boolean;
    limit: readonly string[] | null;
    batch: Batching | null;
    filter: EventFilter | null;
    id: string;
  }) => sql`
      update ${webhookEndpoints} set url = ${url}, events = ${texts(events)}, description = ${description},
        active = ${active}, location_ids = ${limit && uuids(limit)}, batch = ${jsonOrNull(batch)}, filter = ${jsonOrNull(filter)},
        updated_at = case when (url, events, description, active, location_ids, batch, filter) is not distinct from
            (${url}, ${texts(events)}, ${description}, ${active}, ${limit ? uuids(limit) : sql`null::uuid[]`},
              ${jsonOrNull(batch)}, ${jsonOrNull(filter)})
          then updated_at else now() end,
        disabled_reason = case when ${active} then null when active then 'manual' else disabled_reason end,
        failing_since = case when url <> ${url} or (${active} and not active) then null else failing_since end
      where id = ${id}`,
);

export const changeSecret = statement(
  [['x', ID]],
  (sealed: string, id: string) => sql`
    update ${webhookEndpoints} set previous_secret = secret, previous_secret_until = now() + ${OVERLAP},
      secret = ${sealed}, updated_at = now()
    where id = ${id}`,
);

export const forgetLocation = statement(
  [[ID, ID]],
  (locationId: string, entityId: string) => sql`
    update ${webhookEndpoints} set location_ids = array_remove(location_ids, ${locationId}::uuid)
    where entity_id = ${entityId} and ${locationId}::uuid = any(location_ids)`,
);

/** The endpoints of a business count failures from now on: what failed before its suspension is no reason to disable them. */
export const forgiveFailures = statement(
  [[ID]],
  (entityId: string) => sql`
    update ${webhookEndpoints} set failing_since = null where entity_id = ${entityId} and failing_since is not null`,
);
