import type { Logger } from 'pino';
import { purgePlans } from '../../features/assistants/service';
import { SEALED_FACTORS } from '../../features/auth/factors/second-factor';
import { mailAccessNotice } from '../../features/auth/mails/access-mail';
import { mailSecurityNotice } from '../../features/auth/mails/security-mail';
import { mailPasswordReset } from '../../features/auth/password/reset';
import { purgeSessions } from '../../features/auth/sessions/purge';
import { SEALED_BANK } from '../../features/billing/bank/numbers';
import { readStatement, resumeStatements } from '../../features/billing/bank/statements/read-statement';
import { purgeBooks } from '../../features/billing/books/service';
import { issueDueCredits } from '../../features/billing/credits/service';
import { announceOverdue, remindOverdue } from '../../features/billing/overdue/announce';
import { mailReminder } from '../../features/billing/overdue/mail';
import { mailPayRun } from '../../features/billing/pay-runs/mail';
import { SEALED_PAY_RUNS } from '../../features/billing/pay-runs/numbers';
import { forgetFiles } from '../../features/billing/pay-runs/queries.sql';
import { resumeTelling, tellState } from '../../features/compliance/sending/pump';
import { mailBusinessInvitation } from '../../features/entities/business-invitations/mail';
import { compareBusiness, compareCustomers } from '../../features/entities/claims/claiming';
import { expireClaims } from '../../features/entities/claims/expire';
import { mailClaimContact, mailClaimOutcome } from '../../features/entities/claims/mail';
import { mergeClaim } from '../../features/entities/claims/merge';
import { announceFollowUps } from '../../features/entities/follow-ups/service';
import { mailSignUp } from '../../features/entities/sign-up/mail';
import { purgeSignUps } from '../../features/entities/sign-up/service';
import { sendInvitation } from '../../features/entities/team/invitation-mail';
import { purgeMigrations } from '../../features/imports/migrations/purge';
import { resumeMigrations, runMigration } from '../../features/imports/migrations/run';
import { resumeImports, runImport } from '../../features/imports/running/run';
import { SEALED_INTEGRATIONS } from '../../features/integrations/credentials';
import type { VendorHosts } from '../../features/integrations/hosts';
import { recountExpired } from '../../features/inventory/levels/recount';
import { sealLedger } from '../../features/inventory/seals/seal';
import { foldStockTotals } from '../../features/inventory/totals/totals';
import { readAgain } from '../../features/lots/coa/read-again';
import { purgeReadings } from '../../features/lots/coa/readings';
import { announceExpiring } from '../../features/lots/expiring';
import { expireRequests } from '../../features/menus/requests/expire';
import { mailOrderRequest } from '../../features/menus/requests/mail';
import { mailMenu } from '../../features/menus/sending/mail';
import { runMenuSend, sendDueMenus } from '../../features/menus/sending/run';
import { SEALED_MENUS } from '../../features/menus/tokens';
import { noticeExpiringLicenses } from '../../features/notifications/licenses.sql';
import { mailDigest, mailNotification, sendDigests } from '../../features/notifications/mail';
import { purgeNotifications } from '../../features/notifications/purge';
import { purgeTokens } from '../../features/oauth/service';
import { announceReady, expireBackorders } from '../../features/orders/backorders/expire';
import { purgeDrawn } from '../../features/orders/documents/drawn';
import { mailInvoice } from '../../features/orders/documents/invoice-mail';
import { drawStatement } from '../../features/orders/documents/statement-file';
import { mailStatement } from '../../features/orders/documents/statement-mail';
import { expireQuotes } from '../../features/orders/drafts/expire';
import { foldOrderTotals, foldSales } from '../../features/orders/figures/totals';
import { expireOrders } from '../../features/orders/flow/expire';
import { mailOrdersExpired } from '../../features/orders/flow/expired-mail';
import { startDueSyncs } from '../../features/pos/connections/auto-sync';
import { SEALED_CREDENTIALS } from '../../features/pos/connections/credentials';
import { resumeSyncs, runSync } from '../../features/pos/runs/sync';
import { resizeImages } from '../../features/products/images/resize';
import {
  announceRecall,
  mailRecall,
  mailRecallContact,
  mailRecalls,
  releaseRecallMails,
} from '../../features/recalls/mail';
import { mailReport, sendReports } from '../../features/reports/schedules/mail';
import { fillTexts } from '../../features/search/write';
import { SEALED_SSO } from '../../features/sso/secret';
import { purgeAttempts } from '../../features/sso/service';
import { exportEntity, purgeExports } from '../../features/tenants/export/run';
import { purgeApiRequests } from '../../features/usage/purge';
import { deliverWebhooks } from '../../features/webhooks/lane';
import { entitiesWithWaitingEvents, purgeDeliveries, purgeEndpoints } from '../../features/webhooks/purge';
import type { Recorder } from '../../features/webhooks/record';
import type { Sender } from '../../features/webhooks/send';
import { SEALED_WEBHOOKS } from '../../features/webhooks/sign';
import type { Cipher } from '../../kernel/cipher';
import type { Mailer } from '../../kernel/mail';
import type { TokenSigner } from '../../kernel/signer';
import type { Storage } from '../../kernel/storage';
import type { TaskName, Tasks } from '../../kernel/tasks';
import { sealAudit } from '../../platform/audit-log/seal';
import type { Db } from '../../platform/db/client';
import { SEALED_RESPONSES } from '../../platform/idempotency/once';
import { purgeIdempotencyKeys } from '../../platform/idempotency/purge';
import { enqueue } from '../../platform/outbox/enqueue';
import { purgeCountedMails, purgeEvents } from '../../platform/outbox/purge';
import type { TargetPolicy } from '../../platform/outgoing/guard';
import { purgeRateLimits } from '../../platform/rate-limit/purge';
import { SEALED_CHECKS } from '../../platform/secrets/check';
import { reencrypt } from '../../platform/secrets/reencrypt';
import { purgePending } from '../../platform/storage/pending';

