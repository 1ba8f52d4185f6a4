/** A piece of text that is set apart from others on its line, in points from the page's top left corner. */
export interface Cell {
  text: string;
  x: number;
  /** Of the baseline. */
  y: number;
  width: number;
  /** Size of the font. */
  size: number;
}

/** The text of a PDF: its pages, each with its cells from top to bottom and left to right. */
export interface PdfText {
  pages: Cell[][];
  /** False when the document has more than was read. */
  complete: boolean;
}

/** A run of glyphs as pdf.js reports it. */
export interface Run {
  str: string;
  width: number;
  /** [a, b, c, d, e, f] of ISO 32000-1, 8.3.3, with the origin at the page's bottom left corner. */
  transform: readonly number[];
}

/** Gaps in font sizes: above the first is a space, above the second begins another cell. */
const SPACE = 0.16;
const APART = 0.9;
/** Baselines that differ by less are one line. */
const SAME_LINE = 0.4;
/** Characters of a cell; the rest is cut off. */
const LONGEST = 500;

/** Joins the runs of a page into cells. Leaves out slanted text, such as watermarks. */
export function cellsOf(runs: readonly Run[], top: number, left: number): Cell[] {
  const upright = runs.flatMap((run) => placed(run, top, left) ?? []);
  return linesOf(upright).flatMap(joined);
}

function placed({ str, width, transform }: Run, top: number, left: number): Cell | null {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  if (str.trim() === '' || Math.abs(b) > Math.abs(a) / 20 || a <= 0) return null;
  return { text: str, x: x - left, y: top - y, width, size: Math.hypot(c, d) };
}

function linesOf(cells: Cell[]): Cell[][] {
  const lines: Cell[][] = [];
  for (const cell of [...cells].sort((one, other) => one.y - other.y)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && cell.y - first.y < SAME_LINE * Math.min(first.size, cell.size)) line.push(cell);
    else lines.push([cell]);
  }
  return lines;
}

function joined(line: Cell[]): Cell[] {
  const cells: Cell[] = [];
  for (const cell of line.sort((one, other) => one.x - other.x)) {
    const before = cells.at(-1);
    const gap = before ? (cell.x - before.x - before.width) / Math.min(before.size, cell.size) : APART;
    if (!before || gap >= APART || gap < -APART) {
      cells.push({ ...cell });
      continue;
    }
    before.text += gap > SPACE && !/\s$/.test(before.text) ? ` ${cell.text}` : cell.text;
    before.width = Math.max(before.width, cell.x + cell.width - before.x);
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.slice(0, LONGEST).replaceAll(/\s+/g, ' ').trim() }));
}
