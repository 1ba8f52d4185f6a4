import { vi } from 'vitest';

const PATIENCE_MS = 30_000;

/**
 * Reads again and again until what it read is as wanted; unlike `expect.poll` also in tests that run side by side.
 * @param check throws while it is not
 * @throws what `check` threw last, after `patienceMs`
 */
export async function eventually<T>(
  read: () => T | Promise<T>,
  check: (value: T) => void,
  { patienceMs = PATIENCE_MS, everyMs = 50 } = {},
): Promise<void> {
  await vi.waitFor(async () => check(await read()), { timeout: patienceMs, interval: everyMs });
}
