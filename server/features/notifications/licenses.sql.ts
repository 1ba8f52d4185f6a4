import { sql } from 'drizzle-orm';
import { statement } from '../../platform/db/statement';
import { noticesFrom } from '../../platform/outbox/notices.sql';
import { entities } from '../entities/tables';
import { notifications } from './tables';

/**
 * Stores a notice for each business whose license expires within 60, 30 or 7 days, or today: each once for each of the
 * four, because the id is made of the license and the distance.
 */
export const noticeExpiringLicenses = statement(
  [[]],
  () => sql`
    with near as (
      select e.id, e.license_number, e.license_expiry,
        e.license_expiry - (now() at time zone e.timezone)::date as left_days
      from ${entities} e
      where e.deleted_at is null and e.managed_by is null and e.license_expiry between current_date - 1 and current_date + 61
    ), due as (
      select *, case when left_days <= 0 then 0 when left_days <= 7 then 7 when left_days <= 30 then 30 else 60 end as days
      from near where left_days between 0 and 60
    ), named as (
      select d.*, md5(concat_ws(' ', 'license', d.id, d.license_expiry, d.days))::uuid as notice_id from due d
    )
    ${noticesFrom(sql`select d.notice_id, d.id, now(), jsonb_build_object('kind', 'expiration', 'permission', 'update:entity',
      'object', jsonb_build_object('type', 'license', 'id', d.id, 'name', d.license_number),
      'summary', 'License ' || d.license_number || case when d.days = 0 then ' expires today'
        else ' expires within ' || d.days || ' days' end)
    from named d where not exists (select from ${notifications} n where n.event_id = d.notice_id)`)}`,
);
