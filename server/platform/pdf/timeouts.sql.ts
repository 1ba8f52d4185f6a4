import { sql } from 'drizzle-orm';
import { ID } from '../db/samples';
import { statement } from '../db/statement';
import { resetRequests } from '../rate-limit/tables';

/** Readings that take too long, one soon after the other, until the entity waits (decision 422). */
const TIMEOUTS = 2;
const subjectOf = (entityId: string) => `slow_pdf:${entityId}`;
const RECENT = sql`window_start > now() - interval '1 hour'`;

/** Counts a reading that took too long. It is forgotten an hour after the latest. */
export const noteTimeout = statement(
  [[ID]],
  (entityId: string) => sql`
    insert into ${resetRequests} as r (subject, window_start, requests) values (${subjectOf(entityId)}, now(), 1)
    on conflict (subject) do update set window_start = now(),
      requests = case when r.${RECENT} then least(r.requests + 1, ${TIMEOUTS}) else 1 end`,
);

/** A row when the entity waits: for an hour after the second reading, soon after another, that took too long. */
export const recentTimeouts = statement(
  [[ID]],
  (entityId: string) => sql<{ subject: string }>`
    select subject from ${resetRequests}
    where subject = ${subjectOf(entityId)} and requests >= ${TIMEOUTS} and ${RECENT}`,
);
