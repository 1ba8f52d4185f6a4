import type { Actor } from '../../kernel/actor';

export const WINDOWS = { minute: 60, day: 86_400 } as const;
export type Window = keyof typeof WINDOWS;

/** Requests per window of each tier; null without a limit (the specification's Limits). */
export const TIER_LIMITS: Record<Actor['entity']['tier'], Record<Window, number> | null> = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  enterprise: null,
};

/**
 * Returns the window that an instant falls in, fixed in UTC: its key, start and end, and the seconds until then, at
 * least one.
 */
export function windowAt(window: Window, now: Date) {
  const length = WINDOWS[window] * 1000;
  const begin = new Date(Math.floor(now.getTime() / length) * length);
  const end = new Date(begin.getTime() + length);
  return {
    key: begin.toISOString().slice(0, window === 'minute' ? 16 : 10),
    begin,
    end,
    secondsLeft: Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000)),
  };
}
