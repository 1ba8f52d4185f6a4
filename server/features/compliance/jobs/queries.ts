import type { z } from 'zod';
import { existing } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readPaged } from '../../../platform/db/paged.sql';
import type { ComplianceJobView } from '../resource';
import { JOBS, jobOf, readJobs } from './queries.sql';

/** Lists reports to the state: members limited to locations get the jobs of theirs. */
export const listJobs = ({ db, actor }: ReadContext, input: z.infer<typeof JOBS.input>) =>
  readPaged(db, JOBS, actor, input);

/** @throws AppError NOT_FOUND, also for one of a location out of the member's reach */
export const getJob = ({ db, actor }: ReadContext, id: string): Promise<ComplianceJobView> =>
  existing(readJobs(db, jobOf(id, actor)));
