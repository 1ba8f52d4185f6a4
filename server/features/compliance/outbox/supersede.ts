import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { complianceJobs } from '../tables';
import { UNSENT } from '../words';

/** Ends what a connection hasn't sent: it goes with the connection. */
export async function supersedeUnsent(db: Db, connectionId: string): Promise<void> {
  await db
    .update(complianceJobs)
    .set({ status: 'superseded', nextAttemptAt: null })
    .where(and(eq(complianceJobs.connectionId, connectionId), inArray(complianceJobs.status, [...UNSENT])));
}
