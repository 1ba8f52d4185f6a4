import { setTimeout as delay } from 'node:timers/promises';

/**
 * Does work whose time would tell what its caller may not learn, and ends no sooner than after `ms` milliseconds, also when it fails.
 * @throws what the work throws
 */
export async function inEvenTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), delay(ms)]);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}