const DAY_MS = 86_400_000;

/** Dependencies of jobs. */
export interface JobContext {
  db: Db;
  log: Logger;
  mailer: Mailer;
  cipher: Cipher;
  signer: TokenSigner;
  storage: Storage;
  /** Where large results wait until they are stored. */
  dataDir: string;
  /** Base URL of links in mails, without a trailing slash. */
  publicUrl: string;
  sender: Sender;
  /** Where requests to POS systems may go. */
  outgoing: TargetPolicy;
  /** Origins in place of the vendors' own. */
  vendorHosts: VendorHosts;
  /** Keys of Metrc by state, or by state and `-sandbox`. */
  metrcKeys: Readonly<Record<string, string>>;
  recorder: Recorder;
  /** The moment of the oldest base backup that is kept; undefined without point-in-time recovery. */
  oldestBase(): Promise<Date | undefined>;
  /** Runs a command of the operator in a process of its own; throws when it fails. */
  runCommand(args: readonly string[], stopping: AbortSignal): Promise<void>;
  /** Aborted when the process stops: long jobs pause so that another process can resume them. */
  stopping: AbortSignal;
}

/** Every column that the platform's secret seals. */
export const SEALED = [
  ...SEALED_CHECKS,
  ...SEALED_FACTORS,
  ...SEALED_WEBHOOKS,
  ...SEALED_CREDENTIALS,
  ...SEALED_INTEGRATIONS,
  ...SEALED_SSO,
  ...SEALED_RESPONSES,
  ...SEALED_MENUS,
  ...SEALED_BANK,
  ...SEALED_PAY_RUNS,
];

