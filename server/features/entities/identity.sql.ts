import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { noticesFrom } from '../../platform/outbox/notices.sql';
import { senderReports } from '../recalls/tables';
import { licenses } from './licenses/tables';
import { connections, entities } from './tables';

/** Of two businesses that save one license number at once, the second waits. */
export const lockLicense = statement(
  [['x']],
  (number: string) => sql`select pg_advisory_xact_lock(hashtextextended(license_form(${number}), 431))`,
);

/**
 * Whether another business on board has the license number, and whether it is one that `entityId` has: verified, or letter by letter.
 */
export const licenseHolders = statement(
  [[ID, 'x']],
  (entityId: string, number: string) => sql<{
    taken: boolean;
    same: boolean;
    unchanged: boolean;
    signed_up: boolean;
  }>`
    select f.form <> '' and exists (select from ${licenses} n join ${entities} e on e.id = n.entity_id
        where license_form(n.number) = f.form and n.entity_id <> ${entityId} and e.deleted_at is null and e.managed_by is null) as taken,
      exists (select from ${licenses} n where n.entity_id = ${entityId} and license_form(n.number) = f.form
        and n.verified_at is not null) as same,
      exists (select from ${licenses} n where n.entity_id = ${entityId} and n.number = ${number}) as unchanged,
      exists (select from ${entities} e where e.id = ${entityId} and e.signed_up_at is not null) as signed_up
    from (select license_form(${number}) as form) f`,
);

export const isUnderReview = statement(
  [[ID]],
  (entityId: string) => sql<{ review: boolean }>`
    select e.under_review as review from ${entities} e where e.id = ${entityId}`,
);

/**
 * Ends the review of a business and verifies its licenses as they are now (decision 905).
 * @returns no row when there is nothing to verify
 */
export const markVerified = statement(
  [[ID]],
  (entityId: string) => sql<{ name: string; license_number: string }>`
    with verified as (
      update ${licenses} n set verified_at = coalesce(n.verified_at, now()), operator_verified_at = now()
      where n.entity_id = ${entityId} and (n.verified_at is null or n.operator_verified_at is null) returning n.id
    )
    update ${entities} as e set under_review = false
    where e.id = ${entityId} and e.deleted_at is null and (e.under_review or exists (select from verified))
    returning e.name, e.license_number`,
);

/** License numbers that aren't verified, and which other businesses have them. */
export const unverifiedLicenses = statement(
  [[]],
  () => sql<{
    id: string;
    name: string;
    license_number: string;
    review: boolean;
    reports: number;
    others: string | null;
  }>`
    select distinct e.name, e.id, n.number as license_number, e.under_review as review,
      (select count(*)::int from ${senderReports} s where s.entity_id = e.id) as reports,
      (select string_agg(distinct o.name || ' (' || o.id || ')', ', ') from ${licenses} x join ${entities} o on o.id = x.entity_id
        where license_form(x.number) = license_form(n.number) and o.id <> e.id and o.deleted_at is null and o.managed_by is null) as others
    from ${licenses} n join ${entities} e on e.id = n.entity_id
    where n.verified_at is null and e.deleted_at is null and e.managed_by is null order by e.name, e.id, n.number`,
);

/** Notifies every connected business that a business has a new name. */
export const noticeRename = statement([[ID, 'x', 'x']], (entityId: string, before: string, after: string) =>
  noticesFrom(sql`
    select gen_random_uuid(), p.id, now(), jsonb_build_object('kind', 'partner_renamed',
      'object', jsonb_build_object('type', 'connection', 'id', c.id, 'name', ${after}::text),
      'summary', ${`${before} is now called ${after}`}::text, 'permission', 'read:connections',
      'cause', jsonb_build_object('id', ${entityId}::uuid, 'name', ${after}::text))
    from ${connections} c
      cross join lateral (select case when c.requester_id = ${entityId} then c.target_id else c.requester_id end as id) p
    where (c.requester_id = ${entityId} or c.target_id = ${entityId}) and c.status = 'accepted' and not c.managed`),
);
