import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { noticesFrom } from '../../platform/outbox/notices.sql';
import { connections, entities, locations } from './tables';

/** Of two businesses that save one license number at once, the second waits. */
export const lockLicense = statement(
  [['x']],
  (number: string) => sql`select pg_advisory_xact_lock(hashtextextended(license_form(${number}), 431))`,
);

/**
 * Whether another business on board or a location of one has the license number, and whether it is the one that `entityId` has.
 */
export const licenseHolders = statement(
  [[ID, 'x']],
  (entityId: string, number: string) => sql<{
    taken: boolean;
    same: boolean;
    unchanged: boolean;
    signed_up: boolean;
  }>`
    select f.form <> '' and (
        exists (select from ${entities} e where license_form(e.license_number) = f.form and e.id <> ${entityId}
          and e.deleted_at is null and e.managed_by is null)
        or exists (select from ${locations} l where license_form(l.license_number) = f.form and l.entity_id <> ${entityId}
          and l.deleted_at is null and exists (select from ${entities} e where e.id = l.entity_id and e.managed_by is null))) as taken,
      exists (select from ${entities} e where e.id = ${entityId} and license_form(e.license_number) = f.form
        and e.license_verified) as same,
      exists (select from ${entities} e where e.id = ${entityId} and e.license_number = ${number}) as unchanged,
      exists (select from ${entities} e where e.id = ${entityId} and e.signed_up_at is not null) as signed_up
    from (select license_form(${number}) as form) f`,
);

export const isUnderReview = statement(
  [[ID]],
  (entityId: string) => sql<{ review: boolean }>`
    select e.under_review as review from ${entities} e where e.id = ${entityId}`,
);

/** Ends the review of a business and shows its license as verified. @returns no row when there is nothing to verify */
export const markVerified = statement(
  [[ID]],
  (entityId: string) => sql<{ name: string; license_number: string }>`
    update ${entities} as e set license_verified = true, under_review = false
    where e.id = ${entityId} and e.deleted_at is null and not (e.license_verified and not e.under_review)
    returning e.name, e.license_number`,
);

/** Businesses whose license number isn't verified, and which others have it. */
export const unverifiedLicenses = statement(
  [[]],
  () => sql<{
    id: string;
    name: string;
    license_number: string;
    review: boolean;
    others: string | null;
  }>`
    select e.id, e.name, e.license_number, e.under_review as review, (select string_agg(o.name || ' (' || o.id || ')', ', ' order by o.created_at)
      from ${entities} o where license_form(o.license_number) = license_form(e.license_number) and o.id <> e.id
        and o.deleted_at is null and o.managed_by is null) as others
    from ${entities} e where not e.license_verified and e.deleted_at is null order by e.name, e.id`,
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
