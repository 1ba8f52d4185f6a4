import type { Db } from '../../../platform/db/client';
import { purgeMigrationRows, purgeNotCarried } from './run.sql';

/** Forgets what migrations read, and what they didn't carry, after 90 days. */
export async function purgeMigrations(db: Db): Promise<void> {
  await purgeMigrationRows(db);
  await purgeNotCarried(db);
}
