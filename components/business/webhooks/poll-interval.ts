import type { Delivery } from './types';

const CALM_MS = 15_000;
const EAGER_MS = 2_000;
const SOON_MS = 10_000;

/** How soon deliveries are worth asking for again, in milliseconds: quickly while one of them is about to be sent. */
export function pollInterval(deliveries: readonly Delivery[], now = Date.now()): number {
  const soon = deliveries.some(
    ({ status, next_attempt_at }) =>
      status === 'pending' && next_attempt_at !== null && Date.parse(next_attempt_at) < now + SOON_MS,
  );
  return soon ? EAGER_MS : CALM_MS;
}
