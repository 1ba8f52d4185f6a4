import { errorText } from '@/components/ui/forms/error-text';
import { faultsOf } from '@/components/ui/forms/failure';

/** Why a bulk adjustment was rejected: as a whole, and row by row. */
export type BulkRejection = { message: string; rows: ReadonlyMap<string, string> };

/** Reads a failed bulk adjustment. @param ids of the rows sent, in order */
export function bulkRejection(error: unknown, ids: readonly string[]): BulkRejection {
  const rows = new Map<string, string>();
  for (const { path, message } of faultsOf(error)) {
    const id = ids[Number(/^updates\[(\d+)\]/.exec(path)?.[1] ?? -1)];
    if (id) rows.set(id, `It ${message}.`);
  }
  if (rows.size === 0) return { message: `Nothing was changed. ${errorText(error)}`, rows };
  const count = rows.size === 1 ? '1 row is invalid' : `${rows.size} rows are invalid`;
  return { message: `Nothing was changed: ${count}.`, rows };
}
