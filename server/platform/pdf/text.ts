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

/** The corners of a page: [left, bottom, right, top]. */
export type View = readonly number[];
/** A direction in which text reads: to the right, upward, to the left or downward. */
type Direction = readonly [x: number, y: number];
const DIRECTIONS: readonly Direction[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/**
 * Joins the runs of a page into cells. A page whose text is turned is read as if it weren't, and what reads in another direction than
 * most of it is left out, such as watermarks.
 */
export function cellsOf(runs: readonly Run[], view: View): Cell[] {
  const direction = directionOf(runs);
  const upright = runs.flatMap((run) => placed(run, direction, view) ?? []);
  return linesOf(upright).flatMap(joined);
}

/** The direction in which most characters read. */
function directionOf(runs: readonly Run[]): Direction {
  const counts = DIRECTIONS.map((direction) =>
    runs.reduce((sum, run) => sum + (reads(run, direction) ? run.str.trim().length : 0), 0),
  );
  return DIRECTIONS[counts.indexOf(Math.max(...counts))] ?? [1, 0];
}

function reads({ transform: [a = 0, b = 0] }: Run, [x, y]: Direction): boolean {
  const along = a * x + b * y;
  return along > 0 && Math.abs(b * x - a * y) <= along / 20;
}

function placed(run: Run, [x, y]: Direction, [left = 0, bottom = 0, right = 0, top = 0]: View): Cell | null {
  const [, , c = 0, d = 0, e = 0, f = 0] = run.transform;
  if (run.str.trim() === '' || !reads(run, [x, y])) return null;
  // Of the page as it reads: along its lines, and up from one to the one before it.
  const start = Math.min(left * x, right * x) + Math.min(bottom * y, top * y);
  const end = Math.max(-left * y, -right * y) + Math.max(bottom * x, top * x);
  return {
    text: run.str,
    x: e * x + f * y - start,
    y: end - (f * x - e * y),
    width: run.width,
    size: Math.hypot(c, d),
  };
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
