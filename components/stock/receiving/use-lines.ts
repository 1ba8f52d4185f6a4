'use client';
import { useCallback, useState } from 'react';
import { type Line, type LineValues, MOST_LINES, newLine } from './draft';
import { type PastedRow, type RowFault, readRows, valuesOf } from './sheet';
import type { Goods } from './types';

/** What the last paste came to. */
export interface Pasted {
  added: number;
  faults: readonly RowFault[];
}

/** The lines of a receipt, and the one that is open. @param first what they start with */
export function useLines(first: readonly Line[]) {
  const [lines, setLines] = useState(first);
  const [openKey, setOpenKey] = useState<string | null>(first[0] && first.length === 1 ? first[0].key : null);
  const add = (goods: Goods, values: Partial<LineValues>) => {
    const line = newLine(goods, values);
    setLines((before) => [...before, line].slice(0, MOST_LINES));
    setOpenKey(line.key);
    return line;
  };
  const change = useCallback(
    (key: string, values: Partial<LineValues>) =>
      setLines((before) => before.map((line) => (line.key === key ? { ...line, ...values } : line))),
    [],
  );
  const remove = useCallback((key: string) => {
    setLines((before) => before.filter((line) => line.key !== key));
    setOpenKey((open) => (open === key ? null : open));
  }, []);
  /** @param find the goods of SKUs, or why there are none */
  const paste = async (
    text: string,
    find: (skus: readonly string[]) => Promise<ReadonlyMap<string, Goods | string>>,
    defaults: Partial<LineValues>,
  ): Promise<Pasted> => {
    const { rows, faults } = readRows(text);
    const goods = await find(rows.map(({ sku }) => sku));
    const added: Line[] = [];
    const room = MOST_LINES - lines.length;
    const rejected = rows.flatMap((row): RowFault[] => {
      const found = goods.get(row.sku) ?? 'No product has this SKU';
      const values = typeof found === 'string' ? found : valuesOf(row, found);
      if (typeof found === 'string' || typeof values === 'string') return [faultOf(row, String(values))];
      if (added.length >= room) return [faultOf(row, `A receipt has at most ${MOST_LINES} lines`)];
      added.push(newLine(found, { ...defaults, ...values }));
      return [];
    });
    setLines((before) => [...before, ...added]);
    setOpenKey(null);
    return {
      added: added.length,
      faults: [...faults, ...rejected].sort((a, b) => a.number - b.number),
    };
  };
  return { lines, openKey, open: setOpenKey, add, change, remove, paste, changed: lines !== first };
}

const faultOf = ({ number, cells }: PastedRow, reason: string): RowFault => ({
  number,
  text: Object.values(cells).join(' · '),
  reason,
});
