import type { Cell } from '../../../platform/pdf/text';
import { cellsBetween, inColumn, nextLine, overlaps, type Page, rightOf, unanimous } from './layout';

const BELOW = 2.6;
/** Lines of one cell that are read at most. */
const LINES = 6;
const LIKE_LABEL = /\p{L}\)? ?[:#]/u;

/** How a kind of value is read. */
export interface Reader<T> {
  /** Matches a statement from its start; group 1 is what follows the label. */
  label: RegExp;
  /** Null for what can't be such a value, such as the next label. */
  parse: (text: string, cell: Cell, page: Page) => T | null;
  /** True where a line could be the rest of the value that the first one begins. */
  goesOn: (first: string, next: string, place: Place) => boolean;
  /** How far below its label a value may be, in font sizes. */
  below?: number;
}

/** Where a value is: after its label in one cell, or in a cell of its own. */
export type Place = 'inside' | 'right' | 'below';

/** The statements of a cell: "Batch#: A1; Size: 5 g" has two, and so has "Completed: 1/2/26Expires: 1/2/27". */
export function statementsOf(text: string): string[] {
  return text
    .split(/ ?[;|] ?| \/\/ /)
    .flatMap((part) => part.split(/(?<=\d) ?(?=[A-Z][a-z]{2,20}(?: [A-Za-z]{1,20})? ?:)/));
}

/**
 * The values of a label: the rest of its statement, else the cell on its right, else the one below. A value is read only
 * where its whole cell is: if it goes on in the next line, both together must be printed in one line elsewhere. Two
 * candidates for one label are none.
 */
export function labeled<T>(pages: readonly Page[], reader: Reader<T>): T[] {
  const isPrinted = printedIn(pages);
  return pages.flatMap((page) =>
    page.flatMap((cell) => {
      const statements = statementsOf(cell.text);
      return statements.flatMap((statement, i) => {
        const rest = reader.label.exec(statement)?.[1]?.trim();
        if (rest === undefined) return [];
        const isLast = i === statements.length - 1;
        if (rest !== '') {
          const lines = isLast ? linesOf(page, cell, rest, 'inside', reader) : [rest];
          return valueIn(lines, cell, page) ?? [];
        }
        if (!isLast) return [];
        const [right] = rightOf(page, cell);
        // What is beside a label is its value, unless it is a label too: then no other cell is, even if this one isn't read.
        if (right && /\d/.test(right.text) && !LIKE_LABEL.test(right.text)) {
          return valueIn(linesOf(page, right, right.text, 'right', reader, cell), cell, page) ?? [];
        }
        const heading = lastLine(page, cell);
        const below = inColumn(page, heading, 'below', cell.size * (reader.below ?? BELOW));
        const places = [
          ...(right ? [linesOf(page, right, right.text, 'right', reader, cell)] : []),
          ...(below
            ? [[...before(page, below, heading), ...linesOf(page, below, below.text, 'below', reader)]]
            : []),
        ];
        return unanimous(places.flatMap((lines) => valueIn(lines, cell, page) ?? [])) ?? [];
      });
    }),
  );

  function valueIn(lines: readonly string[], cell: Cell, page: Page): T | null {
    if (lines.length === 1) return reader.parse(lines[0] ?? '', cell, page);
    const whole = [lines.join(''), lines.join(' ')].find(isPrinted);
    return whole === undefined ? null : reader.parse(whole, cell, page);
  }
}

/** The lines of a value, from its cell's first to its last. */
function linesOf<T>(
  page: Page,
  cell: Cell,
  text: string,
  place: Place,
  { goesOn }: Reader<T>,
  label?: Cell,
): string[] {
  const lines = [text];
  const isRest = (begun: string, next: string) => !LIKE_LABEL.test(next) && goesOn(begun, next, place);
  for (let last = cell; lines.length < LINES; ) {
    const next = nextLine(page, last, 'below', label) ?? (label && wrapped(page, label));
    const [rest = '', ...others] = statementsOf(next?.text ?? '');
    if (!next || next === last || !isRest(lines.join(' '), rest)) break;
    lines.push(rest);
    if (others.length > 0) break;
    last = next;
  }
  for (let first = cell; place === 'right' && lines.length < LINES; ) {
    const next = nextLine(page, first, 'above', label);
    if (!next || !isRest(next.text, lines.join(' '))) break;
    lines.unshift(next.text);
    first = next;
  }
  return lines;
}

/** A heading may have two lines: "Batch", "Number". */
function lastLine(page: Page, cell: Cell): Cell {
  const next = nextLine(page, cell, 'below');
  return next && /^(?:#|id|no\.?|number|code)$/i.test(next.text) ? next : cell;
}

/** A value's next line that begins below its label. */
function wrapped(page: Page, label: Cell): Cell | null {
  const next = nextLine(page, label, 'below');
  return next && !next.text.includes(' ') && /\d/.test(next.text) ? next : null;
}

/** The line before the one in a label's column, in a cell that was joined with the one beside it: its end. */
function before(page: Page, cell: Cell, label: Cell): string[] {
  const above = cellsBetween(page, cell.y - cell.size * 1.5, cell.y - cell.size / 2).find(
    (other) => other.y > label.y + label.size / 2 && overlaps(other, cell),
  );
  if (!above) return [];
  const words = above.text.split(' ');
  const ends = words.map((_, i) => words.slice(i).join(' '));
  const middle = cell.x + cell.width / 2;
  const middleOf = (end: string) => above.x + above.width * (1 - end.length / above.text.length / 2);
  const off = (end: string) => Math.abs(middleOf(end) - middle);
  return ends.sort((one, other) => off(one) - off(other)).slice(0, 1);
}

/** Whether a document has a text as words of their own in one line. */
export function printedIn(pages: readonly Page[]): (text: string) => boolean {
  const printed = pages.map((page) => page.map((cell) => ` ${cell.text} `).join('\n')).join('\n');
  const isWord = (character = ' ') => /[\w-]/.test(character);
  return (text) => {
    for (let at = printed.indexOf(text); at !== -1; at = printed.indexOf(text, at + 1)) {
      if (!isWord(printed[at - 1]) && !isWord(printed[at + text.length])) return true;
    }
    return false;
  };
}
