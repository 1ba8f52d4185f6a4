import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { DisabledReason } from './schema';
import { webhookDeliveries, webhookEndpoints } from './tables';

/** An endpoint is disabled after failing for this long (decision 66). */
export const PATIENCE_DAYS = 5;

/**
 * Disables an endpoint as it now is: not where its address changed after the request, nor where it was enabled again and so no longer
 * has failed for long.
 * @param url that the request was sent to
 */
export const disableEndpoint = statement(
  [
    ['gone', ID, 'x'],
    ['failing', ID, 'x'],
  ],
  (reason: DisabledReason, endpointId: string, url: string) => sql<{
    entity_id: string;
    url: string;
    location_ids: string[] | null;
  }>`
      update ${webhookEndpoints} set active = false, disabled_reason = ${reason}, updated_at = now()
      where id = ${endpointId} and active and url = ${url}
        ${reason === 'failing' ? sql`and failing_since < now() - make_interval(days => ${PATIENCE_DAYS})` : sql``}
      returning entity_id, url, location_ids`,
);

/** Fails what waits for an endpoint, if it is disabled; enabling it waits for this. */
export const lockAndFailPending = statement(
  [[ID]],
  (endpointId: string) => sql`
    with disabled as (
      select id from ${webhookEndpoints} where id = ${endpointId} and not active for share
    ), waiting as (
      select d.id from ${webhookDeliveries} d join disabled w on w.id = d.endpoint_id where d.status = 'pending'
      order by d.id for no key update of d
    )
    update ${webhookDeliveries} d set status = 'failed', next_attempt_at = null from waiting w where d.id = w.id`,
);
