/** Reads a second and at once that the state takes of one license; writes aren't limited. */
const PER_SECOND = 50;
const AT_ONCE = 10;

export interface Pace {
  /** Whether one more read of the license fits; call `done` once it has its response. */
  begin(license: string): boolean;
  done(license: string): void;
  /** The most reads of a license at once and within a second so far. */
  readonly peaks: { atOnce: number; perSecond: number };
}

export function newPace(): Pace {
  const times = new Map<string, number[]>();
  const open = new Map<string, number>();
  const peaks = { atOnce: 0, perSecond: 0 };
  return {
    peaks,
    begin(license) {
      const now = Date.now();
      const recent = (times.get(license) ?? []).filter((at) => at > now - 1_000);
      const atOnce = (open.get(license) ?? 0) + 1;
      times.set(license, [...recent, now]);
      open.set(license, atOnce);
      peaks.atOnce = Math.max(peaks.atOnce, atOnce);
      peaks.perSecond = Math.max(peaks.perSecond, recent.length + 1);
      return recent.length < PER_SECOND && atOnce <= AT_ONCE;
    },
    done: (license) => open.set(license, (open.get(license) ?? 1) - 1),
  };
}
