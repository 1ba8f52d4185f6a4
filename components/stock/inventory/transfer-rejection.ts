import { formatAmount } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { failureOf, faultsOf, shortagesOf } from '@/components/ui/forms/failure';
import type { StockItem } from './types';

/** Why a transfer was rejected: as a whole, at its note, and row by row. */
export type TransferRejection = {
  message: string;
  note?: string;
  rows: ReadonlyMap<string, string>;
  /** The current available quantity of the rows that fell short. */
  available: ReadonlyMap<string, number>;
};

/** Reads a failed transfer. @param items of the rows sent, in order */
export function transferRejection(error: unknown, items: readonly StockItem[]): TransferRejection {
  const code = failureOf(error)?.code;
  const rows = new Map<string, string>();
  const available = new Map<string, number>();
  let note: string | undefined;
  for (const { path, message } of faultsOf(error)) {
    const id = items[Number(/^lines\[(\d+)\]/.exec(path)?.[1] ?? -1)]?.id;
    if (id) rows.set(id, code === 'NOT_FOUND' ? 'This no longer exists.' : `It ${message}.`);
    else if (path === 'notes') note = 'Enter why it may leave quarantine.';
  }
  for (const short of shortagesOf(error)) {
    const item = items[short.index];
    if (!item) continue;
    rows.set(item.id, `Only ${formatAmount(short.available, item)} can move now.`);
    available.set(item.id, short.available);
  }
  return { message: summary(error, code, rows.size), note, rows, available };
}

function summary(error: unknown, code: string | undefined, faults: number): string {
  if (code === 'INSUFFICIENT_STOCK') {
    return 'Nothing was moved: some of it was just sold, reserved or moved. Review the marked rows and try again.';
  }
  if (code === 'NOT_FOUND') {
    return `Nothing was moved: ${faults > 0 ? 'a row' : 'that location'} no longer exists.`;
  }
  return code && code !== 'UNAUTHORIZED' ? `Nothing was moved. ${errorText(error)}` : errorText(error);
}
