'use client';
import { useRef, useState } from 'react';
import { asReceived, type CountedLot, lotsOf, scan } from './receive-lines';
import type { Order, Receipt } from './types';

/** What a scanner or a person read, and whether the order has it. */
export type Scanned = { text: string; known: boolean };

/** The count of an order, lot by lot: all of it, or what its receipt says, until something is counted. */
export function useCount({ items }: Pick<Order, 'items'>, receipt: Receipt | null) {
  const [lines, setLines] = useState(() => {
    const shipped = lotsOf(items);
    return receipt ? asReceived(shipped, receipt) : shipped;
  });
  const [touched, setTouched] = useState(false);
  const [scanned, setScanned] = useState<Scanned | null>(null);
  const counting = useRef(false);
  const count = (change: (before: CountedLot[]) => CountedLot[]) => {
    setTouched(true);
    setLines(change);
  };
  /** @returns what to say of a code that was read */
  const take = (read: string) => {
    const { lots: counted, ...said } = scan(lines, read, !counting.current);
    if (said.known) {
      counting.current = true;
      count(() => counted);
    }
    setScanned(said);
    return said.text;
  };
  return { lines, touched, scanned, count, take };
}
