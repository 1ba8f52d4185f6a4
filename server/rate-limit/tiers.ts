import type { Actor } from '../kernel/actor';

export const WINDOWS = { minute: 60, day: 86_400 } as const;
export type Window = keyof typeof WINDOWS;

/** Requests that a business may send in each window; null without limit (the specification's Limits). */
export const TIER_LIMITS: Record<Actor['entity']['tier'], Record<Window, number> | null> = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  enterprise: null,
};

/** The window that an instant lies in, fixed in UTC: its key, and the seconds until it ends, at least one. */
export function windowAt(window: Window, now: Date): { key: string; secondsLeft: number } {
  const length = WINDOWS[window] * 1000;
  const start = Math.floor(now.getTime() / length) * length;
  return {
    key: new Date(start).toISOString().slice(0, window === 'minute' ? 16 : 10),
    secondsLeft: Math.max(1, Math.ceil((start + length - now.getTime()) / 1000)),
  };
}
