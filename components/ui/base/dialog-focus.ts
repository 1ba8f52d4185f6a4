'use client';
import { type KeyboardEvent as ReactKeyboardEvent, useRef, useState } from 'react';

/** What a person would type into or choose from first. */
const FIELD = ':is(input, select, textarea, [role=combobox]):not(:disabled, [type=hidden], [type=file])';

/** The button of a menu whose entry opened the dialog: the entry is gone by the time it closes. */
function menuButtonOf(entry: Element): HTMLElement | null {
  const id = entry.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : null;
}

/** Keys that Radix gave to a dialog below the one that has the focus. */
const misdirected = new WeakSet<Event>();

const dialogOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[role=dialog], [role=alertdialog]') : null;

/**
 * Where the focus goes with a dialog, for its content, which must mount when it opens: into what has `[data-dialog-focus]`, else the first field inside
 * `[data-dialog-body]`, and back to what opened it: Radix knows only a trigger of its own. Escape presses `[data-dialog-close]`
 * where Radix, which gives a dialog the key a render after the focus, still gives it to the dialog below or to none.
 */
export function useDialogFocus() {
  const [opener] = useState(() => document.activeElement);
  const [menuButton] = useState(() => opener && menuButtonOf(opener));
  const dialog = useRef<EventTarget>(null);
  return {
    onEscapeKeyDown: (event: KeyboardEvent) => {
      const focused = dialogOf(event.target);
      if (!focused || focused === dialog.current) return;
      misdirected.add(event);
      event.preventDefault();
    },
    onKeyDown: (event: ReactKeyboardEvent) => {
      const { currentTarget, nativeEvent } = event;
      if (event.key !== 'Escape' || dialogOf(event.target) !== currentTarget) return;
      if (event.defaultPrevented && !misdirected.has(nativeEvent)) return;
      misdirected.delete(nativeEvent);
      event.preventDefault();
      currentTarget.querySelector<HTMLElement>('[data-dialog-close]')?.click();
    },
    onOpenAutoFocus: (event: Event) => {
      dialog.current = event.currentTarget;
      // On a phone a field's keyboard would cover the dialog before it was read.
      if (window.matchMedia('(pointer: coarse)').matches) return;
      const content = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
      const field =
        content?.querySelector<HTMLElement>('[data-dialog-focus]') ??
        content?.querySelector<HTMLElement>(`[data-dialog-body] ${FIELD}`);
      if (!field) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      if (!opener || opener === document.body) return;
      const route = document.querySelector('[data-route-focus]');
      const back = [opener, menuButton, route, document.querySelector('h1')].find((one) => one?.isConnected);
      if (!(back instanceof HTMLElement)) return;
      event.preventDefault();
      back.focus({ preventScroll: true });
    },
  };
}
