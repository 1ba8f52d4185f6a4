import { type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { mailPasswordReset } from '../../features/auth/reset';
import { mailSecurityNotice } from '../../features/auth/security-mail';
import { sendInvitation } from '../../features/entities/team/invitation-mail';
import { resumeImports, runImport } from '../../features/imports/run';
import { expireOrders } from '../../features/orders/expire';
import { mailOrdersExpired } from '../../features/orders/expired-mail';
import { startDueSyncs } from '../../features/pos/auto-sync';
import { resumeSyncs, runSync } from '../../features/pos/sync';
import { mailWebhookDisabled } from '../../features/webhooks/disabled-mail';
import { deliverWebhooks } from '../../features/webhooks/lane';
import type { Recorder } from '../../features/webhooks/record';
import type { Sender } from '../../features/webhooks/send';
import type { Cipher } from '../../kernel/cipher';
import type { Mailer } from '../../kernel/mail';
import type { Storage } from '../../kernel/storage';
import type { TaskName, Tasks } from '../../kernel/tasks';
import type { Db } from '../../platform/db/client';
import type { TargetPolicy } from '../../platform/outgoing/guard';
import { purgePending } from '../../platform/storage/pending';

/** What a job works with. */
export interface JobContext {
  db: Db;
  log: Logger;
  mailer: Mailer;
  cipher: Cipher;
  storage: Storage;
  /** Where links in mails lead; no trailing slash. */
  publicUrl: string;
  sender: Sender;
  /** Where requests to points of sale may go. */
  outgoing: TargetPolicy;
  recorder: Recorder;
  /** Aborted when the process is asked to stop: long jobs put down what another process can take up. */
  stopping: AbortSignal;
}

/** Every job by its name. */
export const TASKS: { [T in TaskName]: (ctx: JobContext, payload: Tasks[T]) => Promise<void> } = {
  /** Files of uploads that ended in the middle. */
  purge_uploads: ({ db, storage }) => purgePending(db, storage),
  /** Answers under an Idempotency-Key, counted windows and logged requests that are past their time. */
  purge_requests: async ({ db }) => {
    await deleteInBatches(db, sql`idempotency_keys`, sql`created_at < now() - interval '25 hours'`);
    await deleteInBatches(db, sql`rate_limits`, sql`expire < now() - interval '1 hour'`);
    await deleteInBatches(db, sql`counted_mails`, sql`created_at < now() - interval '2 days'`);
    await deleteInBatches(db, sql`api_requests`, sql`created_at < now() - interval '30 days'`);
  },
  /** Sessions, tokens and counters of sign-ins that can no longer matter. */
  purge_sessions: async ({ db }) => {
    await db.execute(sql`delete from sessions where expires_at < now() - interval '30 days'`);
    await db.execute(sql`delete from address_failures where window_start < now() - interval '1 day'`);
    await db.execute(sql`
      delete from sign_in_failures
      where first_failed_at < now() - interval '2 days' and coalesce(locked_until, '-infinity') < now() - interval '1 day'`);
    await db.execute(sql`delete from email_failures where window_start < now() - interval '1 day'`);
    await db.execute(sql`delete from known_devices where used_at < now() - interval '400 days'`);
    await db.execute(sql`delete from mfa_challenges where expires_at < now() - interval '1 day'`);
    await db.execute(sql`delete from password_resets where expires_at < now() - interval '7 days'`);
    await db.execute(sql`delete from reset_requests where window_start < now() - interval '1 day'`);
  },
  /** Orders that stayed pending for longer than a party allows. */
  expire_orders: (ctx) => expireOrders(ctx),
  mail_orders_expired: mailOrdersExpired,
  mail_password_reset: mailPasswordReset,
  mail_security_notice: mailSecurityNotice,
  send_invitation: sendInvitation,
  /** A sync of a location with its point of sale. */
  run_sync: (ctx, { run_id }) => runSync(ctx, run_id),
  /** Syncs whose process ended in the middle. */
  resume_syncs: (ctx) => resumeSyncs(ctx),
  /** Syncs that the settings of their business ask for by now. */
  auto_sync: (ctx) => startDueSyncs(ctx),
  /** A CSV that is to be checked or applied. */
  run_import: (ctx, { import_id }) => runImport(ctx, import_id),
  /** Imports whose process ended in the middle. */
  resume_imports: (ctx) => resumeImports(ctx),
  remove_file: ({ storage }, { key }) => storage.remove(key),
  /** What is due at an endpoint. */
  deliver_webhooks: (ctx, { endpoint_id }) => deliverWebhooks(ctx, endpoint_id),
  mail_webhook_disabled: mailWebhookDisabled,
  /** Events and deliveries are kept for 30 days (decision 68); an event outlives its deliveries by an hour. */
  purge_events: async ({ db }) => {
    await deleteInBatches(db, sql`webhook_deliveries`, sql`created_at < now() - interval '30 days'`);
    await deleteInBatches(
      db,
      sql`events`,
      sql`created_at < now() - interval '30 days 1 hour' and sequence is not null`,
    );
  },
};

const BATCH = 5_000;

/** Deletes a few thousand rows at a time, so that nobody waits for the locks of a million. */
async function deleteInBatches(db: Db, table: SQL, condition: SQL): Promise<void> {
  let deleted: number;
  do {
    const { count } = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${BATCH}))`,
    );
    deleted = count;
  } while (deleted === BATCH);
}
