import type { Db } from '../../../platform/db/client';
import type { LeasedRun } from '../../../platform/lease/resumable-run';
import type { MigrationContext } from '../migrations/context';
import { readContext } from '../migrations/read-context';
import { type ImportRow, takeImportRow } from './leased-import.sql';

/** A leased import. */
export interface LeasedImport extends LeasedRun, Omit<ImportRow, 'columns'> {
  columns: string[];
  /** The migration that it is a part of. */
  migration: MigrationContext | null;
}

/** Takes an import to check or apply; null when there is nothing to do, or another process works on it. */
export async function takeImport(db: Db, importId: string): Promise<LeasedImport | null> {
  const row = await takeImportRow(db, importId);
  if (!row) return null;
  const migration = row.migrationId === null ? null : await readContext(db, row.migrationId, row.kind);
  return { ...row, columns: row.columns.map(({ name }) => name), migration };
}
