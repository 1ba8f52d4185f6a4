import { v7 } from 'uuid';

let made = 0;

/** A uuid v7 of an instant in the past: ids that are made later sort later, also within a millisecond. */
export function idAt(at: number): string {
  made += 1;
  return v7({ msecs: at, seq: made });
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
