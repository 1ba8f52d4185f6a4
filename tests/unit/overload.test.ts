import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FairQueue } from '../../server/platform/rate-limit/fair-queue';
import { Overload, overloaded } from '../../server/platform/rate-limit/overload';
import { IS_SHORT } from '../setup/full';

const WORK_MS = 60;
/** Twelve places with work of 60 ms. */
const PER_SECOND = 200;
const TICK_MS = 20;
const KEYS = Array.from({ length: 10 }, (_, n) => `business ${n}`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** `node:timers/promises` keeps the real clock. */
const worked = () => new Promise<void>((resolve) => setTimeout(resolve, WORK_MS));

/** Callers of a process with twelve places, and what they met. */
function open() {
  const overload = new Overload(8);
  const queue = new FairQueue({ perKey: 8, total: 12, waiting: 10_000, waitMs: 300_000 });
  const met = { served: 0, rejected: 0, times: [] as number[] };
  const call = async (caller: string): Promise<void> => {
    const asked = performance.now();
    const leave = overload.enter(caller, { complete: true });
    if (!leave) {
      met.rejected++;
      // A client reads it in the next turn at the earliest.
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      return;
    }
    await queue.run(caller, worked);
    leave();
    met.served++;
    met.times.push(performance.now() - asked);
  };
  const pass = async (seconds: number, each: (second: number) => void = () => {}) => {
    for (let ms = 0; ms < seconds * 1000; ms += TICK_MS) {
      each(ms / 1000);
      await vi.advanceTimersByTimeAsync(TICK_MS);
      await delay(0);
    }
  };
  let n = 0;
  /** Calls at a rate, however many are open, of each business in turn. */
  const atRate = (perSecond: number) => {
    let due = 0;
    return () => {
      for (due += (perSecond * TICK_MS) / 1000; due >= 1; due--) void call(KEYS[n++ % KEYS.length] ?? '');
    };
  };
  return { overload, met, call, pass, atRate };
}

test.skipIf(IS_SHORT)(
  'twice what a process can do is served without lines after some seconds, and the rest comes back later',
  async () => {
    const { overload, met, pass, atRate } = open();
    await pass(12, atRate(2 * PER_SECOND));
    expect(overload.isOn).toBe(true);
    Object.assign(met, { served: 0, rejected: 0, times: [] });
    await pass(8, atRate(2 * PER_SECOND));
    // Eight places of twelve.
    expect(met.served).toBeGreaterThan(0.6 * 8 * PER_SECOND);
    expect(met.rejected).toBeGreaterThan(8 * PER_SECOND);
    expect(Math.max(...met.times)).toBeLessThan(4 * WORK_MS);
    // A business that sends one call after another has a place.
    const more = atRate(2 * PER_SECOND);
    await pass(3, () => {
      more();
      const leave = overload.enter('calm', { complete: true });
      expect(leave).not.toBeNull();
      leave?.();
    });
    // It is over soon after the load is.
    await pass(3, atRate(PER_SECOND / 4));
    expect(overload.isOn).toBe(false);
  },
);

test('lines that grow are noticed beside short work that never waits', async () => {
  const { overload, pass, atRate } = open();
  const load = atRate(2 * PER_SECOND);
  let n = 0;
  await pass(12, () => {
    load();
    for (let calls = 0; calls < 6; calls++) {
      const leave = overload.enter(KEYS[n++ % KEYS.length] ?? '', { complete: true });
      setTimeout(() => leave?.(), TICK_MS / 2);
    }
  });
  expect(overload.isOn).toBe(true);
});

test.skipIf(IS_SHORT)(
  'a load that stays too much is noticed again, and lines form ever more rarely',
  async () => {
    const { overload, pass, atRate } = open();
    const load = atRate(2 * PER_SECOND);
    let on = 0;
    await pass(100, () => {
      load();
      on += overload.isOn ? TICK_MS / 1000 : 0;
    });
    expect(on).toBeGreaterThan(85);
  },
);

test.skipIf(IS_SHORT)('a thousand calls at once all wait for their turn', async () => {
  const { met, call, pass } = open();
  for (let n = 0; n < 1_000; n++) void call(KEYS[n % KEYS.length] ?? '');
  await pass(12);
  expect(met).toMatchObject({ served: 1_000, rejected: 0 });
});

test.skipIf(IS_SHORT)('six hundred clients who each wait for their response are never rejected', async () => {
  const { met, call, pass } = open();
  let clients = 0;
  const client = async (key: string) => {
    for (;;) await call(key);
  };
  await pass(20, (second) => {
    for (; clients < Math.min(600, second * 150); clients++) void client(KEYS[clients % KEYS.length] ?? '');
  });
  expect(met.served).toBeGreaterThan(15 * PER_SECOND);
  expect(met.rejected).toBe(0);
});

test('one business that sends too much waits for itself: no other is rejected', async () => {
  const { overload, met, call, pass, atRate } = open();
  const others = atRate(20);
  await pass(IS_SHORT ? 8 : 15, () => {
    others();
    for (let n = 0; n < 8; n++) {
      void call('flood');
    }
  });
  expect(overload.isOn).toBe(false);
  expect(met.rejected).toBe(0);
});

test.skipIf(IS_SHORT)(
  'clients that hold their bodies back, each as another caller, close the process for no one',
  async () => {
    const { overload, met, pass, atRate } = open();
    const others = atRate(PER_SECOND / 10);
    let n = 0;
    await pass(15, () => {
      others();
      for (let calls = 0; calls < 6; calls++) {
        const leave = overload.enter(`random ${n++}`, { complete: false });
        setTimeout(() => leave?.(), 5_000 + n);
      }
    });
    expect(overload.isOn).toBe(false);
    expect(met.rejected).toBe(0);
  },
);

test('any number of callers is counted', () => {
  const overload = new Overload(8);
  for (let n = 0; n < 200_000; n++) overload.enter(`caller ${n}`, { complete: true });
  vi.advanceTimersByTime(1_001);
  expect(overload.enter('one more', { complete: true })).not.toBeNull();
});

test('what is rejected says when to come again, not all at the same time', () => {
  const seconds = Array.from({ length: 200 }, () => overloaded().headers['Retry-After']);
  expect([...new Set(seconds)].sort()).toEqual(['2', '3', '4', '5', '6']);
});
