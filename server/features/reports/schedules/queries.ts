import { sql } from 'drizzle-orm';
import { existing } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { ownSchedules, schedulesWhere } from './queries.sql';
import type { ScheduleView } from './resource';

/** @throws AppError NOT_FOUND */
export async function getSchedule({ db, actor }: ReadContext, id: string): Promise<ScheduleView> {
  return existing(schedulesWhere(db, sql`s.id = ${id} and ${ownSchedules(actor)}`));
}
