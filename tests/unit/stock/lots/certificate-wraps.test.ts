import { expect, test } from 'vitest';
import type { Extracted } from '../../../../server/features/lots/coa/schema';
import type { Cell } from '../../../../server/platform/pdf/text';
import { pageOf, type Row, readPages } from '../../../factories/certificate';

const VALUES = {
  batch_id: 'SCC2110-4-PR-D',
  sampled_on: '09/15/2026',
  thc_percentage: '22.57%',
} as const;
const READ: Record<keyof typeof VALUES, Extracted[keyof typeof VALUES]> = {
  batch_id: 'SCC2110-4-PR-D',
  sampled_on: '2026-09-15',
  thc_percentage: 22.57,
};
const { batch_id, sampled_on, thc_percentage } = VALUES;

const LAYOUTS: Record<string, Row[]> = {
  'labels beside their values': [
    [
      [50, 'Batch #'],
      [180, batch_id],
    ],
    [
      [50, 'Date Collected'],
      [180, sampled_on],
    ],
    [
      [50, 'Total THC'],
      [180, thc_percentage],
    ],
  ],
  'statements in one cell': [
    [[50, `Batch #: ${batch_id}; Size: 5 g`]],
    [[50, `Collected: ${sampled_on}; Received: 09/16/2026`]],
    [[50, `Total THC: ${thc_percentage}`]],
  ],
  'labels above their values': [
    [
      [50, 'BATCH ID'],
      [180, 'DATE COLLECTED'],
      [320, 'TOTAL THC'],
    ],
    [
      [50, batch_id],
      [180, sampled_on],
      [320, thc_percentage],
    ],
  ],
};

/** Breaks a cell in two lines, aligned on the left (0), in the middle (0.5) or on the right (1). */
function wrap(page: Cell[], value: string, cut: number, align: number): Cell[] {
  const leading = 12;
  const whole = page.find(({ text }) => text.includes(value));
  if (!whole) throw new Error(`The page has no ${value}`);
  const at = whole.text.indexOf(value) + cut;
  const lineOf = (text: string, y: number): Cell => {
    const width = text.length * 5;
    return { ...whole, text, width, y, x: whole.x + (whole.width - width) * align };
  };
  const others = page.filter((cell) => cell !== whole);
  return [
    ...others.map((cell) => (cell.y > whole.y ? { ...cell, y: cell.y + leading } : cell)),
    lineOf(whole.text.slice(0, at), whole.y),
    lineOf(whole.text.slice(at), whole.y + leading),
  ].sort((one, other) => one.y - other.y || one.x - other.x);
}

const fields = Object.keys(VALUES) as (keyof typeof VALUES)[];
const cases = Object.keys(LAYOUTS).flatMap((layout) => fields.map((field) => [field, layout] as const));

test.each(cases)('reads no %s in part, wherever it wraps: %s', (field, layout) => {
  const page = pageOf(LAYOUTS[layout] ?? [], 14);
  const value = VALUES[field];
  expect(readPages(page)[field]).toBe(READ[field]);
  for (const align of [0, 0.5, 1]) {
    for (let cut = 1; cut < value.length; cut++) {
      const read = readPages(wrap(page, value, cut, align))[field];
      expect([null, READ[field]], `${value} after ${cut} characters, aligned at ${align}`).toContain(read);
    }
  }
});
