import { sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { WEEKDAYS } from '../../../kernel/delivery-days';
import { createdAt, id, instant, isOneOf, reference, updatedAt } from '../../../platform/db/columns';
import { keep, personal } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import { REPORTS } from './schema';

/** Reports that members get by mail each week (decision 439). */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    createdBy: uuid('created_by').notNull(),
    report: text('report', { enum: REPORTS }).notNull(),
    query: personal(text('query')).notNull(),
    weekday: text('weekday', { enum: WEEKDAYS }).notNull(),
    hour: smallint('hour').notNull(),
    memberIds: uuid('member_ids').array().notNull(),
    /** When it was last due, or decided: what is due later is sent. */
    dueAfter: instant('due_after').notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('report_schedules_report', isOneOf(t.report, REPORTS)),
    check('report_schedules_weekday', isOneOf(t.weekday, WEEKDAYS)),
    check('report_schedules_hour', sql`${t.hour} between 0 and 23`),
    check(
      'report_schedules_size',
      sql`char_length(${t.query}) <= 500 and cardinality(${t.memberIds}) between 1 and 50`,
    ),
    index('report_schedules_of_entity').on(t.entityId, t.createdAt, t.id),
  ],
);
keep(reportSchedules, { rows: 'entity_id', kept: 'working', erase: 'delete' });
