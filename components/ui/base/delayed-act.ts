'use client';
import { UNDO_MS } from './toast';

/** What a click on is no further act: messages and the Undo of the act itself. */
const ASIDE = '[data-sonner-toaster], [data-undo]';
const CONTROL = 'a, button, input, label, select, textarea, [role=menuitem], [role=option], [data-row]';

/** The act that waits, and the response to the one sent last. */
let sendNow: (() => void) | null = null;
let response: Promise<void> = Promise.resolve();

/** Sends the act that waits, if any. @returns once the server has responded, at once without one */
export function sendDelayed(): Promise<void> {
  sendNow?.();
  return response;
}

/**
 * Sends an act after 8 s, or at once at any further act, when the tab is hidden or left, and before signing out.
 * @param send starts its request in the same turn, as a page that closes has no other
 * @returns cancels it; false once it is sent
 */
export function delayAct(send: () => Promise<void>): () => boolean {
  sendNow?.();
  const ended = new AbortController();
  const { signal } = ended;
  const end = () => {
    if (signal.aborted) return false;
    ended.abort();
    clearTimeout(timer);
    sendNow = null;
    return true;
  };
  const now = () => {
    if (end()) response = send();
  };
  const timer = setTimeout(now, UNDO_MS);
  sendNow = now;
  const capture = { capture: true, signal };
  document.addEventListener(
    'click',
    ({ target, detail }) => {
      // The second click of a double click belongs to the first.
      if (detail > 1 || !(target instanceof Element) || target.closest(ASIDE)) return;
      if (target.closest(CONTROL)) now();
    },
    capture,
  );
  document.addEventListener('visibilitychange', () => document.hidden && now(), { signal });
  window.addEventListener('pagehide', now, { signal });
  return end;
}
