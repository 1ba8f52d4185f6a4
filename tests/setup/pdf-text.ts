import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

type Piece = { str: string; transform: number[]; width: number };
type Row = { y: number; pieces: Piece[] };

/** What stands at most so many points apart is one line. */
const SAME_LINE = 2;

/** The text of a PDF as a reader extracts it, page by page: lines from the top, pieces from the left. */
export async function textOf(pdf: Uint8Array): Promise<string[]> {
  // The reader keeps the memory of what it is given.
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  try {
    const document = await task.promise;
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ disableNormalization: true });
      pages.push(linesOf(items.filter((item): item is typeof item & Piece => 'str' in item)));
      page.cleanup();
    }
    return pages.filter((page) => page.trim() !== '');
  } finally {
    await task.destroy();
  }
}

function linesOf(pieces: readonly Piece[]): string {
  const rows: Row[] = [];
  for (const piece of [...pieces].sort((one, other) => top(other) - top(one))) {
    const row = rows.at(-1);
    if (row && row.y - top(piece) <= SAME_LINE) row.pieces.push(piece);
    else rows.push({ y: top(piece), pieces: [piece] });
  }
  return rows.map(({ pieces: row }) => lineOf(row)).join('\n');
}

/** Pieces that touch are one word; others are apart. */
function lineOf(row: readonly Piece[]): string {
  let [line, end] = ['', Number.NEGATIVE_INFINITY];
  for (const piece of [...row].sort((one, other) => left(one) - left(other))) {
    if (line !== '' && left(piece) - end > 1) line += '  ';
    line += piece.str;
    end = left(piece) + piece.width;
  }
  return line;
}

const left = ({ transform }: Piece) => transform[4] ?? 0;
const top = ({ transform }: Piece) => transform[5] ?? 0;
