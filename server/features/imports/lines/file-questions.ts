import type { ImportKind } from '../fields';
import type { Skipped } from '../schema';
import type { ReaderSettings } from './readers';

interface HeadQuestion {
  what: 'head';
  head: Uint8Array;
  /** Whether it is the whole file. */
  isWhole: boolean;
  kind: ImportKind;
}

interface OpenQuestion extends ReaderSettings {
  what: 'open';
  contents: Uint8Array;
  /** The byte between two fields. */
  delimiter: number;
  headerLine: number;
  columns: readonly string[];
}

/** What the program that reads files is asked: the head of a file, or batch after batch of a whole one. */
export type FileQuestion<W extends string = string> = Extract<
  HeadQuestion | OpenQuestion | { what: 'next' },
  { what: W }
>;

/** Lines in the shape that `LineKind.openCheck` of their kind checks. */
export interface Batch {
  lines: unknown[];
  /** Totals among them, which aren't read. */
  skipped: Skipped[];
  isLast: boolean;
}

/** A fault is of the file: an ImportFileError. */
export type Outcome<T> = { value: T } | { fault: { message: string; line: number | undefined } };
