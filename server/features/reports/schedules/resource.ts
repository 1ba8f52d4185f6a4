import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { listOf } from '../../../kernel/params';
import { count, exampleId, id, ids, oneOf, text, time } from '../../../platform/db/fields';
import { resource } from '../../../platform/db/resource';
import { Report, Weekday } from './schema';
import { reportSchedules } from './tables';

const s = alias(reportSchedules, 's');

export const schedule = resource(
  s,
  {
    id: id(s.id, 'Id of the schedule', exampleId('41')),
    report: oneOf(Report)(s.report, 'The report, as in its path `/api/v1/reports/…`'),
    query: text(s.query, 'Query string of the report', 'by=customer&range=last_7_days'),
    weekday: oneOf(Weekday)(s.weekday, 'Day of the week on which it is mailed'),
    hour: count(s.hour, 'Hour of the day in the timezone of your business, 0–23', 8),
    member_ids: ids(s.memberIds, 'Ids of members who get it', [exampleId('42')]),
    created_by: id(s.createdBy, 'Id of the member who scheduled it', exampleId('42')),
    created_at: time(s.createdAt, 'When it was scheduled'),
    updated_at: time(s.updatedAt, 'When it last changed'),
  },
  { id: 'ReportSchedule' },
);
export const ReportSchedule = schedule.schema;
export type ScheduleView = z.infer<typeof ReportSchedule>;
export const ReportScheduleList = listOf(ReportSchedule);
