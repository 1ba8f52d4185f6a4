import { z } from 'zod';
import { WEEKDAYS } from '../../../kernel/delivery-days';
import { Id, unchanged, wholeNumber } from '../../../kernel/params';
import type { Permission } from '../../../kernel/permissions';
import { rule } from '../../../kernel/rules';

/** Schedules of one business. */
export const MAX_SCHEDULES = 50;
/** Mails that they may send a week, so that none is beyond the day of a business (decision 427). */
export const MAX_WEEKLY_MAILS = 100;
const MAX_MEMBERS = 50;

/** Reports that can be mailed, by their paths below `/api/v1/reports`. */
export const REPORTS = ['sales', 'sales/trend', 'sell-through', 'batch-ages', 'stock'] as const;
export type ReportName = (typeof REPORTS)[number];

/** What reading each takes. */
export const READS_REPORT: Record<ReportName, Permission> = {
  sales: 'read:orders',
  'sales/trend': 'read:orders',
  'sell-through': 'read:inventory',
  'batch-ages': 'read:inventory',
  stock: 'read:inventory',
};

export const Report = z.enum(REPORTS).meta({
  id: 'ReportName',
  description: 'The report, as in its path `/api/v1/reports/…`',
});
export const Weekday = z.enum(WEEKDAYS).meta({ description: 'Day of the week on which it is mailed' });
const Query = z.string().trim().max(500, 'must be at most 500 characters').meta({
  description:
    'Query string of the report, without `page`, `limit` and `format`; ranges such as `last_7_days` move along. Empty for none',
});
const Hour = wholeNumber().min(0).max(23).meta({
  description: 'Hour of the day in the timezone of your business, 0–23',
});
const Members = z
  .array(Id)
  .min(1, 'must have at least one member')
  .max(MAX_MEMBERS, `must have at most ${MAX_MEMBERS} members`)
  .refine((ids) => new Set(ids).size === ids.length, rule('duplicate', 'must name each member once'))
  .meta({ description: 'Ids of members who get it, each with their own rights and locations' });

export const NewSchedule = z
  .strictObject({
    report: Report,
    query: Query.optional(),
    weekday: Weekday,
    hour: Hour,
    member_ids: Members,
  })
  .meta({
    examples: [
      {
        report: 'sales',
        query: 'by=customer&range=last_7_days',
        weekday: 'mon',
        hour: 8,
        member_ids: ['0199a0d0-0000-7000-8000-000000000000'],
      },
    ],
  });

const PathId = Id.meta({ description: 'Id of the schedule' });
export const ScheduleId = z.strictObject({ id: PathId });
/** Fields that a PATCH accepts only unchanged (decision 34). */
export const SCHEDULE_READ_ONLY = ['created_by', 'created_at', 'updated_at'] as const;
export const UpdateSchedule = z
  .strictObject({
    id: PathId,
    report: Report.optional(),
    query: Query.optional(),
    weekday: Weekday.optional(),
    hour: Hour.optional(),
    member_ids: Members.optional(),
    ...unchanged(SCHEDULE_READ_ONLY),
  })
  .meta({ examples: [{ weekday: 'fri', hour: 16 }] });
