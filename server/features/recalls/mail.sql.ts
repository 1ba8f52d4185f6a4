import { sql } from 'drizzle-orm';
import type { WeightUnit } from '../../kernel/weights';
import { iso, uuids } from '../../platform/db/listing';
import { ID, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { users } from '../auth/tables';
import { entities } from '../entities/tables';
import { inventoryLots } from '../inventory/tables';
import { batches, lots } from '../lots/tables';
import { soldAlike } from '../products/resource';
import { products } from '../products/tables';
import { batchesOf, variantsIn } from './batches.sql';
import type { RECALL_ROLES } from './schema';
import { recallBatches, recallMails, recallResponses, recalls } from './tables';

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

/**
 * A mail to each contact of customers that aren't on board, once for each seller that entered it; beyond what a batch and a
 * business have a day, one an hour.
 */
export const enqueueContactMails = statement(
  [[ID, TIME]],
  (recallId: string, notifiedAt: string) => sql`
    with act as (${actOf(recallId, notifiedAt)}), acts as (${ACTS}), day as (${DAY}), contacts as (
      select e.managed_by as seller_id, lower(e.contact_email) as email
      from act a join ${recallResponses} h on h.recall_id = a.id and h.created_at = a.at
        join ${entities} e on e.id = h.entity_id and e.managed_by is not null and e.deleted_at is null and e.contact_email is not null
      group by 1, 2
    )
    select graphile_worker.add_job('mail_recall_contact',
      payload => json_build_object('recall_id', ${recallId}::uuid, 'seller_id', c.seller_id, 'email', c.email),
      queue_name => 'mail:' || c.seller_id || ':1',
      run_at => case when beyond then now() + interval '1 hour' else now() end,
      job_key => 'recall:' || case when beyond then '' else ${recallId} || ':' end || c.seller_id || ':' || c.email,
      job_key_mode => case when beyond then 'preserve_run_at' else 'replace' end)
    from contacts c cross join day`,
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
