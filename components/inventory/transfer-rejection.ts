import { formatNumber } from '@/components/format';
import { errorText } from '@/components/forms/error-text';
import { failureOf, faultsOf, shortagesOf } from '@/components/forms/failure';

/** Why a transfer was rejected: as a whole, at its note, and row by row. */
export type TransferRejection = {
  message: string;
  note?: string;
  rows: ReadonlyMap<string, string>;
  /** The current available quantity of the rows that fell short. */
  available: ReadonlyMap<string, number>;
};

/** Reads a failed transfer. @param ids of the rows sent, in order */
export function transferRejection(error: unknown, ids: readonly string[]): TransferRejection {
  const code = failureOf(error)?.code;
  const rows = new Map<string, string>();
  const available = new Map<string, number>();
  let note: string | undefined;
  for (const { path, message } of faultsOf(error)) {
    const id = ids[Number(/^lines\[(\d+)\]/.exec(path)?.[1] ?? -1)];
    if (id) rows.set(id, code === 'NOT_FOUND' ? 'This no longer exists.' : `It ${message}.`);
    else if (path === 'notes') note = 'Enter why it may leave quarantine.';
  }
  for (const short of shortagesOf(error)) {
    const id = ids[short.index];
    if (!id) continue;
    rows.set(id, `Only ${formatNumber(short.available)} can move now.`);
    available.set(id, short.available);
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
