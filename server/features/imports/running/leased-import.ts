import type { Db } from '../../../platform/db/client';
import type { LeasedRun } from '../../../platform/lease/resumable-run';
import { type ImportRow, takeImportRow } from './leased-import.sql';

/** A leased import. */
export interface LeasedImport extends LeasedRun, Omit<ImportRow, 'columns'> {
  columns: string[];
}

/** Takes an import to check or apply; null when there is nothing to do, or another process works on it. */
export async function takeImport(db: Db, importId: string): Promise<LeasedImport | null> {
  const row = await takeImportRow(db, importId);
  return row && { ...row, columns: row.columns.map(({ name }) => name) };
}
