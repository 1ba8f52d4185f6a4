import type { TaskName } from '../../kernel/tasks';
import type { PoolSize } from '../../platform/jobs/pool';

export type LaneName = 'webhooks' | 'syncs' | 'mail' | 'reports' | 'imports' | 'vendors' | 'housekeeping';

/**
 * Separate pools per kind of job: a hanging system fills only its own lane. Each lane also limits an entity: 10
 * endpoints, 2 syncs, 2 mails, 1 mailed report, 2 imports, 2 of other vendors, 4 of Metrc, 1 file removal at a time (docs/operations.md).
 * Where jobs aren't taken in batches each worker polls, for what was put off: new jobs wake one (decision 803).
 */
export const LANES: Record<LaneName, PoolSize> = {
  webhooks: { concurrency: 256, connections: 6, pollMs: 250, batch: true },
  syncs: { concurrency: 64, connections: 3, pollMs: 250, batch: true },
  mail: { concurrency: 8, connections: 3, pollMs: 5_000, batch: false },
  // Those of Monday morning are drawn beside the mails that people wait for.
  reports: { concurrency: 2, connections: 2, pollMs: 5_000, batch: false },
  imports: { concurrency: 6, connections: 3, pollMs: 3_000, batch: false },
  vendors: { concurrency: 64, connections: 3, pollMs: 250, batch: true },
  housekeeping: { concurrency: 4, connections: 3, pollMs: 5_000, batch: false },
};

const LANE_OF: Record<TaskName, LaneName> = {
  deliver_webhooks: 'webhooks',
  run_sync: 'syncs',
  mail_password_reset: 'mail',
  mail_sign_up: 'mail',
  mail_security_notice: 'mail',
  mail_access_notice: 'mail',
  send_invitation: 'mail',
  mail_business_invitation: 'mail',
  mail_claim_contact: 'mail',
  mail_order_request: 'mail',
  mail_menu: 'reports',
  run_menu_send: 'housekeeping',
  send_menus: 'housekeeping',
  mail_claim_outcome: 'mail',
  mail_notification: 'mail',
  mail_digest: 'mail',
  mail_orders_expired: 'mail',
  mail_reminder: 'mail',
  mail_invoice: 'mail',
  mail_pay_run: 'mail',
  mail_statement: 'mail',
  mail_recall: 'mail',
  mail_recall_contact: 'mail',
  mail_recalls: 'mail',
  release_recall_mails: 'housekeeping',
  mail_report: 'reports',
  draw_statement: 'reports',
  read_statement: 'imports',
  resume_statements: 'housekeeping',
  run_import: 'imports',
  run_migration: 'vendors',
  resume_migrations: 'housekeeping',
  tell_state: 'vendors',
  resume_telling: 'housekeeping',
  export_entity: 'imports',
  read_certificate: 'imports',
  resume_syncs: 'housekeeping',
  auto_sync: 'housekeeping',
  resume_imports: 'housekeeping',
  expire_orders: 'housekeeping',
  compare_business: 'housekeeping',
  compare_customers: 'housekeeping',
  expire_claims: 'housekeeping',
  merge_claim: 'housekeeping',
  expire_quotes: 'housekeeping',
  expire_order_requests: 'housekeeping',
  fold_order_totals: 'housekeeping',
  fold_stock_totals: 'housekeeping',
  fold_sales: 'housekeeping',
  announce_expiring: 'housekeeping',
  expire_backorders: 'housekeeping',
  issue_due_credits: 'housekeeping',
  announce_overdue: 'housekeeping',
  announce_ready: 'housekeeping',
  expire_stock: 'housekeeping',
  seal_audit: 'housekeeping',
  seal_ledger: 'housekeeping',
  reencrypt_secrets: 'housekeeping',
  announce_recall: 'housekeeping',
  announce_licenses: 'housekeeping',
  announce_follow_ups: 'housekeeping',
  send_digests: 'housekeeping',
  send_reports: 'housekeeping',
  purge_notifications: 'housekeeping',
  resize_images: 'housekeeping',
  fill_search: 'housekeeping',
  remove_file: 'housekeeping',
  purge_events: 'housekeeping',
  purge_requests: 'housekeeping',
  purge_sessions: 'housekeeping',
  purge_uploads: 'housekeeping',
  take_backup: 'housekeeping',
  verify_backup: 'housekeeping',
};

export function tasksOf(lane: LaneName): TaskName[] {
  return (Object.keys(LANE_OF) as TaskName[]).filter((task) => LANE_OF[task] === lane);
}
