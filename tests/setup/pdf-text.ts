import type { PDFDocumentProxy } from 'pdfjs-dist';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

type Piece = { str: string; transform: number[]; width: number };
type Row = { y: number; pieces: Piece[] };

/** What stands at most so many points apart is one line. */
const SAME_LINE = 2;

/** What a reader makes of a PDF. */
async function read<T>(pdf: Uint8Array, act: (document: PDFDocumentProxy) => Promise<T>): Promise<T> {
  // The reader keeps the memory of what it is given.
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  try {
    return await act(await task.promise);
  } finally {
    await task.destroy();
  }
}

/** The text of a PDF as a reader extracts it, page by page: lines from the top, pieces from the left. */
export const textOf = (pdf: Uint8Array): Promise<string[]> =>
  read(pdf, async (document) => {
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ disableNormalization: true });
      pages.push(linesOf(items.filter((item): item is typeof item & Piece => 'str' in item)));
      page.cleanup();
    }
    return pages.filter((page) => page.trim() !== '');
  });

/** The first page of a PDF as a PNG, at 150 dots an inch. */
export const firstPageOf = (pdf: Uint8Array): Promise<Buffer> =>
  read(pdf, async (document) => {
    const page = await document.getPage(1);
    const viewport = page.getViewport({ scale: 150 / 72 });
    const factory = document.canvasFactory as {
      create: (width: number, height: number) => { canvas: HTMLCanvasElement };
    };
    const { canvas } = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
    await page.render({ canvas, viewport }).promise;
    return (canvas as unknown as { toBuffer: (type: string) => Buffer }).toBuffer('image/png');
  });

/** The pictures of a PDF whose objects are written in clear, as PDFKit does: how they are encoded, and their size in pixels. */
export function imagesOf(pdf: Uint8Array): Array<{ type: string; size: string }> {
  const objects = Buffer.from(pdf).toString('latin1').split('endobj');
  return objects
    .map((object) => object.split('stream')[0] ?? '')
    .filter((head) => head.includes('/Subtype /Image'))
    .map((head) => ({
      type: head.includes('/DCTDecode') ? 'jpeg' : 'image',
      size: `${numberIn(head, 'Width')} × ${numberIn(head, 'Height')}`,
    }));
}

const numberIn = (head: string, name: string) => new RegExp(`/${name} (\\d+)`).exec(head)?.[1] ?? '';

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
