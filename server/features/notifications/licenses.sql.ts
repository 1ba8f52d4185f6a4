import { sql } from 'drizzle-orm';
import { statement } from '../../platform/db/statement';
import { noticesFrom } from '../../platform/outbox/notices.sql';
import { lapsing } from '../entities/licenses/queries.sql';
import { entities } from '../entities/tables';
import { notifications } from './tables';

/**
 * Stores a notice of each license that expires within 60, 30 or 7 days, or today: once for each of the four, because the id is
 * made of the business, the expiration and the distance, and of the number where it isn't the business's first.
 */
export const noticeExpiringLicenses = statement(
  [[]],
  () => sql`
    with near as (
      select distinct e.id, x.number as license_number, x.expires_on,
        nullif(license_form(x.number), license_form(e.license_number)) as other,
        x.expires_on - (now() at time zone e.timezone)::date as left_days
      from ${lapsing(sql`between current_date - 1 and current_date + 61`)} x join ${entities} e on e.id = x.entity_id
      where e.deleted_at is null and e.managed_by is null
    ), due as (
      select *, case when left_days <= 0 then 0 when left_days <= 7 then 7 when left_days <= 30 then 30 else 60 end as days
      from near where left_days between 0 and 60
    ), named as (
      select distinct on (notice_id) d.*, n.notice_id
      from due d cross join lateral (
        select md5(concat_ws(' ', 'license', d.id, d.expires_on, d.days, d.other))::uuid as notice_id) n
      order by notice_id, d.license_number
    )
    ${noticesFrom(sql`select d.notice_id, d.id, now(), jsonb_build_object('kind', 'expiration', 'permission', 'update:entity',
      'object', jsonb_build_object('type', 'license', 'id', d.id, 'name', d.license_number),
      'summary', 'License ' || d.license_number || case when d.days = 0 then ' expires today'
        else ' expires within ' || d.days || ' days' end)
    from named d where not exists (select from ${notifications} n where n.event_id = d.notice_id)`)}`,
);
