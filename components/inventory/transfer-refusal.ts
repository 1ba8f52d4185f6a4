import { formatNumber } from '@/components/format';
import { failureOf } from '@/components/providers/trpc';

/** Why a transfer was rejected: as a whole, at its note, and row by row. */
export type TransferRefusal = {
  message: string;
  note?: string;
  rows: ReadonlyMap<string, string>;
  /** Current available quantities of the short rows. */
  available: ReadonlyMap<string, number>;
};

type Fault = { path: string; message: string };
type Short = { index: number; available: number };

function listIn<Entry>(details: Record<string, unknown>, key: string): readonly Entry[] {
  const value = details[key];
  return Array.isArray(value) ? value : [];
}

/** A failed transfer in words, those of the server put to the row that they are about. @param ids of the rows sent, in order */
export function transferRefusal(error: unknown, ids: readonly string[]): TransferRefusal {
  const rows = new Map<string, string>();
  const available = new Map<string, number>();
  const failure = failureOf(error);
  if (!failure) {
    return {
      message: 'No response from the server. Check your connection, then try again.',
      rows,
      available,
    };
  }
  const { code, message, details, requestId } = failure;
  let note: string | undefined;
  for (const fault of listIn<Fault>(details, 'errors')) {
    const id = ids[Number(/^lines\[(\d+)\]/.exec(fault.path)?.[1] ?? -1)];
    if (id)
      rows.set(
        id,
        code === 'NOT_FOUND' ? 'It no longer exists, or you can no longer move it.' : `It ${fault.message}.`,
      );
    else if (fault.path === 'notes') note = 'Enter why it may leave quarantine.';
  }
  for (const short of listIn<Short>(details, 'lines')) {
    const id = ids[short.index];
    if (!id) continue;
    rows.set(id, `Only ${formatNumber(short.available)} can move now.`);
    available.set(id, short.available);
  }
  return { message: summary(code, message, requestId, rows.size), note, rows, available };
}

function summary(code: string, message: string, requestId: string | null, faults: number): string {
  if (code === 'INSUFFICIENT_STOCK') {
    return 'Nothing was moved: some of it was just sold, reserved or moved. Review the marked rows and try again.';
  }
  if (code === 'NOT_FOUND') {
    return faults > 0
      ? 'Nothing was moved: a row no longer exists, or you can no longer move it.'
      : "Nothing was moved: that location no longer exists, or you don't have access to it.";
  }
  if (code === 'UNAUTHORIZED') return 'Your session ended. Try again.';
  const trace = code === 'SERVER_ERROR' && requestId ? ` Request id ${requestId}.` : '';
  return `Nothing was moved. ${message}${trace}`;
}
