import { sql } from 'drizzle-orm';

/** SQL: a job (alias `j`) that was sent and whose outcome is unclear. */
export const isUndecided = sql`(j.status = 'review' and j.problems @> '[{"code":"outcome_unknown"}]')`;
