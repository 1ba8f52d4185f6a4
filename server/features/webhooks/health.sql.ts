import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { DisabledReason } from './schema';
import { webhookDeliveries, webhookEndpoints } from './tables';

export const disableEndpoint = statement(
  [['gone', ID]],
  (reason: DisabledReason, endpointId: string) => sql<{
    entity_id: string;
    url: string;
    location_ids: string[] | null;
  }>`
      update ${webhookEndpoints} set active = false, disabled_reason = ${reason}, updated_at = now()
      where id = ${endpointId} and active returning entity_id, url, location_ids`,
);

export const lockAndFailPending = statement(
  [[ID]],
  (endpointId: string) => sql`
    with waiting as (
      select id from ${webhookDeliveries} where endpoint_id = ${endpointId} and status = 'pending'
      order by id for no key update
    )
    update ${webhookDeliveries} d set status = 'failed', next_attempt_at = null from waiting w where d.id = w.id`,
);
