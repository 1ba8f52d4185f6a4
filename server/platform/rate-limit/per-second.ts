import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../db/client';
import { lockAndCountSecond } from './per-second.sql';

/** Pauses are spread, so that processes that wait for the same second don't begin it together. */
const SPREAD_MS = 50;

/**
 * Waits until a request may be sent to a system that counts them by the second, over all processes.
 * @param limits requests a second, by subject
 */
export async function waitForSecond(db: Db, limits: Readonly<Record<string, number>>): Promise<void> {
  for (;;) {
    const counted = await lockAndCountSecond(db, Object.keys(limits));
    const isFree = counted.every(({ subject, points }) => points <= (limits[subject] ?? 0));
    if (isFree) return;
    await delay((counted[0]?.wait_ms ?? 0) + Math.random() * SPREAD_MS);
  }
}
