import { readCertificate } from '../../server/features/lots/coa/read';
import type { Extracted } from '../../server/features/lots/coa/schema';
import type { Cell } from '../../server/platform/pdf/text';

/** A row of a page: its texts, each with the place of its left end in points. */
export type Row = ReadonlyArray<readonly [x: number, text: string]>;

export const NOTHING_EXTRACTED: Extracted = {
  lab: null,
  batch_id: null,
  sampled_on: null,
  thc_percentage: null,
  cbd_percentage: null,
  result: null,
  expires_on: null,
};

/** A page of these rows in 10 points; half the size is a character's width. */
export function pageOf(rows: readonly Row[], leading = 20): Cell[] {
  return rows.flatMap((row, i) =>
    row.map(([x, text]) => ({ text, x, y: 40 + i * leading, width: text.length * 5, size: 10 })),
  );
}

/** Reads pages; throws where they have no text. */
export function readPages(...pages: Cell[][]): Extracted {
  const read = readCertificate({ pages, complete: true });
  if (!read) throw new Error('The pages have no text');
  return read;
}

/** Reads a page of these rows, 20 points apart. */
export function readRows(...rows: Row[]): Extracted {
  return readPages(pageOf(rows));
}

/** Reads a page of these rows, as close as the lines of one cell. */
export function readLines(...rows: Row[]): Extracted {
  return readPages(pageOf(rows, 12));
}
