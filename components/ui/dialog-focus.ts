'use client';
import { useState } from 'react';

/** What a person would type into or choose from first. */
const FIELD = ':is(input, select, textarea, [role=combobox]):not(:disabled, [type=hidden], [type=file])';

/** The button of a menu whose entry opened the dialog: the entry is gone by the time it closes. */
function menuButtonOf(entry: Element): HTMLElement | null {
  const id = entry.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : null;
}

/**
 * Where the focus goes with a dialog, for its content, which must mount when it opens: into the first field inside
 * `[data-dialog-body]`, and back to what opened it. Radix knows only a trigger of its own.
 */
export function useDialogFocus() {
  const [opener] = useState(() => document.activeElement);
  const [menuButton] = useState(() => opener && menuButtonOf(opener));
  return {
    onOpenAutoFocus: (event: Event) => {
      // On a phone a field's keyboard would cover the dialog before it was read.
      if (window.matchMedia('(pointer: coarse)').matches) return;
      const content = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
      const field = content?.querySelector<HTMLElement>(`[data-dialog-body] ${FIELD}`);
      if (!field) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      if (!opener || opener === document.body) return;
      const back = [opener, menuButton, document.querySelector('h1')].find((one) => one?.isConnected);
      if (!(back instanceof HTMLElement)) return;
      event.preventDefault();
      back.focus({ preventScroll: true });
    },
  };
}
