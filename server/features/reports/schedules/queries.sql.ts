import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { WEEKDAYS } from '../../../kernel/delivery-days';
import { texts, uuids } from '../../../platform/db/listing';
import { paged } from '../../../platform/db/paged.sql';
import { rowsWhere } from '../../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { users } from '../../auth/tables';
import { entities } from '../../entities/tables';
import { schedule } from './resource';
import { READS_REPORT, REPORTS, type ReportName } from './schema';
import { reportSchedules } from './tables';

type Member = Pick<Actor, 'userId' | 'role' | 'key' | 'permissions'>;

/** Owners and admins see and change every schedule of their business; a key is of its creator alone. */
export const runsTeam = ({ role, key }: Member): boolean => !key && (role === 'owner' || role === 'admin');

/** SQL: the schedules (alias `s`) that a member sees: those that it made or gets, or all; of a key those of reports that it may read (decision 909). */
export const ownSchedules = ({ entity, ...member }: Member & Pick<Actor, 'entity'>): SQL => {
  const ofBusiness = sql`s.entity_id = ${entity.id}`;
  if (runsTeam(member)) return ofBusiness;
  const own = sql`${ofBusiness} and ${member.userId}::uuid = any(s.created_by || s.member_ids)`;
  if (!member.key) return own;
  const readable = REPORTS.filter((report) => member.permissions.includes(READS_REPORT[report]));
  return sql`${own} and s.report = any(${texts(readable)})`;
};
const KEYED: Actor = {
  ...OWNER,
  key: { id: ID, name: 'x', memberName: 'x', personal: true },
  permissions: ['read:orders'],
};

export const SCHEDULES = paged(schedule, {
  visible: ownSchedules,
  order: sql`s.created_at`,
  filters: {},
  viewers: [OWNER, LIMITED, KEYED],
});
export const schedulesWhere = rowsWhere(schedule, [
  [sql`s.id = ${ID} and ${ownSchedules(OWNER)}`],
  [sql`s.id = ${ID} and ${ownSchedules(LIMITED)}`],
  [sql`s.id = ${ID} and ${ownSchedules(KEYED)}`],
]);

/** Of some ids, those of active members of a business. */
export const membersAmong = statement(
  [[ID, [ID]]],
  (entityId: string, ids: readonly string[]) => sql<{ id: string }>`
    select u.id from ${users} u where u.entity_id = ${entityId} and u.removed_at is null and u.id = any(${uuids(ids)})`,
);

/** How many schedules a business has beside one, and how many mails they send a week. */
export const countOthers = statement(
  [[ID, ID]],
  (entityId: string, id: string) => sql<{ schedules: number; mails: number }>`
    select count(*)::int as schedules, coalesce(sum(cardinality(s.member_ids)), 0)::int as mails
    from ${reportSchedules} s where s.entity_id = ${entityId} and s.id <> ${id}`,
);

const PLACE = sql.raw(`array_position(array['${WEEKDAYS.join("','")}'], s.weekday)`);
/** SQL: the latest moment at which a schedule (alias `s`) of a business (`e`) was due. */
const DUE = sql`(
      select (case when b.at <= l.at then b.at else b.at - interval '7 days' end) at time zone e.timezone
      from (select now() at time zone e.timezone as at) l
        cross join lateral (select date_trunc('week', l.at) + make_interval(days => ${PLACE} - 1, hours => s.hour::int) as at) b)`;

/** Schedules that one look finds. */
export const DUE_BATCH = 100;

/** SQL: schedules `s` that are due, and when each was, as `d.due`. */
const DUE_ONES = sql`
      from ${reportSchedules} s join ${entities} e on e.id = s.entity_id and e.deleted_at is null and e.suspended_at is null
        cross join lateral (select ${DUE} as due) d
      where d.due > s.due_after`;

/** The next schedules that are due. @param after an id before them */
export const dueAfter = statement(
  [[ID]],
  (after: string) =>
    sql<{ id: string }>`select s.id ${DUE_ONES} and s.id > ${after} order by s.id limit ${DUE_BATCH}`,
);

/** Takes a schedule that is due, and says that it was: of two processes one gets it. */
export const takeDue = statement(
  [[ID]],
  (id: string) => sql<{ entity_id: string; member_ids: string[] }>`
    with due as materialized (select s.id, d.due ${DUE_ONES} and s.id = ${id} for update of s skip locked)
    update ${reportSchedules} s set due_after = d.due from due d where s.id = d.id
    returning s.entity_id, s.member_ids`,
);

/** What a member gets of a schedule; nothing once it ended, or the member left. */
export const mailedTo = statement(
  [[ID, ID]],
  (id: string, userId: string) => sql<{ report: ReportName; query: string; entity_id: string }>`
    select s.report, s.query, s.entity_id from ${reportSchedules} s where s.id = ${id} and ${userId}::uuid = any(s.member_ids)`,
);

/** The addresses of members, in one order. */
export const addressesOf = statement(
  [[ID, [ID]]],
  (entityId: string, ids: readonly string[]) => sql<{ id: string; email: string }>`
    select u.id, u.email from ${users} u
    where u.entity_id = ${entityId} and u.removed_at is null and u.id = any(${uuids(ids)}) order by u.email`,
);

/** Members who leave get nothing more; a schedule for no one else ends. */
export const lockAndDropMembers = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql`
    with left_over as materialized (
      select s.id, array(select m.id from unnest(s.member_ids) m (id) where m.id <> all(${uuids(ids)})) as member_ids
      from ${reportSchedules} s where s.member_ids && ${uuids(ids)} and s.entity_id in (
        select u.entity_id from ${users} u where u.id = any(${uuids(ids)})) order by s.id for update
    ), ended as (
      delete from ${reportSchedules} s using left_over l where s.id = l.id and cardinality(l.member_ids) = 0
    )
    update ${reportSchedules} s set member_ids = l.member_ids from left_over l
    where s.id = l.id and cardinality(l.member_ids) > 0`,
);
