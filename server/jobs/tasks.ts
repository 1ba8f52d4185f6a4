import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/client';
import type { Cipher } from '../kernel/cipher';
import type { Mailer } from '../kernel/mail';
import type { TaskName, Tasks } from '../kernel/tasks';

/** What a job works with. */
export interface JobContext {
  db: Db;
  log: Logger;
  mailer: Mailer;
  cipher: Cipher;
  /** Where links in mails lead; no trailing slash. */
  publicUrl: string;
}

/** Every job by its name. */
export const TASKS: { [T in TaskName]: (ctx: JobContext, payload: Tasks[T]) => Promise<void> } = {
  /** Sessions and sign-in counters that can no longer matter. */
  purge_sessions: async ({ db }) => {
    await db.execute(sql`delete from sessions where expires_at < now() - interval '30 days'`);
    await db.execute(sql`delete from address_failures where window_start < now() - interval '1 day'`);
    await db.execute(sql`
      delete from sign_in_failures
      where first_failed_at < now() - interval '2 days' and coalesce(locked_until, now()) < now() - interval '1 day'`);
  },
};
