'use client';
import { REASON } from './labels';
import type { ReasonCode } from './types';

const KEY = 'inventory.reason';

/** The reason last used in this browser: the next adjustment most often has the same. */
export function lastReason(): ReasonCode {
  try {
    const known = localStorage.getItem(KEY);
    if (known && known in REASON) return known as ReasonCode;
  } catch {
    // Storage may be forbidden; then there is nothing to remember.
  }
  return 'ADJUSTMENT';
}

/** Remembers the reason for next time. */
export function rememberReason(reason: ReasonCode): void {
  try {
    localStorage.setItem(KEY, reason);
  } catch {
    // See above.
  }
}
