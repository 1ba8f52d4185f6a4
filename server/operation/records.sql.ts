import { sql } from 'drizzle-orm';
import { insertAudit } from '../platform/audit-log/record.sql';
import { statement } from '../platform/db/statement';
import { insertEvents } from '../platform/outbox/emit.sql';

type AuditRows = Parameters<typeof insertAudit.build>[0];
type EventRows = Parameters<typeof insertEvents.build>[0];

/** Audit rows and events in one statement. */
export const insertRecords = statement(
  [[[], []]],
  (audit: AuditRows, events: EventRows) =>
    sql`with audited as (${insertAudit.build(audit)}) ${insertEvents.build(events)}`,
);
