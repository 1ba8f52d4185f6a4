import type { Page } from '@playwright/test';
import { expect } from './support';

declare global {
  interface Window {
    /** How the page tells the test of an act. */
    reportAct: (act: string) => void;
  }
}

/** Reports presses of the pointer, keys that do more than write or walk, and choices of a list. */
function watchActs(): void {
  const nameOf = (target: EventTarget | null) => {
    const element = target instanceof Element ? target.closest('a, button, input, select, label, tr') : null;
    const text = element?.getAttribute('aria-label') || element?.textContent || element?.tagName;
    return (text ?? 'page').trim().slice(0, 60);
  };
  const WRITES = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]';
  const SILENT = ['Tab', 'Shift', 'Control', 'Meta', 'Alt'];
  addEventListener('pointerdown', ({ target }) => window.reportAct(`press ${nameOf(target)}`), true);
  addEventListener(
    'keydown',
    ({ key, target, repeat }) => {
      const writes = target instanceof Element && target.matches(WRITES);
      if (repeat || SILENT.includes(key)) return;
      if (writes && key !== 'Enter' && key !== 'Escape') return;
      window.reportAct(`key ${key}`);
    },
    true,
  );
  addEventListener(
    'change',
    ({ target }) => {
      const isChoice = target instanceof HTMLSelectElement;
      if (isChoice || (target instanceof HTMLInputElement && target.type === 'file'))
        window.reportAct(`choose ${nameOf(target)}`);
    },
    true,
  );
}

/** What a person does in a page; what is typed is extra. */
export interface Acts {
  /** Each act since counting began, to read when there are too many. */
  done: string[];
  /** Begins again at none. */
  restart: () => void;
  /** @throws when there were more acts than aimed at, or none */
  expectAtMost: (aim: number) => void;
}

/** Counts the acts in a page from here on: the browser's own events, so that no journey can forget one. */
export async function countActs(page: Page): Promise<Acts> {
  const done: string[] = [];
  await page.exposeFunction('reportAct', (act: string) => {
    done.push(act);
  });
  await page.addInitScript(watchActs);
  await page.evaluate(watchActs);
  return {
    done,
    restart: () => {
      done.length = 0;
    },
    expectAtMost(aim) {
      expect(done.length, `acts: ${done.join(', ')}`).toBeGreaterThan(0);
      expect(done.length, `acts: ${done.join(', ')}`).toBeLessThanOrEqual(aim);
    },
  };
}
