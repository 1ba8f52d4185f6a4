'use client';
import type { toast as Toast } from 'sonner';

/** How long an act can be undone (ux: 8 s). */
export const UNDO_MS = 8000;

let wanted = false;
const listeners = new Set<() => void>();

/** True once there is something to say. */
export const hasMessages = () => wanted;

export function subscribeToMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let markReady: () => void;
const ready = new Promise<void>((resolve) => {
  markReady = resolve;
});

/** ToastHost says that it listens; messages shown earlier wait for it. */
export function toastHostReady(): void {
  markReady();
}

type Id = string | number;

async function whenReady(show: (toast: typeof Toast) => Id): Promise<{ toast: typeof Toast; id: Id }> {
  wanted = true;
  for (const listener of listeners) listener();
  const [{ toast }] = await Promise.all([import('sonner'), ready]);
  return { toast, id: show(toast) };
}

/** How long a text stays: two seconds to notice it and 70 ms a character, which slow readers need; 6 to 15 s. */
function readingMs(...texts: ReadonlyArray<string | undefined>): number {
  return Math.min(15_000, Math.max(6000, 2000 + 70 * texts.join(' ').length));
}

/** An act beside a message; a second press does nothing. */
function once(label: string, act: () => unknown) {
  let used = false;
  return {
    label,
    onClick: () => {
      if (used) return;
      used = true;
      void act();
    },
  };
}

/** An act beside a message, by its label. */
type Next = { label: string; act: () => unknown };

/** @param least milliseconds that it stays at least */
function say(
  kind: 'success' | 'warning' | 'error',
  least: number,
  message: string,
  description?: string,
  next?: Next,
): void {
  const duration = Math.max(least, readingMs(message, description));
  const action = next && once(next.label, next.act);
  void whenReady((toast) => toast[kind](message, { description, duration, action }));
}

/** Says that something worked; `next` leads on from it, and the message then stays longer. */
export function showDone(message: string, description?: string, next?: Next): void {
  say('success', next ? 10_000 : 0, message, description, next);
}

/** Says that something worked in part: what failed, and where it can be looked at. Stays as long as a failure. */
export function showPartly(message: string, description: string, next?: Next): void {
  say('warning', 10_000, message, description, next);
}

/** Says that something failed, and what to do about it; stays longer than good news. */
export function showFailure(message: string, description?: string, onRetry?: () => unknown): void {
  say('error', 10_000, message, description, onRetry && { label: 'Retry', act: onRetry });
}

/** Says what failed after its page may have been left: it stays until it is dismissed. */
export function showLastingFailure(message: string, description: string): void {
  const cancel = once('Dismiss', () => {});
  void whenReady((toast) => toast.error(message, { description, duration: Infinity, cancel }));
}

/** Says what was done, or is being done, and offers to undo it for 8 s. @returns closes it */
export function showUndo(message: string, onUndo: () => unknown, description?: string): () => void {
  const action = once('Undo', onUndo);
  const shown = whenReady((toast) => toast.success(message, { description, duration: UNDO_MS, action }));
  return () => void shown.then(({ toast, id }) => toast.dismiss(id));
}
