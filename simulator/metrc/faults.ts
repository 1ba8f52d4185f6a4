import { randomFrom } from '../random';

export const KINDS = [
  '429',
  '429-bare',
  '500',
  'timeout-before',
  'timeout-after',
  'reset-before',
  'reset-after',
  'duplicate-tag',
  'empty-page',
  'slow',
] as const;
/** Kinds of a share of requests; a planned fault may also be a status such as `401`, `403`, `404`, `413` or `503`. */
export type Kind = (typeof KINDS)[number];
export const STATUSES = ['400', '401', '403', '404', '413', '503'] as const;
export type PlannedKind = Kind | (typeof STATUSES)[number];

/** A fault of certain requests, before those of chance. */
export interface Planned {
  kind: PlannedKind;
  /** Only of this license. */
  license?: string;
  /** Only of requests whose `METHOD /path` contains it. */
  path?: string;
  /** So many requests; 1 when absent. */
  times?: number;
  /** Requests that pass before. */
  after?: number;
}

export interface Faults {
  /** Share of requests that fail, from 0 to 1. */
  fail: number;
  /** Kinds of these failures, each as often as it is listed. */
  kinds: readonly Kind[];
  planned: Planned[];
  /** `Retry-After` of a 429, in seconds. */
  retryAfter: number;
  /** Milliseconds of a slow request. */
  slowMs: number;
}

/** `reset-after:9,timeout-after` lists the first kind nine times. @throws Error naming what isn't a kind */
export function kindsIn(list: string): Kind[] {
  return list
    .split(',')
    .filter(Boolean)
    .flatMap((part) => {
      const [name, weight = '1'] = part.split(':');
      const kind = KINDS.find((known) => known === name);
      if (!kind || !/^[1-9]\d?$/.test(weight))
        throw new Error(`--faults takes kinds such as reset-after:9,timeout-after of ${KINDS.join(', ')}`);
      return Array.from({ length: Number(weight) }, () => kind);
    });
}

const OF_WRITES: readonly PlannedKind[] = ['duplicate-tag'];
const OF_LISTS: readonly PlannedKind[] = ['empty-page'];

export interface Asked {
  method: string;
  path: string;
  license: string | null;
}

/** Chooses the fault of each request: planned ones first, others by chance, deterministically from the seed. */
export function faultsFrom(seed: number, faults: Faults): (asked: Asked) => PlannedKind | null {
  const random = randomFrom(seed ^ 0x3c6ef372);
  return (asked) => {
    const planned = nextPlanned(faults.planned, asked);
    if (planned) return planned;
    const chance = random();
    const which = random();
    if (chance >= faults.fail || faults.kinds.length === 0) return null;
    const kind = faults.kinds[Math.floor(which * faults.kinds.length)] ?? null;
    return kind && fits(kind, asked) ? kind : null;
  };
}

function fits(kind: PlannedKind, { method, path }: Asked): boolean {
  if (OF_WRITES.includes(kind)) return method !== 'GET';
  return !OF_LISTS.includes(kind) || (method === 'GET' && isList(path));
}

const isList = (path: string) =>
  /\/(active|inactive|onhold|intransit|adjustments|incoming|outgoing|rejected|deliveries|packages)$/.test(
    path,
  );

function nextPlanned(planned: Planned[], asked: Asked): PlannedKind | null {
  for (const fault of planned) {
    if (fault.license !== undefined && fault.license !== asked.license) continue;
    if (fault.path !== undefined && !`${asked.method} ${asked.path}`.includes(fault.path)) continue;
    if (!fits(fault.kind, asked) || (fault.times ?? 1) <= 0) continue;
    if ((fault.after ?? 0) > 0) {
      fault.after = (fault.after ?? 0) - 1;
      continue;
    }
    fault.times = (fault.times ?? 1) - 1;
    return fault.kind;
  }
  return null;
}
