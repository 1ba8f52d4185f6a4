import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { readPaged } from '../../../platform/db/paged.sql';
import { getSchedule } from './queries';
import { SCHEDULES } from './queries.sql';
import { ReportSchedule, ReportScheduleList } from './resource';
import { MAX_SCHEDULES, MAX_WEEKLY_MAILS, NewSchedule, ScheduleId, UpdateSchedule } from './schema';
import { createSchedule, deleteSchedule, updateSchedule } from './service';
import { reportSchedules } from './tables';

export const schedulesRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/report-schedules',
    summary: 'List reports by mail',
    description:
      'Those that you scheduled or get, oldest first; owners and admins see all of the business. A key sees those of its creator that are of reports which it may read; others are 404.',
    permission: 'signed-in',
    input: SCHEDULES.input,
    output: ReportScheduleList,
  }).query(({ ctx, input }) => readPaged(ctx.db, SCHEDULES, ctx.actor, input)),

  get: endpoint({
    rest: 'GET /api/v1/report-schedules/{id}',
    summary: 'Get a report by mail',
    description: 'One that you scheduled or get; owners and admins see all of the business.',
    permission: 'signed-in',
    input: ScheduleId,
    output: ReportSchedule,
    object: rowOf(reportSchedules.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getSchedule(ctx, input.id)),

  create: endpoint({
    rest: 'POST /api/v1/report-schedules',
    summary: 'Schedule a report by mail',
    description:
      'Each week, the members get the report as a PDF by mail, with their own rights and locations. An invalid `query` is reported at ' +
      `\`query.\` and its parameter. 409 above ${MAX_SCHEDULES} schedules, or ${MAX_WEEKLY_MAILS} members over all of them.`,
    permission: 'signed-in',
    input: NewSchedule,
    output: ReportSchedule,
    status: 201,
    location: '/api/v1/report-schedules',
    errors: ['permission_required', 'too_many'],
  }).mutation(({ ctx, input }) => createSchedule(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/report-schedules/{id}',
    summary: 'Update a report by mail',
    description:
      'Who scheduled it can change it, and owners and admins. On another day or at another hour it is next mailed then.',
    permission: 'signed-in',
    input: UpdateSchedule,
    output: ReportSchedule,
    errors: ['NOT_FOUND', 'other_schedule', 'permission_required', 'too_many'],
  }).mutation(({ ctx, input }) => updateSchedule(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/report-schedules/{id}',
    summary: 'End a report by mail',
    description: 'A member who gets what another one scheduled stops getting it; the others still do.',
    permission: 'signed-in',
    input: ScheduleId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => deleteSchedule(ctx, input.id)),
});
