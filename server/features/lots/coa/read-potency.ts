import type { Cell } from '../../../platform/pdf/text';
import { inColumn, type Page, rightOf, unanimous } from './layout';

const DELTA_9 = String.raw`(?:(?:[Δ∆]|d|delta)\s*-?\s*9\s*-?\s*)?`;
const labelOf = (name: string) =>
  new RegExp(
    String.raw`^tot(?:al)?\s*(?:(?:active|calculated|potential|available)\s*)?${DELTA_9}${name}(?![\w-])\s*\**(.*)$`,
    'i',
  );
const LABELS = { thc: labelOf('thc'), cbd: labelOf('cbd') };
const PERCENT = /^(\d{1,3}(?:\.\d+)?)\s*%/;
const IN_PARENTHESES = /\((\d{1,3}(?:\.\d+)?)\s*%\)/;
const NUMBER = /^\d+(?:\.\d+)?$/;
/** Points between a label and the figure above or below it. */
const COLUMN = 40;
/** Percentage points by which two statements of one figure may differ. */
const ROUNDING = 0.051;

/** Total THC or CBD in percent by weight; null when the certificate's statements differ. */
export function readPotency(pages: readonly Page[], name: 'thc' | 'cbd'): number | null {
  const figures = pages.flatMap((page) => page.flatMap((cell) => figureOf(page, cell, LABELS[name]) ?? []));
  const agreed = unanimous(figures, (one, other) => Math.abs(one - other) <= ROUNDING);
  return agreed !== null && agreed <= 100 ? agreed : null;
}

function figureOf(page: Page, cell: Cell, label: RegExp): number | null {
  const rest = label.exec(cell.text)?.[1];
  if (rest === undefined) return null;
  const [, unit = '', value = ''] = /^\s*(\(\s*%\s*\)|%(?=\s|:|$))?\s*:?\s*(.*)$/.exec(rest) ?? [];
  if (value !== '') return percentIn(value) ?? (unit && NUMBER.test(value) ? Number(value) : null);
  const row = rightOf(page, cell).map(({ text }) => text);
  if (unit) return row[0] && NUMBER.test(row[0]) ? Number(row[0]) : percentIn(row[0] ?? '');
  return percentIn(row[0] ?? '') ?? tenth(row) ?? inItsColumn(page, cell);
}

function percentIn(text: string): number | null {
  const found = PERCENT.exec(text) ?? IN_PARENTHESES.exec(text);
  return found ? Number(found[1]) : null;
}

/**
 * The figure in percent of a row that gives it in mg/g too, which is ten times as much and its largest number: of any
 * order of columns, and without trusting a heading. Null when the row allows two readings.
 */
function tenth(row: readonly string[]): number | null {
  const end = row.findIndex((text) => /[a-z]{4}/i.test(text));
  const numbers = row
    .slice(0, end === -1 ? undefined : end)
    .flatMap((text) => text.split(' '))
    .filter((text) => NUMBER.test(text));
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
    const text = inColumn(page, cell, direction, COLUMN)?.text ?? '';
    return /%$/.test(text) ? (percentIn(text) ?? []) : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}
