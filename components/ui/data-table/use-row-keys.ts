'use client';
import { type RefObject, useRef } from 'react';
import { useShortcuts } from '@/components/ui/base/use-shortcuts';

/** How long a key after G belongs to it (tinykeys). */
const SEQUENCE_MS = 1_000;

function visible(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.offsetParent !== null);
}

/** The row that keys act on: the one with the focus, else the one under the pointer. */
function activeRow(root: HTMLElement): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-row]');
  if (focused && root.contains(focused)) return focused;
  return visible(root).find((row) => row.matches(':hover')) ?? null;
}

function move(root: HTMLElement, by: 1 | -1): void {
  const rows = visible(root);
  const current = activeRow(root);
  const index = current ? rows.indexOf(current) + by : by === 1 ? 0 : rows.length - 1;
  const next = rows[Math.min(rows.length - 1, Math.max(0, index))];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

/**
 * J and K walk the rows, X selects, Enter opens, Space previews, and E, A and S press the control of the active row that is
 * marked `data-shortcut="e"`, `"a"` or `"s"`, or the one marked `data-cell-shortcut` in the focused cell: a key never does what
 * no visible control does.
 */
export function useRowKeys(root: RefObject<HTMLElement | null>, enabled: boolean): void {
  const begun = useRef(0);
  const press = (selector: string, ofCell?: string) => (event: KeyboardEvent) => {
    const row = root.current && activeRow(root.current);
    // A row of several cells that take the key: the one with the focus comes first.
    const cell = ofCell && document.activeElement?.closest('td')?.querySelector<HTMLElement>(ofCell);
    const control = (row && cell && row.contains(cell) && cell) || row?.querySelector<HTMLElement>(selector);
    if (!control) return;
    event.preventDefault();
    control.click();
  };
  const walk = (by: 1 | -1) => () => {
    if (root.current) move(root.current, by);
  };
  // On a control inside the row the key belongs to that control.
  const onRow = (act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.hasAttribute('data-row')) act(event);
  };
  useShortcuts(
    {
      j: walk(1),
      k: walk(-1),
      x: press('[data-row-select] input'),
      e: press('[data-shortcut="e"]', '[data-cell-shortcut="e"]'),
      a: press('[data-shortcut="a"]'),
      g: () => {
        begun.current = Date.now();
      },
      // G S opens the settings.
      s: (event) => {
        if (Date.now() - begun.current > SEQUENCE_MS) press('[data-shortcut="s"]')(event);
      },
      Enter: onRow(press('[data-row-link]')),
      Space: onRow(press('[data-row-preview]')),
    },
    enabled,
  );
}

/** A click on the empty part of a row opens it, unless text was being selected. */
export function openFromRow(event: React.MouseEvent<HTMLElement>): void {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('a, button, input, label, select, textarea, [role=button], [data-row-select]')) return;
  // A portal's click bubbles through React to its row, but the element stands elsewhere.
  if (!event.currentTarget.contains(target) || window.getSelection()?.toString()) return;
  event.currentTarget.querySelector<HTMLElement>('[data-row-link]')?.click();
}
