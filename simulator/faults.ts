import { randomFrom } from './random';
import type { Shelf } from './shop';

export const LIES = [
  'total',
  'negative',
  'fraction',
  'unknown',
  'repeat',
  'duplicate',
  'endless',
  'garbage',
] as const;
export type Lie = (typeof LIES)[number];

/** How the simulated POS fails. */
export interface Faults {
  /** Share of page requests (0 to 1) that fail: by 500, 429, a broken connection or a timeout. */
  fail: number;
  /** Milliseconds before each response. */
  slow: number;
  lies: readonly Lie[];
  /** Retry-After of a 429, in seconds. */
  retryAfter: number;
}

export type Failure = 'error' | 'limit' | 'reset' | 'silence';
const FAILURES: readonly Failure[] = ['error', 'error', 'limit', 'reset'];

/** Decides which requests fail, deterministically from the seed. */
export function failuresFrom(seed: number, { fail }: Pick<Faults, 'fail'>): () => Failure | null {
  const random = randomFrom(seed ^ 0x2545f491);
  return () => {
    if (random() >= fail) return null;
    const kind = random();
    // Rare, because a silent request costs the caller a full timeout.
    return kind > 0.98 ? 'silence' : (FAILURES[Math.floor(kind * FAILURES.length)] ?? 'error');
  };
}

/** Returns the items of a page as reported: the truth, or lies about a few of them. */
export function reported(shelves: readonly Shelf[], lies: readonly Lie[], first: boolean): unknown[] {
  const items: Array<Record<string, unknown>> = shelves.map(
    ({ id, sku, name, room, quantity, unitCost, lot }) => ({
      id,
      sku,
      name,
      room,
      quantity,
      unit_cost: unitCost,
      ...lot,
    }),
  );
  const [one, two] = items;
  if (lies.includes('negative') && first && one) one.quantity = -3;
  if (lies.includes('fraction') && first && two) two.quantity = 1.5;
  if (lies.includes('unknown') && first) {
    items.push({ id: 'ghost-1', sku: 'GHOST-1', name: 'Unknown item', quantity: 5 });
  }
  if (lies.includes('garbage') && first) items.push({ quantity: 'many' });
  const last = items.at(-1);
  if (lies.includes('duplicate') && last) items.push({ ...last });
  return items;
}
