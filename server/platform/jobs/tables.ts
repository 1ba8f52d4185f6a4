import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns';
import { keep } from '../db/marks';

/** Heartbeats of worker pools; the jobs of a pool whose heartbeat stopped are freed. */
export const workerPools = pgTable(
  'worker_pools',
  { id: text('id').primaryKey(), seenAt: instant('seen_at').notNull().defaultNow() },
  (t) => [index('worker_pools_seen').on(t.seenAt)],
);
keep(workerPools, { kept: 'own' });
