import { type SQL, sql } from 'drizzle-orm';
import type { WeightUnit } from '../../kernel/weights';
import { iso, uuids } from '../../platform/db/listing';
import { ID, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { users } from '../auth/tables';
import { isKnownSender } from '../entities/outreach/queries.sql';
import { entities } from '../entities/tables';
import { inventoryLots } from '../inventory/tables';
import { batches, lots } from '../lots/tables';
import { soldAlike } from '../products/resource';
import { products } from '../products/tables';
import { batchesOf, variantsIn } from './batches.sql';
import type { RECALL_ROLES } from './schema';
import {
  recallBatches,
  recallContactMails,
  recallMails,
  recallResponses,
  recalls,
  senderReports,
} from './tables';

/** Recalls of a batch, and of a business, within a day that are mailed one by one. */
const BATCH_A_DAY = 3;
const BUSINESS_A_DAY = 20;

/** SQL: how the goods of a recall `r` are sold, as `w`, and the columns of mails: the step in ten-thousandths; null for those that differ. */
const SOLD = soldAlike(variantsIn(batchesOf(sql`r.id`)));
const STEPS = sql`case when w.same then w.unit end as unit, case when w.same then w.step end as step`;

/** When the transaction began, as the rows say that it wrote. */
export const noticeTime = statement(
  [[]],
  () => sql<{ notified_at: string }>`select ${iso(sql`now()::timestamptz(3)`)} as notified_at`,
);

/** SQL: CTEs of a recall that is announced, all recalls of its business, and whether they are beyond what a day has. */
const actOf = (recallId: string, notifiedAt: string) => sql`
  select r.id, r.batch_id, r.entity_id, ${notifiedAt}::timestamptz as at from ${recalls} r where r.id = ${recallId}`;
const ACTS = sql`
  select r.batch_id, r.created_at as at from act a join ${recalls} r on r.entity_id = a.entity_id
  union
  select r.batch_id, x.confirmed_at from act a join ${recalls} r on r.entity_id = a.entity_id
    join ${recallBatches} x on x.recall_id = r.id and x.confirmed_at is not null`;
const DAY = sql`
  select count(*) filter (where d.batch_id = a.batch_id) > ${BATCH_A_DAY} or count(*) > ${BUSINESS_A_DAY} as beyond
  from act a join acts d on d.at > a.at - interval '24 hours' and d.at <= a.at`;

/**
 * A mail to each owner and admin of the businesses that were notified at a time. Beyond what a batch and a business have
 * a day, each member's next mail lists the recall; such mails are an hour apart.
 */
export const enqueueRecallMails = statement(
  [[ID, TIME]],
  (recallId: string, notifiedAt: string) => sql`
    with act as (${actOf(recallId, notifiedAt)}), acts as (${ACTS}), day as (${DAY}), members as (
      select u.id, u.entity_id from ${users} u
      where u.team_role in ('owner', 'admin') and u.removed_at is null and u.entity_id in (
        select h.entity_id from act a join ${recallResponses} h on h.recall_id = a.id and h.created_at = a.at
        union all
        select x.entity_id from act a join ${recalls} r on r.id = a.id and r.created_at = a.at
          join ${recallBatches} x on x.recall_id = a.id and x.entity_id <> r.entity_id)
    ), listed as (
      insert into ${recallMails} (user_id, recall_id) select m.id, ${recallId} from members m join day on day.beyond
      on conflict do nothing
    )
    select graphile_worker.add_job(
      identifier => case when beyond then 'mail_recalls' else 'mail_recall' end,
      payload => case when beyond then json_build_object('user_id', m.id)
        else json_build_object('recall_id', ${recallId}::uuid, 'user_id', m.id) end,
      queue_name => 'mail:' || m.entity_id || ':1',
      run_at => case when beyond then now() + interval '1 hour' else now() end,
      job_key => case when beyond then 'recalls:' || m.id else 'recall:' || ${recallId} || ':' || m.id end,
      job_key_mode => case when beyond then 'preserve_run_at' else 'replace' end)
    from members m cross join day`,
);

/** SQL: contacts of customers that aren't on board, of those that a recall `act` notifies, once for each seller that entered it. */
const CONTACTS = sql`
      select e.managed_by as seller_id, lower(e.contact_email) as email
      from act a join ${recallResponses} h on h.recall_id = a.id and h.created_at = a.at
        join ${entities} e on e.id = h.entity_id and e.managed_by is not null and e.deleted_at is null and e.contact_email is not null
      group by 1, 2`;

/** Keeps mails to contacts that wait, of a recall of a business whose license isn't verified. */
export const keepContactMails = statement(
  [[ID, TIME]],
  (recallId: string, notifiedAt: string) => sql`
    with act as (${actOf(recallId, notifiedAt)}), contacts as (${CONTACTS})
    insert into ${recallContactMails} (recall_id, entity_id, seller_id, email)
    select a.id, a.entity_id, c.seller_id, c.email from act a cross join contacts c order by c.email, c.seller_id
    on conflict do nothing`,
);

/** Mails to contacts that a business which isn't verified sends within 24 hours. */
const UNVERIFIED_A_DAY = 20;

/** SQL: adds the jobs of mails to contacts that wait, as `w`, oldest first. @returns a row for each */
const release = (which: SQL, most: SQL) => sql`
    with w as materialized (
      select m.recall_id, m.seller_id, m.email from ${recallContactMails} m where m.queued_at is null and ${which}
      order by m.created_at, m.recall_id, m.email, m.seller_id limit ${most} for no key update
    ), queued as (
      update ${recallContactMails} m set queued_at = clock_timestamp() from w
      where m.recall_id = w.recall_id and m.seller_id = w.seller_id and m.email = w.email
      returning m.recall_id, m.seller_id, m.email
    )
    select graphile_worker.add_job('mail_recall_contact',
      payload => json_build_object('recall_id', q.recall_id, 'seller_id', q.seller_id, 'email', q.email),
      queue_name => 'mail:' || q.seller_id || ':1', job_key => 'recall:' || q.recall_id || ':' || q.seller_id || ':' || q.email)
    from queued q`;

/** Sends what waits of a business, as many as its day has left. The caller has locked its mails. @returns a row for each */
export const lockAndReleaseDay = statement([[ID]], (entityId: string) =>
  release(
    sql`m.entity_id = ${entityId}`,
    sql`(select greatest(0, ${UNVERIFIED_A_DAY} - count(*)) from ${recallContactMails} d
        where d.entity_id = ${entityId} and d.queued_at > clock_timestamp() - interval '1 day')`,
  ),
);

/** Sends all that waits of a recall, or of a business. @returns a row for each */
export const lockAndReleaseAll = statement(
  [[{ recallId: ID }], [{ entityId: ID }]],
  (of: { recallId: string } | { entityId: string }) =>
    release(
      'recallId' in of ? sql`m.recall_id = ${of.recallId}` : sql`m.entity_id = ${of.entityId}`,
      sql`null`,
    ),
);

/** Whose mails to contacts wait, and whether the operator has verified its license meanwhile. */
export const waitingSenders = statement(
  [[]],
  () => sql<{ entity_id: string; verified: boolean }>`
    select e.id as entity_id, ${isKnownSender} as verified from ${entities} e
    where exists (select from ${recallContactMails} m where m.entity_id = e.id and m.queued_at is null) order by e.id`,
);

/** Whose a recall is, whether the operator knows that business, and how many of its mails to contacts wait. */
export const senderOf = statement(
  [[ID]],
  (recallId: string) => sql<{ entity_id: string; name: string; verified: boolean; waiting: number }>`
    select e.id as entity_id, e.name, ${isKnownSender} as verified, (select count(*)::int from ${recallContactMails} m
      where m.recall_id = r.id and m.queued_at is null) as waiting
    from ${recalls} r join ${entities} e on e.id = r.entity_id where r.id = ${recallId}`,
);

/**
 * A mail to each contact of customers that aren't on board, once for each seller that entered it; beyond what a batch and a
 * business have a day, one an hour.
 */
export const enqueueContactMails = statement(
  [[ID, TIME]],
  (recallId: string, notifiedAt: string) => sql`
    with act as (${actOf(recallId, notifiedAt)}), acts as (${ACTS}), day as (${DAY}), contacts as (${CONTACTS})
    select graphile_worker.add_job('mail_recall_contact',
      payload => json_build_object('recall_id', ${recallId}::uuid, 'seller_id', c.seller_id, 'email', c.email),
      queue_name => 'mail:' || c.seller_id || ':1',
      run_at => case when beyond then now() + interval '1 hour' else now() end,
      job_key => 'recall:' || case when beyond then '' else ${recallId} || ':' end || c.seller_id || ':' || c.email,
      job_key_mode => case when beyond then 'preserve_run_at' else 'replace' end)
    from contacts c cross join day`,
);

/** Records a report. @returns whether it is the first of the address, and how many there are of the business; no row without a recall */
export const insertReport = statement(
  [[ID, 'x']],
  (recallId: string, address: string) => sql<{ entity_id: string; is_new: boolean; reports: number }>`
    with added as (
      insert into ${senderReports} (recall_id, address, entity_id)
      select r.id, ${address}, r.entity_id from ${recalls} r where r.id = ${recallId}
      on conflict do nothing returning recall_id
    )
    select r.entity_id, exists (select from added) as is_new,
      (select count(*)::int from ${senderReports} s where s.entity_id = r.entity_id) + (select count(*)::int from added) as reports
    from ${recalls} r where r.id = ${recallId}`,
);

/** A recall as the mail to a contact says it: for each of the seller's customers with that address, while it isn't on board. */
export const recallForContact = statement(
  [[ID, ID, 'x']],
  (recallId: string, sellerId: string, email: string) => sql<{
    email: string;
    owner: string;
    product_name: string;
    batch_id: string;
    class: string;
    reason: string;
    instructions: string;
    respond_by: string | null;
    timezone: string;
    customer: string;
    held: number;
    unit: WeightUnit | null;
    step: number | null;
    seller: string;
    seller_email: string | null;
    seller_phone: string | null;
  }>`
    select e.contact_email as email, o.name as owner, p.name as product_name, b.batch_id, r.class, r.reason, r.instructions,
      ${iso(sql`r.respond_by`)} as respond_by, s.timezone, e.name as customer, h.held, ${STEPS}, s.name as seller, s.contact_email as seller_email, s.contact_phone as seller_phone
    from ${recalls} r join ${batches} b on b.id = r.batch_id join ${products} p on p.id = b.product_id
      join ${entities} o on o.id = r.entity_id join ${recallResponses} h on h.recall_id = r.id
      join ${entities} e on e.id = h.entity_id and e.managed_by = ${sellerId} and e.deleted_at is null
        and lower(e.contact_email) = ${email}
      join ${entities} s on s.id = e.managed_by cross join lateral ${SOLD} w
    where r.id = ${recallId} order by e.name collate names, e.id`,
);

/** Recalls as a member's mail says them. */
export const recallsForMail = statement(
  [[ID, [ID]]],
  (userId: string, recallIds: readonly string[]) => sql<{
    id: string;
    email: string;
    owner: string;
    product_name: string;
    batch_id: string;
    class: string;
    reason: string;
    instructions: string;
    respond_by: string | null;
    timezone: string;
    role: (typeof RECALL_ROLES)[number];
    held: number;
    unit: WeightUnit | null;
    step: number | null;
    derived: string[] | null;
    made: string[] | null;
  }>`
    select r.id, u.email, e.name as owner, p.name as product_name, b.batch_id, r.class, r.reason, r.instructions,
      ${iso(sql`r.respond_by`)} as respond_by, m.timezone,
      case when h.entity_id is null then 'made_from' when h.unassigned then 'check' else 'holder' end as role,
      coalesce(h.held, 0) as held, ${STEPS},
      (select array_agg(d.batch_id order by d.batch_id) from ${recallBatches} x join ${batches} d on d.id = x.batch_id
        where x.recall_id = r.id and x.confirmed_at is not null and exists (
          select from ${lots} l join ${inventoryLots} y on y.lot_id = l.id
          where l.batch_id = d.id and y.entity_id = u.entity_id)) as derived,
      (select array_agg(d.batch_id order by d.batch_id) from ${recallBatches} x join ${batches} d on d.id = x.batch_id
        where x.recall_id = r.id and x.entity_id = u.entity_id and x.entity_id <> r.entity_id) as made
    from ${recalls} r join ${users} u on u.id = ${userId} and u.removed_at is null
      join ${entities} m on m.id = u.entity_id
      left join ${recallResponses} h on h.recall_id = r.id and h.entity_id = u.entity_id
      join ${batches} b on b.id = r.batch_id join ${products} p on p.id = b.product_id join ${entities} e on e.id = r.entity_id
      cross join lateral ${SOLD} w
    where r.id = any(${uuids(recallIds)}) order by r.created_at, r.id`,
);

/** What a member's next mail lists. */
export const listedRecalls = statement(
  [[ID]],
  (userId: string) =>
    sql<{
      recall_id: string;
    }>`select recall_id from ${recallMails} where user_id = ${userId} order by created_at, recall_id`,
);

export const dropListed = statement(
  [[ID, [ID]]],
  (userId: string, recallIds: readonly string[]) => sql`
    delete from ${recallMails} where user_id = ${userId} and recall_id = any(${uuids(recallIds)})`,
);
