import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { passkeys } from '../passkeys/tables';
import { users } from '../tables';

/** Whether a member has a second factor that works at this host, and whether their business requires one. */
export const factorsLeft = statement(
  [[ID, 'x']],
  (userId: string, rpId: string) => sql<{ has_factor: boolean; is_required: boolean }>`
    select u.mfa_enabled_at is not null
        or exists (select from ${passkeys} p where p.user_id = u.id and p.rp_id = ${rpId}) as has_factor,
      e.mfa_required_since is not null as is_required
    from ${users} u join ${entities} e on e.id = u.entity_id
    where u.id = ${userId}`,
);

/** How long sessions of a business last. */
export const lifetimesOf = statement(
  [[ID]],
  (userId: string) => sql<{ session_days: number; idle_hours: number }>`
    select e.session_days, e.session_idle_hours as idle_hours
    from ${users} u join ${entities} e on e.id = u.entity_id
    where u.id = ${userId}`,
);
