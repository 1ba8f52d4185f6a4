import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, isOneOf } from '../db/columns';
import { keep } from '../db/marks';

/** `backup` is a logical one, `base` a copy of the cluster's files, `verify` a restore that was verified. */
export const BACKUP_KINDS = ['backup', 'base', 'verify'] as const;
const OUTCOMES = ['done', 'failed'] as const;

/** What became of backups and of their verification; one row per attempt, kept for a year. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: id(),
    kind: text('kind', { enum: BACKUP_KINDS }).notNull(),
    /** Of the backup, in BACKUP_TO. */
    name: text('name').notNull(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at').notNull(),
    outcome: text('outcome', { enum: OUTCOMES }).notNull(),
    /** Size of the backup; null for one that failed. */
    bytes: bigint('bytes', { mode: 'number' }),
    /** Why it failed, for the operator. */
    error: text('error'),
  },
  (t) => [
    index('backup_runs_of_kind').on(t.kind, t.outcome, t.finishedAt),
    check('backup_runs_kind', isOneOf(t.kind, BACKUP_KINDS)),
    check('backup_runs_outcome', isOneOf(t.outcome, OUTCOMES)),
  ],
);
keep(backupRuns, { kept: 'own' });
