import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { DisabledReason } from './schema';

export const disableEndpoint = statement(
  [['gone', ID]],
  (reason: DisabledReason, endpointId: string) => sql<{ entity_id: string }>`
      update webhook_endpoints set active = false, disabled_reason = ${reason}, updated_at = now()
      where id = ${endpointId} and active returning entity_id`,
);

export const lockAndFailPending = statement(
  [[ID]],
  (endpointId: string) => sql`
    with waiting as (
      select id from webhook_deliveries where endpoint_id = ${endpointId} and status = 'pending'
      order by id for no key update
    )
    update webhook_deliveries d set status = 'failed', next_attempt_at = null from waiting w where d.id = w.id`,
);

export const adminsOfEndpoint = statement(
  [[ID]],
  (endpointId: string) => sql<{ id: string; email: string; entity_id: string }>`
    select u.id, u.email, u.entity_id from users u join webhook_endpoints w on w.entity_id = u.entity_id
    where w.id = ${endpointId} and u.team_role in ('owner', 'admin') and u.removed_at is null
    order by u.email`,
);

export const disabledEndpoint = statement(
  [[ID, ID]],
  (userId: string, endpointId: string) => sql<{ email: string; url: string; reason: DisabledReason }>`
    select u.email, w.url, w.disabled_reason as reason from webhook_endpoints w
    join users u on u.entity_id = w.entity_id and u.id = ${userId} and u.removed_at is null
    where w.id = ${endpointId} and not w.active and w.disabled_reason is not null`,
);
