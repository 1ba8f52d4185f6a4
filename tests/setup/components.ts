import { setTimeout as delay } from 'node:timers/promises';
import { configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterAll, vi } from 'vitest';
import { explainReasons } from '../../components/ui/forms/error-text';
import { reasonText } from '../../components/ui/forms/reason-text';
import { resetNavigation } from './navigation';

// Files of a worker share their modules, and so this replacement: what one file set must not stay.
vi.mock('next/navigation', async () => (await import('./navigation')).nextNavigation);
resetNavigation();

explainReasons(reasonText);

/** Dialogs and menus are loaded when they open: on a busy machine that takes longer than a second. */
configure({ asyncUtilTimeout: 15_000 });

/**
 * A worker may give all of its files one window, in which the next one finds what this one kept. Sonner removes a toast 200 ms
 * after it has gone, by a timer that throws once the window is taken away.
 */
const shownBefore = toast.getHistory().length;
afterAll(async () => {
  if (toast.getHistory().length > shownBefore) {
    toast.dismiss();
    await delay(250);
  }
  // Those without a window have no storage.
  globalThis.localStorage?.clear();
  globalThis.sessionStorage?.clear();
});
