import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import Papa from 'papaparse';
import { COLUMNS, type SourceRow } from './columns';
import { WARNINGS, type Warning } from './mapping';

/** Row counts; `read` = `created` + `updated` + `unchanged` + `duplicates` + `rejected`, plus rows in progress. */
export interface ImportSummary {
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Rows that repeat an earlier line of the same file. */
  duplicates: number;
  rejected: number;
  warnings: Record<Warning, number>;
}

export function emptySummary(): ImportSummary {
  const warnings = Object.fromEntries(Object.keys(WARNINGS).map((kind) => [kind, 0])) as Record<
    Warning,
    number
  >;
  return { read: 0, created: 0, updated: 0, unchanged: 0, duplicates: 0, rejected: 0, warnings };
}

const number = (value: number) => value.toLocaleString('en-US');

/** Formats the summary for the operator. */
export function summaryLines(summary: ImportSummary): string[] {
  const counts = ['read', 'created', 'updated', 'unchanged', 'duplicates', 'rejected'] as const;
  const kinds = (Object.keys(WARNINGS) as Warning[]).filter((kind) => summary.warnings[kind] > 0);
  return [
    ...counts.map((count) => `${count.padEnd(12)}${number(summary[count]).padStart(9)}`),
    ...(kinds.length > 0 ? ['taken with a warning:'] : []),
    ...kinds.map((kind) => `${number(summary.warnings[kind]).padStart(21)}  ${WARNINGS[kind]}`),
  ];
}

/** Escapes everything: Papa's own pattern misses cells of several lines. */
const FORMULA = /^[=+\-@\t\r]/;

export interface Rejection {
  /** Physical line of the file. */
  line: number;
  reason: string;
  row: SourceRow;
}

/**
 * Streams rejected and repeated rows to a CSV `line,reason,` + the file's columns, which can be corrected and
 * reimported. Cells that a spreadsheet would run as a formula get a leading apostrophe. The first row creates the file;
 * without rows, an earlier run's file is removed.
 */
export class RejectedFile {
  private stream: WriteStream | undefined;
  private failure: Error | undefined;

  constructor(readonly path: string) {}

  /** @throws Error of the file system (disk full, no permission), at this or a later call */
  async add({ line, reason, row }: Rejection): Promise<void> {
    if (!this.stream) {
      this.stream = createWriteStream(this.path);
      this.stream.on('error', (error) => {
        this.failure = error;
      });
      this.stream.write(`line,reason,${COLUMNS.join(',')}\r\n`);
    }
    if (this.failure) throw this.failure;
    const cells = [line, reason, ...COLUMNS.map((column) => row[column])];
    const roomLeft = this.stream.write(`${Papa.unparse([cells], { escapeFormulae: FORMULA })}\r\n`);
    if (!roomLeft) await this.room(this.stream);
  }

  private room(stream: WriteStream): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        stream.off('drain', done).off('error', done);
        resolve();
      };
      stream.on('drain', done).on('error', done);
    });
  }

  /** Ends the file. @returns true when rows were written */
  async close(): Promise<boolean> {
    if (!this.stream) {
      await rm(this.path, { force: true });
      return false;
    }
    if (this.failure) throw this.failure;
    this.stream.end();
    await finished(this.stream);
    return true;
  }
}
