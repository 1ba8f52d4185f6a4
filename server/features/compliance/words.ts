// Pages and other features import this file.
/** Reports to the state. */
export const JOB_KINDS = [
  'package_adjustment',
  'package_finish',
  'transfer_template',
  'transfer_template_change',
  'transfer_template_delete',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Events of this feature. */
export const JOB_UPDATED = 'compliance.job.updated';
export const TRANSFER_UPDATED = 'compliance.transfer.updated';

/** Kinds that are reviewed or sent on their own; a change or deletion of a template goes as the template does. */
export const MODE_KINDS = ['package_adjustment', 'package_finish', 'transfer_template'] as const;
export type ModeKind = (typeof MODE_KINDS)[number];

export const JOB_STATUSES = [
  'needs_data',
  'review',
  'ready',
  'sending',
  'unknown',
  'confirmed',
  'rejected',
  'skipped',
  'superseded',
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Jobs of which certainly nothing was applied, and which may still be changed. */
export const UNSENT: readonly JobStatus[] = ['needs_data', 'review', 'ready', 'rejected'];

export const JOB_SOURCES = ['movement', 'job', 'order'] as const;

export const ENVIRONMENTS = ['production', 'sandbox'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
export const MODES = ['review', 'auto'] as const;
export type Mode = (typeof MODES)[number];

/** Reasons of movements that are reported. */
export const TOLD_REASONS = ['ADJUSTMENT', 'AUDIT', 'DAMAGE', 'THEFT'] as const;
export type ToldReason = (typeof TOLD_REASONS)[number];
export const isToldReason = (reason: string): reason is ToldReason =>
  TOLD_REASONS.some((one) => one === reason);

/** Why a job isn't sent. */
export const PROBLEMS = [
  'reason_unmapped',
  'note_required',
  'report_in_metrc',
  'lot_inferred',
  'unit_mismatch',
  'package_unknown',
  'package_finished',
  'package_on_hold',
  'package_in_transit',
  'split_package',
  'untagged_units',
  'required',
  'license_missing',
  'not_permitted',
  'unsupported_here',
  'rejected_by_metrc',
  'outcome_unknown',
  'vendor_unavailable',
  'vendor_rate_limited',
  'vendor_protocol',
] as const;
export type ProblemCode = (typeof PROBLEMS)[number];

/** What stands against sending a job, by the field that would settle it. */
export interface Problem {
  /** Null where no field does. */
  field: string | null;
  code: ProblemCode;
  message: string;
}

export const DIRECTIONS = ['incoming', 'outgoing'] as const;
export const PACKAGE_STATES = ['active', 'onhold', 'inactive', 'intransit'] as const;
export type PackageState = (typeof PACKAGE_STATES)[number];
