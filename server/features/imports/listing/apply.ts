import type { Author } from '../../../kernel/actor';
import { newId } from '../../../kernel/ids';
import { type Db, isRetryable } from '../../../platform/db/client';
import { DUPLICATE_OF, DuplicateFinder } from './duplicates';
import { mapRow } from './mapping';
import type { FileRow } from './read';
import { emptySummary, type ImportSummary, type Rejection } from './summary';
import type { BatchRow } from './update-products';
import { type BatchResult, type ImportRun, writeBatch } from './write-batch';

const BATCH_ROWS = 500;
const ATTEMPTS = 5;

export interface ImportOptions {
  /** The member in whose name and entity the products are created. */
  actor: Author;
  /** The file's name, for the audit log. */
  source: string;
  rows: AsyncIterable<FileRow>;
  onRejected?: (rejection: Rejection) => Promise<void> | void;
  /** Called after each batch, with the counts so far. */
  onProgress?: (summary: Readonly<ImportSummary>) => void;
}

/**
 * Imports product rows into an entity's catalog, 500 per transaction. Rows of an earlier run are matched by key: the
 * same file changes nothing, a changed row changes only its product, and the next run continues an interrupted one.
 * @throws ImportFileError when the file turns out unreadable (earlier batches stay), or the database's error
 */
export async function importProducts(db: Db, options: ImportOptions): Promise<ImportSummary> {
  const { rows, onRejected, onProgress } = options;
  const id = newId();
  const run: ImportRun = { ...options, id, request: { id, address: 'command line' } };
  const summary = emptySummary();
  const duplicates = new DuplicateFinder();
  let batch: Array<BatchRow & { source: FileRow }> = [];

  const flush = async () => {
    if (batch.length > 0) {
      const result = await writeRetrying(db, run, batch);
      summary.created += result.created;
      summary.updated += result.updated;
      summary.unchanged += result.unchanged;
      const taken = new Set(result.skuTaken.map(({ line }) => line));
      for (const { line, product, source } of batch) {
        if (!taken.has(line)) continue;
        summary.rejected += 1;
        await onRejected?.({
          line,
          row: source.row,
          reason: `the SKU ${product.sku} belongs to another product`,
        });
      }
    }
    batch = [];
    onProgress?.(summary);
  };

  for await (const source of rows) {
    summary.read += 1;
    const { line, row, fault, duplicate } = source;
    if (duplicate !== undefined) {
      summary.duplicates += 1;
      await onRejected?.({ line, row, reason: duplicate });
      continue;
    }
    const mapped = fault === undefined ? mapRow(row) : ({ ok: false, reason: fault } as const);
    if (!mapped.ok) {
      summary.rejected += 1;
      await onRejected?.({ line, row, reason: mapped.reason });
      continue;
    }
    const earlier = duplicates.earlierLine(mapped.product, line);
    if (earlier !== undefined) {
      summary.duplicates += 1;
      await onRejected?.({ line, row, reason: `${DUPLICATE_OF}${earlier}` });
      continue;
    }
    for (const warning of mapped.warnings) summary.warnings[warning] += 1;
    batch.push({ line, product: mapped.product, source });
    if (batch.length === BATCH_ROWS) await flush();
  }
  await flush();
  return summary;
}

/** A deadlock with a concurrent order or edit rolls the whole batch back, so it can be retried. */
async function writeRetrying(db: Db, run: ImportRun, batch: readonly BatchRow[]): Promise<BatchResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeBatch(db, run, batch);
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}
