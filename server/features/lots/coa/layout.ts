import type { Cell, PdfText } from '../../../platform/pdf/text';

/** A page's cells, and what is beside them. */
export type Page = readonly Cell[];

const SPACED_TOKENS = 4;
/** Points by which heights that are the same may differ, since they are sums. */
const EDGE = 0.01;
/** Lines of one printed cell are at most this far apart, in font sizes. */
const LEADING = 1.5;

/** The pages of a document, with letter-spaced headings ("B A T C H") closed up. */
export function pagesOf({ pages }: PdfText): Page[] {
  return pages.map((cells) => cells.map((cell) => ({ ...cell, text: closedUp(cell.text) })));
}

function closedUp(text: string): string {
  const tokens = text.split(' ');
  const spaced = tokens.length >= SPACED_TOKENS && tokens.join('').length < tokens.length * 2;
  return spaced ? separated(tokens.join('')) : wordsClosedUp(tokens).join(' ');
}

/** Letter-spaced text has lost the spaces between its words: those of a laboratory's name are known. */
function separated(text: string): string {
  return text
    .replaceAll(/(?<=\p{Lu}{3})(?=(?:LABS?|LABORATOR(?:Y|IES)|ANALYTICS|DIRECTOR)(?!\p{L}))/gu, ' ')
    .replaceAll(/,(?=\p{L})/gu, ', ');
}

/** Closes up what is letter-spaced within a cell: "Heavy Metals P a s s". */
function wordsClosedUp(tokens: readonly string[]): string[] {
  const words: string[] = [];
  let letters: string[] = [];
  const flush = () => {
    words.push(...(letters.length >= SPACED_TOKENS ? [letters.join('')] : letters));
    letters = [];
  };
  for (const token of tokens) {
    if (/^\p{L}$/u.test(token)) letters.push(token);
    else {
      flush();
      words.push(token);
    }
  }
  flush();
  return words;
}

/** The cells of each page from top to bottom, since looking through all of them for each takes too long. */
const sorted = new WeakMap<Page, Cell[]>();

/** The cells whose baselines are from one height to another, from top to bottom. */
export function cellsBetween(page: Page, from: number, to: number): Cell[] {
  const cells = sorted.get(page) ?? page.toSorted((one, other) => one.y - other.y);
  sorted.set(page, cells);
  const [first, last] = [indexOf(cells, from), indexOf(cells, to)];
  return cells.slice(first, last);
}

/** The index of the first cell that is no higher. */
function indexOf(cells: readonly Cell[], y: number): number {
  let [low, high] = [0, cells.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cells[middle]?.y ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The cells to the right on the same line, nearest first. */
export function rightOf(page: Page, cell: Cell): Cell[] {
  return lineOf(page, cell)
    .filter((other) => other.x > cell.x + cell.width / 2)
    .sort((one, other) => one.x - other.x);
}

/** All cells of the same line, the given one included. */
export function lineOf(page: Page, { y, size }: Cell): Cell[] {
  return cellsBetween(page, y - size / 2, y + size / 2).filter((cell) => cell.y > y - size / 2);
}

/** The nearest cell below (or above) in the same column, within so many points. */
export function inColumn(page: Page, of: Cell, direction: 'below' | 'above', within: number): Cell | null {
  const column = (cell: Cell) => sharesColumn(cell, of);
  return direction === 'below'
    ? (cellsBetween(page, of.y + of.size / 2, of.y + within + EDGE).find(column) ?? null)
    : (cellsBetween(page, of.y - within, of.y - of.size / 2 + EDGE).findLast(column) ?? null);
}

/** Aligned on the left, in the middle or on the right. */
export function sharesColumn(one: Cell, other: Cell): boolean {
  const [a, b] = [one.x + one.width / 2, other.x + other.width / 2];
  const ends = Math.abs(one.x + one.width - other.x - other.width);
  return (
    Math.abs(one.x - other.x) < other.size / 2 || Math.abs(a - b) < other.size * 1.5 || ends < other.size / 2
  );
}

/** True where both are, at least in part, above each other. */
export function overlaps(one: Cell, other: Cell): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width;
}

/**
 * The next line of the same printed cell: right above or below, in a font of the same size.
 * @param label a line that has a cell in the column of this label is another row
 */
export function nextLine(page: Page, cell: Cell, direction: 'below' | 'above', label?: Cell): Cell | null {
  const next = inColumn(page, cell, direction, cell.size * LEADING);
  if (!next || Math.abs(next.size - cell.size) > cell.size / 5) return null;
  const isOtherRow =
    label && lineOf(page, next).some((other) => other !== next && other.x < next.x && overlaps(other, label));
  return isOtherRow ? null : next;
}

/** The one value on which all statements agree; null when there is none, or when they differ. */
export function unanimous<T>(
  values: readonly T[],
  same: (one: T, other: T) => boolean = Object.is,
): T | null {
  const [first] = values;
  return first !== undefined && values.every((value) => same(first, value)) ? first : null;
}
