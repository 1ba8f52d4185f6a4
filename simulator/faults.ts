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

/** How a point of sale fails. */
export interface Faults {
  /** Of the requests for pages, so many (0 to 1) fail: by 500, 429, a broken connection or silence. */
  fail: number;
  /** Milliseconds before each answer. */
  slow: number;
  lies: readonly Lie[];
  /** What Retry-After of a 429 says, in seconds. */
  retryAfter: number;
}

export type Failure = 'error' | 'limit' | 'reset' | 'silence';
const FAILURES: readonly Failure[] = ['error', 'error', 'limit', 'reset'];

/** Decides which requests fail, in a way that follows from the seed alone. */
export function failuresFrom(seed: number, { fail }: Pick<Faults, 'fail'>): () => Failure | null {
  const random = randomFrom(seed ^ 0x2545f491);
  return () => {
    if (random() >= fail) return null;
    const kind = random();
    // Silence costs the other side its whole patience: it is rare.
    return kind > 0.98 ? 'silence' : (FAILURES[Math.floor(kind * FAILURES.length)] ?? 'error');
  };
}

/** What is told of shelves: the truth, or lies about a few of them. */
export function told(shelves: readonly Shelf[], lies: readonly Lie[], first: boolean): unknown[] {
  const items: Array<Record<string, unknown>> = shelves.map(
    ({ id, sku, name, room, quantity, unitCost }) => ({
      id,
      sku,
      name,
      room,
      quantity,
      unit_cost: unitCost,
    }),
  );
  const [one, two] = items;
  if (lies.includes('negative') && first && one) one.quantity = -3;
  if (lies.includes('fraction') && first && two) two.quantity = 1.5;
  if (lies.includes('unknown') && first) {
    items.push({ id: 'ghost-1', sku: 'GHOST-1', name: 'Nobody knows this', quantity: 5 });
  }
  if (lies.includes('garbage') && first) items.push({ quantity: 'many' });
  const last = items.at(-1);
  if (lies.includes('duplicate') && last) items.push({ ...last });
  return items;
}
