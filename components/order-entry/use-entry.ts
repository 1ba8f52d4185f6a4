'use client';
import { useCallback, useState } from 'react';
import type { Delivery } from '@/components/cart/cart';
import type { Shortage } from '@/components/orders/types';
import { type EntryLine, withMore } from './entry';
import type { Entry } from './entry-start';

/** What is being entered, and the acts that change it; those that the lines' table takes stay the same. */
export function useEntry(start: Entry) {
  const [first] = useState<Entry>(start);
  const [entry, setEntry] = useState(first);
  const change = useCallback((more: Partial<Entry>) => setEntry((before) => ({ ...before, ...more })), []);
  const setDelivery = useCallback(
    (more: Partial<Delivery>) =>
      setEntry((before) => ({ ...before, delivery: { ...before.delivery, ...more } })),
    [],
  );
  const changeLines = useCallback(
    (next: (lines: readonly EntryLine[]) => readonly EntryLine[]) =>
      setEntry((before) => ({ ...before, lines: next(before.lines) })),
    [],
  );
  const setQuantity = useCallback(
    (variantId: string, quantity: number) =>
      changeLines((lines) =>
        lines.map((line) => (line.variant_id === variantId ? { ...line, quantity } : line)),
      ),
    [changeLines],
  );
  const remove = useCallback(
    (variantId: string) => changeLines((lines) => lines.filter((line) => line.variant_id !== variantId)),
    [changeLines],
  );
  const setShortage = useCallback((shortage: Shortage) => change({ shortage }), [change]);
  return {
    entry,
    /** Whether something was entered since the form was opened. */
    changed: entry !== first,
    setDelivery,
    setAccept: (accept: boolean) => change({ accept }),
    add: (more: readonly EntryLine[]) => changeLines((lines) => more.reduce(withMore, [...lines])),
    setQuantity,
    remove,
    setShortage,
  };
}
