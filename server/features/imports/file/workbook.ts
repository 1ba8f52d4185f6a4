import { unzipSync, zipSync } from 'fflate';
import type { Cell, CellValue } from 'hucre/xlsx';
import { readXlsx } from 'hucre/xlsx';
import { ImportFileError } from '../../../kernel/file-error';
import { MAX_COLUMNS, MAX_LINES } from '../schema';
import { sheetText } from './sheet-cell';

/** Bytes of all parts of a workbook once they are inflated. */
export const MAX_INFLATED = 64 * 1024 * 1024;
/** The parts that rows are read from; drawings, macros, links and data of other files are never opened. */
const PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/[^/]+\.xml|xl\/_rels\/[^/]+|xl\/worksheets\/[^/]+\.xml)$/;

export interface Workbook {
  rows: Array<{ line: number; cells: string[] }>;
  /** Names of the sheets after the first, which alone is read. */
  otherSheets: string[];
}

/**
 * Reads the first sheet of an Excel workbook (decisions 860 and 914): formulas by the values that they were saved with, days by the workbook's own system.
 * @throws ImportFileError for one that can't be read or is larger than it may be
 */
export function workbookRows(contents: Uint8Array): Promise<Workbook> {
  const known = read.get(contents) ?? readRows(contents);
  read.set(contents, known);
  return known;
}

/** Workbooks by their bytes: each is read once. */
const read = new WeakMap<Uint8Array, Promise<Workbook>>();

async function readRows(contents: Uint8Array): Promise<Workbook> {
  const otherSheets: string[] = [];
  const { sheets } = await readXlsx(repacked(contents), {
    readStyles: true,
    maxRows: MAX_LINES + 100,
    sheets: ({ name }, index) => {
      if (index > 0) otherSheets.push(name);
      return index === 0;
    },
  }).catch(() => {
    throw new ImportFileError(UNREADABLE);
  });
  const [sheet] = sheets;
  if (!sheet) throw new ImportFileError('the workbook has no sheet with cells');
  const rows = sheet.rows.map((values, at) => ({
    line: at + 1,
    cells: cellsOf(values, (column) => sheet.cells?.get(`${at},${column}`)),
  }));
  return { rows, otherSheets };
}

const UNREADABLE = 'the workbook cannot be read; save it again as an Excel workbook (.xlsx) or as CSV';

function cellsOf(values: readonly CellValue[], cellAt: (column: number) => Cell | undefined): string[] {
  const cells = values.map((value, column) => sheetText(value, cellAt(column)));
  while (cells.length > 0 && cells.at(-1)?.trim() === '') cells.pop();
  if (cells.length > MAX_COLUMNS) throw new ImportFileError(`there are more than ${MAX_COLUMNS} columns`);
  return cells;
}

/**
 * The parts in an archive of ours that nothing inflates any more. Each part is inflated into the room that the archive declares for
 * it, so that none takes more than was counted.
 */
function repacked(contents: Uint8Array): Uint8Array {
  let inflated = 0;
  const count = (bytes: number) => {
    inflated += bytes;
    if (inflated <= MAX_INFLATED) return;
    throw new ImportFileError(
      `the workbook is larger than ${MAX_INFLATED / 1024 / 1024} MB inside; save the sheet as CSV or split it`,
    );
  };
  let parts: Record<string, Uint8Array>;
  try {
    parts = unzipSync(contents, {
      filter: ({ name, originalSize }) => {
        count(originalSize);
        return PARTS.test(name);
      },
    });
  } catch (error) {
    throw error instanceof ImportFileError ? error : new ImportFileError(UNREADABLE);
  }
  return zipSync(parts, { level: 0 });
}
