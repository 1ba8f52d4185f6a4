import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, forbidden, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween, checkPatch } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { lockEntity } from '../../entities/queries';
import { getSchedule } from './queries';
import { countOthers, lockAndDropMembers, membersAmong, runsTeam } from './queries.sql';
import type { ScheduleView } from './resource';
import {
  MAX_SCHEDULES,
  MAX_WEEKLY_MAILS,
  type NewSchedule,
  SCHEDULE_READ_ONLY,
  type UpdateSchedule,
} from './schema';
import { checkReport } from './sheets';
import { reportSchedules } from './tables';

/**
 * Schedules a report for members of the business.
 * @throws AppError INVALID_REQUEST for a query that the report doesn't take and for others than members,
 *   CONFLICT with `details.reason = "too_many"`, FORBIDDEN without the right to the report
 */
export async function createSchedule(
  ctx: WriteContext,
  { query = '', ...input }: z.infer<typeof NewSchedule>,
): Promise<ScheduleView> {
  const { db, actor } = ctx;
  checkReport(actor, input.report, query);
  const id = newId();
  await checkMembers(ctx, id, input.member_ids);
  const { report, weekday, hour, member_ids: memberIds } = input;
  await db.insert(reportSchedules).values({
    id,
    entityId: actor.entity.id,
    createdBy: actor.userId,
    ...{ report, query, weekday, hour, memberIds },
  });
  const after = await getSchedule(ctx, id);
  ctx.audit({ action: 'report_schedule.created', objectId: id, after });
  return after;
}

/** @throws AppError NOT_FOUND, FORBIDDEN with `other_schedule`, and as `createSchedule` */
export async function updateSchedule(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateSchedule>,
): Promise<ScheduleView> {
  const { db, actor } = ctx;
  const before = await lockSchedule(ctx, id);
  if (!mayChange(ctx, before)) {
    throw forbidden('Another member scheduled this report. You can only stop getting it.', {
      reason: 'other_schedule',
    });
  }
  checkPatch(patch, before, SCHEDULE_READ_ONLY);
  const { report, query, weekday, hour, member_ids: memberIds } = patch;
  checkReport(actor, report ?? before.report, query ?? before.query);
  if (memberIds) await checkMembers(ctx, id, memberIds);
  const set = { report, query, weekday, hour, memberIds };
  const isMoved = (weekday ?? before.weekday) !== before.weekday || (hour ?? before.hour) !== before.hour;
  if (Object.values(set).some((value) => value !== undefined)) {
    await db
      .update(reportSchedules)
      // The moment that a moved one leaves out was of its old hour.
      .set({ ...set, ...(isMoved && { dueAfter: sql`now()` }) })
      .where(eq(reportSchedules.id, id));
  }
  const after = await getSchedule(ctx, id);
  ctx.audit({ action: 'report_schedule.updated', objectId: id, ...changesBetween(before, after) });
  return after;
}

/** Ends a schedule; a member who neither made it nor runs the team stops getting it. @throws AppError NOT_FOUND */
export async function deleteSchedule(ctx: WriteContext, id: string): Promise<void> {
  const before = await lockSchedule(ctx, id);
  const rest = before.member_ids.filter((member) => member !== ctx.actor.userId);
  if (mayChange(ctx, before) || rest.length === 0) {
    await ctx.db.delete(reportSchedules).where(eq(reportSchedules.id, id));
    ctx.audit({ action: 'report_schedule.deleted', objectId: id, before });
    return;
  }
  await ctx.db.update(reportSchedules).set({ memberIds: rest }).where(eq(reportSchedules.id, id));
  const after = { ...before, member_ids: rest };
  ctx.audit({ action: 'report_schedule.updated', objectId: id, ...changesBetween(before, after) });
}

/** Ends what members get who leave. */
export async function endSchedulesOfMembers(
  db: Db,
  { userIds }: { userIds: readonly string[] },
): Promise<void> {
  await lockAndDropMembers(db, userIds);
}

const mayChange = ({ actor }: WriteContext, { created_by }: ScheduleView) =>
  runsTeam(actor) || created_by === actor.userId;

/** @throws AppError NOT_FOUND */
async function lockSchedule(ctx: WriteContext, id: string): Promise<ScheduleView> {
  const { db, actor } = ctx;
  // First the business, as those do who remove members.
  await lockEntity(db, actor.entity.id);
  const [row] = await db
    .select({ id: reportSchedules.id })
    .from(reportSchedules)
    .where(and(eq(reportSchedules.id, id), eq(reportSchedules.entityId, actor.entity.id)))
    .for('no key update');
  if (!row) throw notFound();
  return getSchedule(ctx, id);
}

/** Schedules of one business change in turns, so that limits hold and no one is added who leaves. @throws AppError */
async function checkMembers({ db, actor }: WriteContext, id: string, memberIds: string[]): Promise<void> {
  await lockEntity(db, actor.entity.id);
  const members = new Set((await membersAmong(db, actor.entity.id, memberIds)).map((member) => member.id));
  const faults = memberIds.flatMap((memberId, index) =>
    members.has(memberId)
      ? []
      : {
          path: `member_ids[${index}]`,
          code: 'unknown_id' as const,
          message: 'is not a member of your business',
        },
  );
  if (faults.length > 0) throw invalidRequest(faults);
  const [others = { schedules: 0, mails: 0 }] = await countOthers(db, actor.entity.id, id);
  if (others.schedules >= MAX_SCHEDULES)
    throw tooMany(`at most ${MAX_SCHEDULES} scheduled reports`, MAX_SCHEDULES);
  if (others.mails + memberIds.length > MAX_WEEKLY_MAILS) {
    throw tooMany(`at most ${MAX_WEEKLY_MAILS} members over all scheduled reports`, MAX_WEEKLY_MAILS);
  }
}

const tooMany = (what: string, limit: number): AppError =>
  new AppError('CONFLICT', `A business has ${what}. Remove some first.`, { reason: 'too_many', limit });
