import type { Cell } from '../../../platform/pdf/text';
import { cellsBetween, inColumn, nextLine, overlaps, type Page, rightOf, unanimous } from './layout';

const DELTA_9 = `(?:(?:[Δ∆]|d|delta) ?-? ?[9⁹] ?-? ?)?`;
const labelsOf = (name: string) => [
  new RegExp(
    String.raw`^(?:tot(?:al)?|max(?:imum)?) ?(?:(?:active|calculated|potential|available) ?)?${DELTA_9}${name}(?![\w-])(?: max\b)? ?[*†‡]* ?(.*)`,
    'i',
  ),
  new RegExp(String.raw`^${DELTA_9}${name}[ -]?(?:max|total)\b ?[*†‡]* ?(.*)`, 'i'),
];
/** "22.57% Total THC" */
const valueBefore = (name: string) =>
  new RegExp(String.raw`^(\d{1,3}(?:\.\d{1,10})?) ?% ?tot(?:al)? ${DELTA_9}${name}$`, 'i');
const BEFORE = { thc: valueBefore('thc'), cbd: valueBefore('cbd') };
const LABELS = { thc: labelsOf('thc'), cbd: labelsOf('cbd') };
const ALONE = { thc: /^[Δ∆]?9?-?thc$/i, cbd: /^cbd$/i };
const PERCENT = /^(\d{1,3}(?:\.\d{1,10})?) ?(?:wt\.? ?)?%/;
/** How the figure is calculated, after its label. */
const FORMULA = /^\((?=.{0,60}[=+*×])[^()]{0,80}(?:\([^()]{0,20}\)[^()]{0,40}){0,3}\)$/;
const IN_PARENTHESES = /\((\d{1,3}(?:\.\d{1,10})?) ?%\)/;
const NUMBER = /^\d{1,6}(?:\.\d{1,10})?$/;
/** What a table has in place of a number. */
const NO_NUMBER =
  /^(?:[<>≤~]? ?[\d.,]{1,20}(?:E[-+]\d{1,3})? ?%?|[<>] ?\w{0,5}|n\.?[adrt]\.?|n\/a|nocalc|b?[lm]+o?[dq]|not (?:detected|tested)|none detected|[-–—]+)$/i;
/** A column of results in percent. */
const IN_PERCENT = /%|\bpercent\b/i;
const OF_RESULTS = /\b(?:results?|found|measured|amount|conc(?:entration|\.)?|value)\b/i;
const OTHER_COLUMN = /\b(?:l?lo[dq]|limits?|mrl|rl|rsd|recovery|uncertainty|error|claim|label|mg)\b|±/i;
/** Points between a label and the figure above or below it. */
const COLUMN = 40;
/** Percentage points by which two statements of one figure may differ. */
const ROUNDING = 0.051;
/** Points above a row in which the heading of its column is searched. */
const TABLE = 700;

/** Total THC or CBD in percent by weight; null when the certificate's statements differ. */
export function readPotency(pages: readonly Page[], name: 'thc' | 'cbd'): number | null {
  const figures = pages.flatMap((page) => page.flatMap((cell) => figureOf(page, cell, name) ?? []));
  const agreed = unanimous(figures, areClose);
  return agreed !== null && agreed <= 100 ? agreed : null;
}

function areClose(one: number, other: number): boolean {
  return Math.abs(one - other) <= ROUNDING;
}

function figureOf(page: Page, cell: Cell, name: 'thc' | 'cbd'): number | null {
  const before = BEFORE[name].exec(cell.text);
  if (before) return Number(before[1]);
  const rest = restOf(page, cell, name);
  if (rest === undefined) return null;
  const [, unit = '', value = ''] = /^(\( ?% ?\)|%(?= |:|$))? ?[:=]? ?(.*)/.exec(rest) ?? [];
  if (value !== '') return percentIn(value) ?? (unit && NUMBER.test(value) ? Number(value) : null);
  const row = rightOf(page, cell);
  const [first] = row;
  if (first && !isWhole(page, first, cell)) return null;
  if (unit) return first && NUMBER.test(first.text) ? Number(first.text) : percentIn(first?.text ?? '');
  return percentIn(first?.text ?? '') ?? ofTable(page, row, cell) ?? inItsColumn(page, cell);
}

