import type { ClaimStatus } from '@/server/features/entities/claims/state';
import type { ClaimRow } from './types';

interface Look {
  label: string;
  tone: 'warning' | 'info' | 'progress' | 'success' | 'neutral';
  icon: 'alert' | 'clock' | 'check' | 'x' | 'minus';
}

const STATUS: Record<ClaimStatus, Look> = {
  waiting: { label: 'Waiting', tone: 'warning', icon: 'alert' },
  offered: { label: 'Offered', tone: 'info', icon: 'clock' },
  merging: { label: 'Merging', tone: 'progress', icon: 'clock' },
  confirmed: { label: 'Confirmed', tone: 'success', icon: 'check' },
  rejected: { label: 'Rejected', tone: 'neutral', icon: 'x' },
  expired: { label: 'Expired', tone: 'neutral', icon: 'minus' },
};

/** How the status of a claim reads to the side that looks. */
export function statusOf({ role, status }: Pick<ClaimRow, 'role' | 'status'>): Look {
  const look = STATUS[status];
  return role === 'claimant' && status === 'confirmed' ? { ...look, label: 'Merged' } : look;
}

const NAMES = { email: 'email', license: 'license number', type: 'type' } as const;

/** What of a claim differs from what the seller entered: `Email differs`. */
export function differences({ matches }: Pick<ClaimRow, 'matches'>): string {
  const names = (['email', 'license', 'type'] as const)
    .filter((name) => !matches[name])
    .map((name) => NAMES[name]);
  if (names.length === 0) return 'Everything matches';
  const sentence = `${joined(names)} ${names.length === 1 ? 'differs' : 'differ'}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Names as a sentence lists them: `a, b and c`. */
export function joined(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
