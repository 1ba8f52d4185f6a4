import type { Figure } from '@/components/home/reports/types';
import { formatShare } from '@/components/ui/format';

export type Change = { direction: 'up' | 'down' | 'flat'; text: string; good?: boolean };

/** A figure against the period before it: "+12.5%". @param moreIsGood undefined when neither is good news */
export function compare({ current, previous }: Figure, moreIsGood: boolean | undefined): Change {
  if (previous === 0) return { direction: 'flat', text: current === 0 ? 'none in both' : 'none before' };
  const share = (current - previous) / previous;
  if (Math.abs(share) < 0.0005) return { direction: 'flat', text: 'same' };
  const up = share > 0;
  return {
    direction: up ? 'up' : 'down',
    text: `${up ? '+' : '−'}${formatShare(Math.abs(share))}`,
    ...(moreIsGood !== undefined && { good: up === moreIsGood }),
  };
}

/** Whole days from one calendar date to another; negative when that is past. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
