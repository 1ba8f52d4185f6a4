import type { Cell } from '../../../platform/pdf/text';
import type { Page } from './layout';

/** Lines of a paragraph are at most this far apart, in font sizes. */
const LEADING = 2.1;
/** Letters differ in width: a word may need so many times the average of its line. */
const SPARE = 1.5;
/** Lines of a paragraph, and paragraphs that a line may belong to. */
const [LINES, OPEN] = [40, 60];

/** The paragraphs of a page: lines of the same size that begin, or end, below each other. */
export function paragraphsOf(page: Page): Cell[][] {
  const paragraphs: Cell[][] = [];
  let open: Cell[][] = [];
  for (const cell of page) {
    open = open.filter((lines) => isNear(lines.at(-1), cell)).slice(-OPEN);
    const own = open.find((lines) => lines.length < LINES && goesOnIn(lines.at(-1), cell));
    if (own) own.push(cell);
    else {
      const lines = [cell];
      paragraphs.push(lines);
      open.push(lines);
    }
  }
  return paragraphs;
}

function isNear(last: Cell | undefined, cell: Cell): boolean {
  return last !== undefined && cell.y - last.y <= LEADING * last.size;
}

function goesOnIn(last: Cell | undefined, cell: Cell): boolean {
  if (!last || cell.y - last.y < last.size / 2 || Math.abs(last.size - cell.size) > last.size / 4)
    return false;
  return (
    Math.abs(last.x - cell.x) < last.size ||
    Math.abs(last.x + last.width - cell.x - cell.width) < last.size / 2
  );
}

/** The running text of a paragraph: after a line with room for the first word of the next one, another text begins. */
export function sentencesOf(lines: readonly Cell[]): string[] {
  const texts: string[][] = [];
  for (const [i, line] of lines.entries()) {
    const last = lines[i - 1];
    const open = texts.at(-1);
    if (last && open && isFull(last, line)) open.push(line.text);
    else texts.push([line.text]);
  }
  return texts.map((parts) => parts.join(' '));
}

function isFull(last: Cell, next: Cell): boolean {
  const [word = ''] = next.text.split(' ', 1);
  const room = (next.width / Math.max(1, next.text.length)) * (word.length + 1);
  return last.width + room * SPARE >= next.width;
}
