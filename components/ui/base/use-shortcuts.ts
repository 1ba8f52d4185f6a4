'use client';
import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { useShortcutPreference } from './shortcut-preference';

const TYPING = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable="true"]';
const BUSY = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** True while a key belongs to something else: a text field, an open dialog, a menu, a modifier. */
export function isKeyTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return true;
  const target = event.target instanceof Element ? event.target : null;
  return Boolean(
    target?.closest(`${TYPING}, ${BUSY}`) || document.querySelector('[role=dialog][data-state=open]'),
  );
}

/**
 * Single-key shortcuts (tinykeys grammar: 'j', 'g o', 'Shift+?'). They are silent inside inputs, dialogs and
 * menus, and where the person turned shortcuts off. Handlers may change without a new subscription.
 */
export function useShortcuts(map: Record<string, (event: KeyboardEvent) => void>, enabled = true): void {
  const preferred = useShortcutPreference();
  const latest = useRef(map);
  useEffect(() => {
    latest.current = map;
  });
  const keys = Object.keys(map).join('\n');
  useEffect(() => {
    if (!enabled || !preferred || keys === '') return;
    const bindings = keys.split('\n').map((key) => [
      key,
      (event: KeyboardEvent) => {
        if (!isKeyTaken(event)) latest.current[key]?.(event);
      },
    ]);
    return tinykeys(window, Object.fromEntries(bindings));
  }, [enabled, preferred, keys]);
}
