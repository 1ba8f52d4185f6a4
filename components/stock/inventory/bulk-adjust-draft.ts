import { changeOf, changeProblem, parseChange } from './change';
import type { ReasonCode, StockItem } from './types';

/** The most entries that one bulk update takes. */
export const MAX_ENTRIES = 500;

/** What was typed, by item id; a row that isn't in it takes the change for all. */
export type Changes = Readonly<Record<string, string>>;

export const textOf = (item: StockItem, changes: Changes, forAll: string): string =>
  changes[item.id] ?? forAll;

/** What is wrong with a row, in words for its field; an empty row doesn't change. */
export function rowProblem(item: StockItem, text: string): string | null {
  if (text.trim() === '') return null;
  const draft = parseChange(text, item);
  // A change for all that finds a row at its value already leaves that row alone.
  if (draft?.kind === 'to' && changeOf(draft, item.quantity) === 0) return null;
  return changeProblem(text, item.quantity, item);
}

/** The rows that change, with their signed changes. */
export function changingRows(
  items: readonly StockItem[],
  changes: Changes,
  forAll: string,
): { item: StockItem; change: number }[] {
  return items.flatMap((item) => {
    const draft = parseChange(textOf(item, changes, forAll), item);
    const change = draft ? changeOf(draft, item.quantity) : 0;
    return change === 0 ? [] : [{ item, change }];
  });
}

export function bulkInput(
  rows: readonly { item: StockItem; change: number }[],
  reason: ReasonCode,
  note: string,
) {
  return {
    updates: rows.map(({ item, change }) => ({
      id: item.id,
      quantity_change: change,
      reason_code: reason,
      notes: note.trim() || undefined,
      expected_quantity: item.quantity,
    })),
  };
}
