import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Meter } from '../../server/platform/rate-limit/meter';

const PRO = { minute: 300, day: 10_000 };
const FREE = { minute: 60, day: 1_000 };

/** The windows that processes share, as the database keeps them. */
class Windows {
  minute = 0;
  day = 0;
  asked: number[] = [];

  meter(): Meter {
    return new Meter(
      {
        ask: async (limits, requests) => {
          this.asked.push(requests);
          const before = this.minute;
          this.minute += requests;
          if (before >= limits.minute) return { now: new Date(), minute: this.minute };
          this.day += Math.min(requests, limits.minute - before);
          return { now: new Date(), minute: this.minute, day: this.day };
        },
        countHere: () => Promise.reject(new Error('not called')),
        giveBack: (_, requests) => {
          this.minute -= requests;
          this.day -= requests;
        },
      },
      () => {},
    );
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

async function places(meter: Meter, requests: number, limits = PRO): Promise<number[]> {
  const seen: number[] = [];
  for (let n = 0; n < requests; n++) seen.push((await meter.count(limits)).minute);
  return seen;
}
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

describe('requests that are counted in advance', () => {
  test('have consecutive places, and need few statements', async () => {
    const windows = new Windows();
    expect(await places(windows.meter(), 150)).toEqual(upTo(150));
    expect(windows.asked.length).toBeLessThan(15);
  });

  test('end at half of the window: beyond it each request is counted when it comes', async () => {
    const windows = new Windows();
    const meter = windows.meter();
    await places(meter, 150);
    expect(meter.left).toBe(0);
    const before = windows.asked.length;
    expect(await places(meter, 160)).toEqual(upTo(310).slice(150));
    expect(windows.asked.slice(before)).toEqual(Array(160).fill(1));
  });

  test('never take a window beyond its limit: two processes allow exactly 300', async () => {
    const windows = new Windows();
    const meters = [windows.meter(), windows.meter()];
    const seen: number[] = [];
    for (let n = 0; n < 400; n++) seen.push((await (meters[n % 2] as Meter).count(PRO)).minute);
    const allowed = seen.filter((place) => place <= 300);
    expect(allowed.sort((a, b) => a - b)).toEqual(upTo(300));
    expect(windows.day).toBe(300);
  });

  test('are none for a business that seldom sends one', async () => {
    const windows = new Windows();
    const meter = windows.meter();
    for (let n = 0; n < 20; n++) {
      await meter.count(PRO);
      await vi.advanceTimersByTimeAsync(1_500);
    }
    expect(windows.asked).toEqual(Array(20).fill(1));
  });

  test('come back when they are not used within two seconds', async () => {
    const windows = new Windows();
    const meter = windows.meter();
    await places(meter, 40);
    expect(meter.left).toBeGreaterThan(0);
    expect(windows.minute).toBe(40 + meter.left);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([meter.left, windows.minute, windows.day]).toEqual([0, 40, 40]);
    expect(await places(meter, 1)).toEqual([41]);
  });

  test('are not used in the next minute, nor by another tier', async () => {
    const windows = new Windows();
    const meter = windows.meter();
    await places(meter, 20);
    const [before, left] = [windows.asked.length, meter.left];
    expect(left).toBeGreaterThan(0);
    await meter.count(FREE);
    expect(windows.asked.slice(before)).toEqual([1]);
    expect(windows.minute).toBe(21);
    await places(meter, 20);
    vi.setSystemTime(new Date('2026-11-23T10:01:00Z'));
    const next = windows.asked.length;
    await meter.count(PRO);
    expect(windows.asked.length).toBe(next + 1);
  });

  test('are none for a small tier', async () => {
    const windows = new Windows();
    expect(await places(windows.meter(), 60, FREE)).toEqual(upTo(60));
    expect(windows.asked).toEqual(Array(60).fill(1));
  });

  test('serve those who wait while they are counted', async () => {
    const windows = new Windows();
    const meter = windows.meter();
    const seen = await Promise.all(Array.from({ length: 400 }, () => meter.count(PRO)));
    expect(seen.map(({ minute }) => minute).sort((a, b) => a - b)).toEqual(upTo(400));
    expect(seen.filter(({ day }) => day !== undefined)).toHaveLength(300);
  });
});
