/** Payload of each job. It holds ids and never a secret, because the database stores it in plain text. */
export interface Tasks {
  purge_requests: Record<string, never>;
  purge_sessions: Record<string, never>;
  expire_orders: Record<string, never>;
  expire_order_requests: Record<string, never>;
  mail_order_request: { request_id: string; mail: 'confirm' | 'received' | 'accepted' | 'declined' };
  send_menus: Record<string, never>;
  run_menu_send: { send_id: string };
  mail_menu: { send_id: string; customer_id: string };
  expire_quotes: Record<string, never>;
  fold_order_totals: Record<string, never>;
  fold_stock_totals: Record<string, never>;
  fold_sales: Record<string, never>;
  announce_expiring: Record<string, never>;
  expire_backorders: Record<string, never>;
  issue_due_credits: Record<string, never>;
  announce_overdue: Record<string, never>;
  draw_statement: { entity_id: string; seller_id: string; buyer_id: string; from: string; to: string };
  mail_invoice: { invoice_id: string };
  mail_pay_run: { run_id: string; buyer_id: string; seller_id: string };
  mail_statement: { seller_id: string; buyer_id: string; from: string; to: string };
  mail_reminder: { seller_id: string; buyer_id: string; date: string | null };
  announce_ready: Record<string, never>;
  expire_stock: Record<string, never>;
  seal_audit: Record<string, never>;
  seal_ledger: Record<string, never>;
  reencrypt_secrets: Record<string, never>;
  announce_recall: { recall_id: string; notified_at: string };
  mail_recall: { recall_id: string; user_id: string };
  mail_recall_contact: { recall_id: string; seller_id: string; email: string };
  mail_recalls: { user_id: string };
  release_recall_mails: Record<string, never>;
  mail_orders_expired: { user_id: string; hour: string };
  run_sync: { run_id: string };
  resume_syncs: Record<string, never>;
  auto_sync: Record<string, never>;
  read_statement: { statement_id: string };
  resume_statements: Record<string, never>;
  run_import: { import_id: string };
  resume_imports: Record<string, never>;
  run_migration: { migration_id: string };
  resume_migrations: Record<string, never>;
  tell_state: { connection_id: string };
  resume_telling: Record<string, never>;
  export_entity: { export_id: string };
  read_certificate: { coa_id: string };
  resize_images: Record<string, never>;
  fill_search: Record<string, never>;
  /** `removed_at` is when its row went, once the file waits for the base backups from before. */
  remove_file: { key: string; removed_at?: string };
  purge_uploads: Record<string, never>;
  mail_password_reset: { email: string };
  mail_sign_up: { sign_up_id: string };
  mail_security_notice: {
    user_id: string;
    notice:
      | 'mfa_enabled'
      | 'mfa_disabled'
      | 'passkey_added'
      | 'passkey_removed'
      | 'recovery_codes_renewed'
      | 'password_changed'
      | 'password_reset';
    /** With a new password: the names of the member's keys that it revoked, and of those that still work. */
    keys?: { revoked: string[]; working: string[] };
    /** With a password reset: the names of the passkeys that it removed, and of those that still work. */
    passkeys?: { removed: string[]; working: string[] };
  };
  mail_access_notice: {
    user_id: string;
    notice:
      | 'key_created'
      | 'key_widened'
      | 'key_rotated'
      | 'keys_kept'
      | 'app_let_in'
      | 'assistant_let_in'
      | 'owner_invited'
      | 'admin_invited'
      | 'owner_raised'
      | 'admin_raised'
      | 'member_widened'
      | 'webhook_created'
      | 'webhook_retargeted'
      | 'webhook_rotated'
      | 'pos_connected'
      | 'pos_retargeted'
      | 'integration_connected'
      | 'integration_retargeted'
      | 'sso_connected'
      | 'sso_changed'
      | 'payee_changed'
      | 'pay_run_file'
      | 'rules_changed';
    /** Who did it, to what, in which business. */
    actor: string;
    name: string;
    business: string;
    /** The rules of sign-in that changed, as sentences. */
    rules?: string[];
  };
  /** `by` is who invites; absent in jobs from before. */
  send_invitation: { invitation_id: string; by?: string };
  merge_claim: { claim_id: string };
  mail_claim_contact: { claim_id: string };
  /** Of persons who waited for a business when waiting ended (decision 901): `failed` are jobs from before. */
  mail_claim_outcome: { email: string; outcome: 'founded' | 'failed' };
  /** Of a seller those that changed, or one. */
  compare_customers: { seller_id: string; customer_id?: string };
  compare_business: { entity_id: string };
  expire_claims: Record<string, never>;
  mail_business_invitation: { invitation_id: string };
  deliver_webhooks: { endpoint_id: string };
  mail_notification: { notification_id: string };
  mail_digest: { user_id: string; until: string };
  send_digests: Record<string, never>;
  send_reports: Record<string, never>;
  mail_report: { schedule_id: string; user_id: string };
  announce_licenses: Record<string, never>;
  announce_follow_ups: Record<string, never>;
  purge_notifications: Record<string, never>;
  purge_events: Record<string, never>;
  take_backup: Record<string, never>;
  verify_backup: Record<string, never>;
}

export type TaskName = keyof Tasks;
