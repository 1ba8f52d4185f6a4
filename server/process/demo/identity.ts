import { v7 } from 'uuid';

let made = 0;

/** Creates a uuid v7 for an instant in the past: ids created later sort later, even within a millisecond. */
export function idAt(at: number): string {
  made += 1;
  return v7({ msecs: at, seq: made });
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
