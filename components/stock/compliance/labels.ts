import type { BadgeIcon, BadgeTone } from '@/components/ui/base/badge';
import type { ToldReason } from '@/server/features/compliance/words';
import type { AcceptInput, Job } from './types';

export const STATUS: Record<Job['status'], { label: string; tone: BadgeTone; icon?: BadgeIcon }> = {
  needs_data: { label: 'Needs data', tone: 'warning', icon: 'triangle' },
  review: { label: 'In review', tone: 'info', icon: 'clock' },
  ready: { label: 'Ready', tone: 'progress', icon: 'clock' },
  sending: { label: 'Sending', tone: 'progress', icon: 'clock' },
  unknown: { label: 'Outcome unknown', tone: 'warning', icon: 'triangle' },
  confirmed: { label: 'Confirmed', tone: 'success', icon: 'check' },
  rejected: { label: 'Rejected', tone: 'danger', icon: 'alert' },
  skipped: { label: 'Skipped', tone: 'neutral', icon: 'minus' },
  superseded: { label: 'Superseded', tone: 'neutral', icon: 'minus' },
};

export const KIND: Record<Job['kind'], string> = {
  package_adjustment: 'Adjustment',
  package_finish: 'Finish',
  transfer_template: 'Shipment',
  transfer_template_change: 'Change of shipment',
  transfer_template_delete: 'Withdrawal of shipment',
};

export const jobName = ({ kind, subject }: Pick<Job, 'kind' | 'subject'>) => `${KIND[kind]} ${subject}`;

/** Our reasons that are reported. */
export const TOLD_REASON: Record<ToldReason, string> = {
  ADJUSTMENT: 'Adjustment',
  AUDIT: 'Count',
  DAMAGE: 'Damage',
  THEFT: 'Theft',
};

export type AcceptReason = NonNullable<AcceptInput['lines'][number]['reason_code']>;

/** Why units of a package weren't accepted. */
export const ACCEPT_REASON: Record<AcceptReason, string> = {
  wrong_item: 'Wrong item',
  short: 'Short',
  damaged: 'Damaged',
  expired: 'Expired',
  failed_inspection: 'Failed inspection',
  temperature: 'Temperature',
  other: 'Other',
};
export const ACCEPT_REASONS = Object.keys(ACCEPT_REASON) as AcceptReason[];