/** What follows the label; undefined for any other cell. The label may have two lines: "TOTAL", "THC". */
function restOf(page: Page, cell: Cell, name: 'thc' | 'cbd'): string | undefined {
  for (const label of LABELS[name]) {
    const rest = label.exec(cell.text)?.[1];
    if (rest !== undefined) return FORMULA.test(rest) ? '' : rest;
  }
  const isSecondLine =
    ALONE[name].test(cell.text) && /^total$/i.test(nextLine(page, cell, 'above')?.text ?? '');
  return isSecondLine ? '' : undefined;
}

/** False where a number goes on in the line above or below: "22." and "57%". */
function isWhole(page: Page, cell: Cell, label?: Cell): boolean {
  const [above, below] = (['above', 'below'] as const).map((side) => nextLine(page, cell, side, label)?.text);
  const goesOn = below !== undefined && /^\d{0,3}\.?\d{0,6} ?%?$/.test(below);
  return !(above && /[\d.]$/.test(above)) && (cell.text.includes('%') || !goesOn);
}

function percentIn(text: string): number | null {
  const found = PERCENT.exec(text) ?? IN_PARENTHESES.exec(text);
  return found ? Number(found[1]) : null;
}

/** The figure of a table's row: under a heading with percent, or a tenth of that in mg/g. Null when these differ. */
function ofTable(page: Page, row: readonly Cell[], label: Cell): number | null {
  const end = row.findIndex(({ text }) => /[a-z]{4}/i.test(text) && !NO_NUMBER.test(text));
  const cells = row.slice(0, end === -1 ? undefined : end);
  if (cells.some((cell) => NUMBER.test(cell.text) && !isWhole(page, cell, label))) return null;
  const headed = cells.filter((cell) => NUMBER.test(cell.text) && isInPercent(page, cell));
  headed.push(...besideUnit(page, cells));
  const tenths = tenth(cells.map(({ text }) => text));
  const figures = [...headed.map(({ text }) => Number(text)), ...(tenths === null ? [] : [tenths])];
  return unanimous(figures, areClose);
}

function isInPercent(page: Page, cell: Cell): boolean {
  const heading = headingOf(page, cell);
  return IN_PERCENT.test(heading) && !OTHER_COLUMN.test(heading);
}

/** The only number before a unit that has a column of its own, under a heading of results. */
function besideUnit(page: Page, cells: readonly Cell[]): Cell[] {
  const numbers = cells
    .slice(
      0,
      Math.max(
        0,
        cells.findIndex(({ text }) => text === '%'),
      ),
    )
    .filter(({ text }) => NUMBER.test(text));
  return numbers.length === 1
    ? numbers.filter((cell) => {
        const heading = headingOf(page, cell);
        return OF_RESULTS.test(heading) && !OTHER_COLUMN.test(heading);
      })
    : [];
}

/** What a table's column is called, in one line or two. */
function headingOf(page: Page, cell: Cell): string {
  const heading = cellsBetween(page, cell.y - TABLE, cell.y - cell.size / 2).findLast(
    (other) => overlaps(other, cell) && !NO_NUMBER.test(other.text),
  );
  return heading ? `${nextLine(page, heading, 'above')?.text ?? ''} ${heading.text}` : '';
}

/**
 * The figure in percent of a row that gives it in mg/g too, which is ten times as much and its largest number: of any
 * order of columns, and without trusting a heading. Null when the row allows two readings.
 */
function tenth(row: readonly string[]): number | null {
  const numbers = row.flatMap((text) => text.split(' ')).filter((text) => NUMBER.test(text));
  const largest = Math.max(...numbers.map(Number));
  const figures = numbers.filter((text) =>
    numbers.some((other) => {
      if (Number(other) < largest) return false;
      const rounding = 10 * halfUnit(text) + halfUnit(other) + 1e-9;
      return Number(text) > 0 && Math.abs(Number(other) - 10 * Number(text)) <= rounding;
    }),
  );
  return unanimous(figures.map(Number));
}

/** Half of a number's last digit. */
function halfUnit(text: string): number {
  return 10 ** -(text.split('.')[1]?.length ?? 0) / 2;
}

/** The percentage right above or below a label that stands alone; null when both are there. */
function inItsColumn(page: Page, cell: Cell): number | null {
  const found = (['below', 'above'] as const).flatMap((direction) => {
    const figure = inColumn(page, cell, direction, COLUMN);
    return figure && isWhole(page, figure) ? (percentIn(figure.text) ?? []) : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}
