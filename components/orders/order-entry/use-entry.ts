'use client';
import { useCallback, useState } from 'react';
import { type Delivery, type LineTerms, lineKey, withQuantity } from '@/components/orders/cart/cart';
import type { Shortage } from '@/components/orders/types';
import { type EntryLine, withMore } from './entry';
import type { Entry } from './entry-start';

const withoutTerms = ({ manual_price: _p, discount_bps: _d, sample: _s, ...line }: EntryLine): EntryLine =>
  line;

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
    (key: string, quantity: number) =>
      changeLines((lines) =>
        lines.map((line) => (lineKey(line) === key ? { ...line, ...withQuantity(line, quantity) } : line)),
      ),
    [changeLines],
  );
  const setTerms = useCallback(
    (key: string, terms: LineTerms) =>
      changeLines((lines) =>
        lines.map((line) => (lineKey(line) === key ? { ...withoutTerms(line), ...terms } : line)),
      ),
    [changeLines],
  );
  const remove = useCallback(
    (key: string) => changeLines((lines) => lines.filter((line) => lineKey(line) !== key)),
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
    setTerms,
    remove,
    setShortage,
  };
}