/** Every job by name. */
export const TASKS: { [T in TaskName]: (ctx: JobContext, payload: Tasks[T]) => Promise<void> } = {
  /** Removes files of interrupted uploads and exports, expired archives, and certificates that were read and not saved. */
  purge_uploads: async ({ db, storage, dataDir }) => {
    await purgePending(db, storage);
    await purgeReadings(db);
    await purgeExports(db, { storage, dataDir });
    await purgeMigrations(db);
  },
  /** Deletes expired stored responses, drawn documents, rate limit windows and logged requests. */
  purge_requests: async ({ db }) => {
    await purgeIdempotencyKeys(db);
    await purgeBooks(db);
    await forgetFiles(db);
    await purgeDrawn(db);
    await purgeRateLimits(db);
    await purgeCountedMails(db);
    await purgeApiRequests(db);
    await purgePlans(db);
  },
  /** Deletes expired sessions, tokens, sign-ups and sign-in counters. */
  purge_sessions: async ({ db }) => {
    await purgeSessions(db);
    await purgeTokens(db);
    await purgeAttempts(db);
    await purgeSignUps(db);
  },
  /** Expires orders that stayed pending for longer than a party allows. */
  expire_orders: async (ctx) => {
    await expireOrders(ctx);
  },
  expire_backorders: (ctx) => expireBackorders(ctx),
  issue_due_credits: (ctx) => issueDueCredits(ctx),
  /** Invoices whose due day is over where their seller is. */
  announce_overdue: async ({ db }) => {
    await announceOverdue(db);
    await remindOverdue(db);
  },
  announce_ready: (ctx) => announceReady(ctx),
  expire_quotes: async (ctx) => {
    await expireQuotes(ctx);
  },
  /** Requests of menus: those that waited too long, were never confirmed, or ended long ago. */
  expire_order_requests: (ctx) => expireRequests(ctx),
  mail_order_request: mailOrderRequest,
  /** Menus that are mailed each week. */
  send_menus: (ctx) => sendDueMenus(ctx),
  run_menu_send: runMenuSend,
  mail_menu: mailMenu,
  /** Keeps the changes that counts and reports add up few. */
  fold_order_totals: ({ db }) => foldOrderTotals(db),
  fold_stock_totals: ({ db }) => foldStockTotals(db),
  fold_sales: ({ db }) => foldSales(db),
  /** Batches that expire soon, by the calendar of each holder: a day begins at another hour in each timezone. */
  announce_expiring: async ({ db }) => {
    await announceExpiring(db);
  },
  /** Units that expired at midnight, in whatever timezone, can't be sold. */
  expire_stock: ({ db }) => recountExpired(db),
  /** Makes later changes of the audit log and of the ledger detectable. */
  seal_audit: ({ db }) => sealAudit(db),
  seal_ledger: ({ db }) => sealLedger(db),
  /** While the platform's secret is rotated, seals everything under the current one. */
  reencrypt_secrets: async ({ db, cipher, log }) => {
    for (const { column, renewed } of await reencrypt(db, cipher, SEALED)) {
      if (renewed > 0) log.info({ column, renewed }, 'secrets re-encrypted');
    }
  },
  announce_recall: announceRecall,
  mail_recall: mailRecall,
  mail_recall_contact: mailRecallContact,
  mail_recalls: mailRecalls,
  /** Mails of recalls that waited for a day with room, or for the operator. */
  release_recall_mails: releaseRecallMails,
  mail_orders_expired: mailOrdersExpired,
  mail_reminder: mailReminder,
  draw_statement: drawStatement,
  mail_invoice: mailInvoice,
  mail_pay_run: mailPayRun,
  mail_statement: mailStatement,
  mail_password_reset: mailPasswordReset,
  mail_sign_up: mailSignUp,
  mail_security_notice: mailSecurityNotice,
  mail_access_notice: mailAccessNotice,
  send_invitation: sendInvitation,
  mail_claim_contact: mailClaimContact,
  mail_claim_outcome: mailClaimOutcome,
  /** Merges a customer into the business that claimed it. */
  merge_claim: mergeClaim,
  /** Compares customers that aren't on board with businesses that are. */
  compare_customers: compareCustomers,
  compare_business: compareBusiness,
  /** Expires claims that sellers left undecided. */
  expire_claims: expireClaims,
  mail_business_invitation: mailBusinessInvitation,
  /** Syncs a location with its POS. */
  run_sync: (ctx, { run_id }) => runSync(ctx, run_id),
  /** Resumes syncs whose process died. */
  resume_syncs: (ctx) => resumeSyncs(ctx),
  /** Starts the syncs that are due by their entity's settings. */
  auto_sync: (ctx) => startDueSyncs(ctx),
  /** Reads a bank's statement. */
  read_statement: (ctx, { statement_id }) => readStatement(ctx, statement_id),
  /** Reads statements again whose process died, and lets go of those that waited a day. */
  resume_statements: (ctx) => resumeStatements(ctx),
  /** Checks or applies a CSV import. */
  run_import: (ctx, { import_id }) => runImport(ctx, import_id),
  /** Resumes imports whose process died. */
  resume_imports: (ctx) => resumeImports(ctx),
  /** Reads, checks or applies what moves in from another system. */
  run_migration: (ctx, { migration_id }) => runMigration(ctx, migration_id),
  resume_migrations: (ctx) => resumeMigrations(ctx),
  /** Tells the state what a location's license has to, looks up what became of it, and reads. */
  tell_state: (ctx, { connection_id }) => tellState(ctx, connection_id),
  resume_telling: (ctx) => resumeTelling(ctx),
  /** Makes the archive of a business's data. */
  export_entity: exportEntity,
  read_certificate: readAgain,
  /** Gives images from before it their size for cards. */
  resize_images: async (ctx) => {
    const images = await resizeImages(ctx);
    if (images > 0) ctx.log.info({ images }, 'images resized');
  },
  /** Words of objects from before the search kept any; it goes on where a stop has ended it. */
  fill_search: ({ db, stopping }) => fillTexts(db, stopping),
  /** A file outlives the write-ahead log that names it: a restore to a moment may need it (decision 541). */
  remove_file: async ({ db, storage, oldestBase }, { key, removed_at }) => {
    const removedAt = removed_at ?? new Date().toISOString();
    const base = await oldestBase();
    if (!base || base.toISOString() > removedAt) return storage.remove(key);
    const runAt = new Date(Date.now() + DAY_MS);
    await enqueue(db, 'remove_file', { key, removed_at: removedAt }, { runAt });
  },
  /** Sends an endpoint's due deliveries. */
  deliver_webhooks: (ctx, { endpoint_id }) => deliverWebhooks(ctx, endpoint_id),
  mail_notification: mailNotification,
  mail_digest: mailDigest,
  send_digests: ({ db }) => sendDigests(db),
  /** Reports that members get each week. */
  send_reports: ({ db }) => sendReports(db),
  mail_report: mailReport,
  /** Licenses that expire within 60, 30 or 7 days, or today. */
  announce_licenses: async ({ db }) => {
    await noticeExpiringLicenses(db);
  },
  /** Follow-ups of customers and suppliers whose day has begun. */
  announce_follow_ups: ({ db }) => announceFollowUps(db),
  purge_notifications: ({ db }) => purgeNotifications(db),
  /**
   * Deletes events and deliveries after 30 days (decision 68), and the endpoints of deleted businesses; an event outlives its
   * deliveries by an hour.
   */
  purge_events: async ({ db }) => {
    await purgeEndpoints(db);
    await purgeDeliveries(db);
    await purgeEvents(db, await entitiesWithWaitingEvents(db));
  },
  take_backup: ({ runCommand, stopping }) => runCommand(['backup', '--scheduled'], stopping),
  verify_backup: ({ runCommand, stopping }) => runCommand(['verify-backup'], stopping),
};
