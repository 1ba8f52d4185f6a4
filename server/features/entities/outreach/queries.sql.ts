import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../tables';

/** SQL: whether the operator knows a business `e` that mails others' people: it made it, verified its license, or had it before. */
export const isKnownSender = sql`(e.signed_up_at is null or e.license_verified or e.established)`;

export const senderStanding = statement(
  [[ID]],
  (entityId: string) => sql<{ review: boolean; verified: boolean }>`
    select e.under_review as review, ${isKnownSender} as verified from ${entities} e
    where e.id = ${entityId} and e.deleted_at is null`,
);
