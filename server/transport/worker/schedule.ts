/**
 * Schedules of recurring jobs (UTC); each fires once across all processes. A backup that was due while no worker ran is
 * made at the next start; one at a time is made or verified.
 * @param backups BACKUP_SCHEDULE
 */
export function crontab(backups: string | undefined): string {
  if (backups === undefined) return CRONTAB;
  return [
    CRONTAB,
    `${backups} take_backup ?max=2&fill=1d&queue=backups`,
    '20 5 * * 0 verify_backup ?max=2&fill=1w&queue=backups',
  ].join('\n');
}

const CRONTAB = [
  '17 3 * * * purge_sessions ?max=3',
  '7 * * * * expire_orders ?max=1',
  '9 * * * * expire_claims ?max=1',
  '11 * * * * expire_quotes ?max=1',
  '14 * * * * expire_order_requests ?max=1',
  '* * * * * send_menus ?max=1',
  '* * * * * fold_order_totals ?max=1',
  '* * * * * fold_stock_totals ?max=1',
  '* * * * * fold_sales ?max=1',
  '9 * * * * expire_backorders ?max=1',
  '*/5 * * * * issue_due_credits ?max=1',
  '4 * * * * announce_overdue ?max=1',
  '*/15 * * * * release_recall_mails ?max=1',
  '* * * * * announce_ready ?max=1',
  '1,16,31,46 * * * * expire_stock ?max=1',
  '*/5 * * * * seal_audit ?max=1',
  '* * * * * seal_ledger ?max=1',
  '11 * * * * announce_expiring ?max=1',
  '13 * * * * reencrypt_secrets ?max=1',
  '12 * * * * announce_licenses ?max=1',
  '2,17,32,47 * * * * announce_follow_ups ?max=1',
  '*/15 * * * * send_digests ?max=1',
  '*/15 * * * * send_reports ?max=1',
  '44 * * * * purge_notifications ?max=3',
  '41 * * * * purge_requests ?max=3',
  '42 * * * * purge_uploads ?max=3',
  '43 * * * * purge_events ?max=3',
  '* * * * * resume_syncs ?max=1',
  '* * * * * auto_sync ?max=1',
  '* * * * * resume_imports ?max=1',
  '* * * * * resume_statements ?max=1',
  '* * * * * resume_migrations ?max=1',
  '* * * * * resume_telling ?max=1',
  '23 * * * * resize_images ?max=1',
  '*/5 * * * * fill_search ?max=1',
].join('\n');

/** Jobs that a worker adds at its start, some once the leases of a killed process have expired. */
export const AFTER_START = [
  { task: 'reencrypt_secrets', seconds: 0 },
  { task: 'resize_images', seconds: 30 },
  { task: 'fill_search', seconds: 0 },
  { task: 'resume_syncs', seconds: 20 },
  { task: 'resume_imports', seconds: 20 },
  { task: 'resume_statements', seconds: 20 },
  { task: 'resume_migrations', seconds: 20 },
  { task: 'resume_telling', seconds: 20 },
] as const;
