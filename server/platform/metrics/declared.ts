interface Declared {
  name: string;
  kind: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly string[];
  buckets?: readonly number[];
  /** `web`: each web process has its own, and a parent adds up those of its forks. */
  of: 'web' | 'process';
}

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300];

/**
 * Every metric of ours; dashboards, alerts and the table in docs/operations.md are compared with it. No label has a tenant,
 * an id or anything else without a bound.
 */
export const METRICS = {
  buildInfo: {
    name: 'tallyleaf_build_info',
    kind: 'gauge',
    help: '1, with the version that runs; of a checkout with its commit',
    labels: ['version'],
    of: 'process',
  },
  requestSeconds: {
    name: 'http_request_duration_seconds',
    kind: 'histogram',
    help: 'Time from the request head to the end of the response',
    labels: ['operation', 'status'],
    buckets: SECONDS,
    of: 'web',
  },
  requests: {
    name: 'http_requests_total',
    kind: 'counter',
    help: 'Completed requests',
    labels: ['status'],
    of: 'web',
  },
  replicaReads: {
    name: 'database_replica_reads_total',
    kind: 'counter',
    help: 'Reads that a replica may serve, by who served them: the replica, or the primary for a reason',
    labels: ['outcome'],
    of: 'web',
  },
  slots: {
    name: 'tallyleaf_slots',
    kind: 'gauge',
    help: 'Work in the queues in front of the connection pool, by state: running or waiting',
    labels: ['queue', 'state'],
    of: 'web',
  },
  slotLimit: {
    name: 'tallyleaf_slots_limit',
    kind: 'gauge',
    help: 'Work that may run at the same time, by queue',
    labels: ['queue'],
    of: 'web',
  },
  overloaded: {
    name: 'tallyleaf_overloaded',
    kind: 'gauge',
    help: 'Processes that reject requests with 503 because more arrive than they serve',
    labels: [],
    of: 'web',
  },
  certificates: {
    name: 'tallyleaf_certificates_read_total',
    kind: 'counter',
    help: 'Certificates that were read, by outcome: read, skipped (too many timeouts before), time, memory or error',
    labels: ['outcome'],
    of: 'web',
  },
  jobs: {
    name: 'tallyleaf_jobs_total',
    kind: 'counter',
    help: 'Attempts at jobs that ended, by outcome: done, retried, or failed for good',
    labels: ['job', 'outcome'],
    of: 'process',
  },
  jobSeconds: {
    name: 'tallyleaf_job_duration_seconds',
    kind: 'histogram',
    help: 'Time of attempts at jobs',
    labels: ['job'],
    buckets: JOB_SECONDS,
    of: 'process',
  },
  jobLastDone: {
    name: 'tallyleaf_job_last_success_timestamp_seconds',
    kind: 'gauge',
    help: 'When a job last succeeded in this process',
    labels: ['job'],
    of: 'process',
  },
  deliveries: {
    name: 'tallyleaf_delivery_attempts_total',
    kind: 'counter',
    help: 'Webhook requests, by outcome: delivered, rejected (a response other than 2xx) or failed (no response)',
    labels: ['outcome'],
    of: 'process',
  },
  mails: {
    name: 'tallyleaf_mails_total',
    kind: 'counter',
    help: 'Mails, by outcome: sent, kept (without SMTP_URL) or failed',
    labels: ['outcome'],
    of: 'process',
  },
  databaseUp: {
    name: 'tallyleaf_database_up',
    kind: 'gauge',
    help: '1 while the database responds to what the metrics below ask',
    labels: [],
    of: 'process',
  },
  queueJobs: {
    name: 'tallyleaf_queue_jobs',
    kind: 'gauge',
    help: 'Jobs that could start now, by kind; at most 10,000 are counted',
    labels: ['job'],
    of: 'process',
  },
  queueAge: {
    name: 'tallyleaf_queue_age_seconds',
    kind: 'gauge',
    help: 'How long the oldest job that could start now has waited, by kind',
    labels: ['job'],
    of: 'process',
  },
  eventAge: {
    name: 'tallyleaf_oldest_unsent_event_seconds',
    kind: 'gauge',
    help: 'Age of the oldest event that no worker has taken; 0 without one',
    labels: [],
    of: 'process',
  },
  deliveryAge: {
    name: 'tallyleaf_overdue_delivery_seconds',
    kind: 'gauge',
    help: 'How long the most overdue webhook delivery has been due at an active endpoint that no worker sends to; 0 without one',
    labels: [],
    of: 'process',
  },
  rollupWaiting: {
    name: 'tallyleaf_rollup_waiting_rows',
    kind: 'gauge',
    help: 'Changes that are not folded into kept totals yet; at most 100,000 are counted',
    labels: ['rollup'],
    of: 'process',
  },
  connections: {
    name: 'tallyleaf_database_connections',
    kind: 'gauge',
    help: 'Connections to this database of all processes, by state; max is what the server allows',
    labels: ['state'],
    of: 'process',
  },
  lastBackup: {
    name: 'tallyleaf_last_backup_timestamp_seconds',
    kind: 'gauge',
    help: 'When the last good backup ended, by kind: backup or base',
    labels: ['kind'],
    of: 'process',
  },
  lastVerified: {
    name: 'tallyleaf_last_verified_restore_timestamp_seconds',
    kind: 'gauge',
    help: 'When a restore was last verified',
    labels: [],
    of: 'process',
  },
  backupFailing: {
    name: 'tallyleaf_backup_failing',
    kind: 'gauge',
    help: '1 while the newest attempt failed, by kind: backup, base or verify',
    labels: ['kind'],
    of: 'process',
  },
} as const satisfies Record<string, Declared>;

export type MetricKey = keyof typeof METRICS;

/** The keys of metrics of a kind. */
export type KeyOf<K extends Declared['kind']> = {
  [Key in MetricKey]: (typeof METRICS)[Key]['kind'] extends K ? Key : never;
}[MetricKey];

/** A value for each label. */
export type LabelsOf<Key extends MetricKey> = Record<(typeof METRICS)[Key]['labels'][number], string>;
