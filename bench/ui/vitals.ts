import type { CDPSession, Page } from '@playwright/test';

/** What the browser reports of a page, as web-vitals computes it; times in milliseconds. */
export interface Vitals {
  lcp: number;
  cls: number;
  /** The slowest interaction; null without any. */
  inp: number | null;
}

declare global {
  interface Window {
    benchVitals: Vitals;
  }
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Interaction = PerformanceEntry & { interactionId: number };

/** Runs in the page, before its own scripts. */
function observe(): void {
  const vitals: Vitals = { lcp: 0, cls: 0, inp: null };
  window.benchVitals = vitals;
  const watch = <Entry extends PerformanceEntry>(
    options: PerformanceObserverInit & { durationThreshold?: number },
    take: (entry: Entry) => void,
  ) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as Entry);
    });
    observer.observe({ buffered: true, ...options });
  };
  watch({ type: 'largest-contentful-paint' }, (entry) => {
    vitals.lcp = entry.startTime;
  });
  // Shifts count together while less than a second lies between them, and five in all.
  let session = { value: 0, first: 0, last: 0 };
  watch<Shift>({ type: 'layout-shift' }, ({ value, startTime, hadRecentInput }) => {
    if (hadRecentInput) return;
    const same = startTime - session.last < 1000 && startTime - session.first < 5000;
    session = same
      ? { ...session, value: session.value + value, last: startTime }
      : { value, first: startTime, last: startTime };
    vitals.cls = Math.max(vitals.cls, session.value);
  });
  watch<Interaction>({ type: 'event', durationThreshold: 16 }, ({ interactionId, duration }) => {
    if (interactionId) vitals.inp = Math.max(vitals.inp ?? 0, duration);
  });
}

export const observeVitals = (page: Page) => page.addInitScript(observe);

/** Reads them after two frames, so that the last interaction has been painted and reported. */
export const readVitals = (page: Page): Promise<Vitals> =>
  page.evaluate(
    () =>
      new Promise<Vitals>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(window.benchVitals), 100)),
        ),
      ),
  );

/** Bytes on the wire since, compressed and with headers. */
export interface Wire {
  script: number;
  all: number;
}

export async function countWire(browser: CDPSession): Promise<Wire> {
  const wire = { script: 0, all: 0 };
  const scripts = new Set<string>();
  browser.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    wire.all += encodedDataLength;
    if (scripts.has(requestId)) wire.script += encodedDataLength;
  });
  await browser.send('Network.enable');
  return wire;
}
