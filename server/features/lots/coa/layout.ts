import type { Cell, PdfText } from '../../../platform/pdf/text';

/** A page's cells, and what is beside them. */
export type Page = readonly Cell[];

const SPACED_TOKENS = 4;

/** The pages of a document, with letter-spaced headings ("B A T C H") closed up. */
export function pagesOf({ pages }: PdfText): Page[] {
  return pages.map((cells) => cells.map((cell) => ({ ...cell, text: closedUp(cell.text) })));
}

function closedUp(text: string): string {
  const tokens = text.split(' ');
  const spaced = tokens.length >= SPACED_TOKENS && tokens.join('').length < tokens.length * 2;
  return spaced ? tokens.join('') : text;
}

/** The cells to the right on the same line, nearest first. */
export function rightOf(page: Page, { x, y, width, size }: Cell): Cell[] {
  return page
    .filter((cell) => Math.abs(cell.y - y) < size / 2 && cell.x > x + width / 2)
    .sort((one, other) => one.x - other.x);
}

/** All cells of the same line, the given one included. */
export function lineOf(page: Page, { y, size }: Cell): Cell[] {
  return page.filter((cell) => Math.abs(cell.y - y) < size / 2);
}

/** The nearest cell below (or above) in the same column, within so many points. */
export function inColumn(page: Page, of: Cell, direction: 'below' | 'above', within: number): Cell | null {
  const distance = (cell: Cell) => (direction === 'below' ? cell.y - of.y : of.y - cell.y);
  const [nearest] = page
    .filter((cell) => distance(cell) >= of.size / 2 && distance(cell) <= within && sharesColumn(cell, of))
    .sort((one, other) => distance(one) - distance(other));
  return nearest ?? null;
}

function sharesColumn(one: Cell, other: Cell): boolean {
  const [a, b] = [one.x + one.width / 2, other.x + other.width / 2];
  return Math.abs(one.x - other.x) < other.size / 2 || Math.abs(a - b) < other.size * 1.5;
}

/** The one value on which all statements agree; null when there is none, or when they differ. */
export function unanimous<T>(
  values: readonly T[],
  same: (one: T, other: T) => boolean = Object.is,
): T | null {
  const [first] = values;
  return first !== undefined && values.every((value) => same(first, value)) ? first : null;
}
