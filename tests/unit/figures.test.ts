import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FIGURES } from '../../scripts/figures/list.mjs';
import { tableOf } from '../../scripts/figures/table.mjs';

const figures = Object.entries(FIGURES as Record<string, { args?: string[]; byTests?: boolean }>);

test('all figures have what shows them, and each names tests that exist', () => {
  const numbers = figures.map(([number]) => Number(number));
  expect(numbers).toEqual(expect.arrayContaining(Array.from({ length: 43 }, (_, n) => n + 1)));
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).map((file) => `tests/${file}`);
  const missing = figures.flatMap(([number, { args = [], byTests }]) =>
    byTests
      ? args
          .slice(1)
          .filter((path) => !files.some((file) => file.includes(path)))
          .map((path) => `${number}: ${path}`)
      : [],
  );
  expect(missing).toEqual([]);
});

test('what was not measured is no figure that holds, and says why', () => {
  const at = '2026-11-26T12:00:00.000Z';
  const table = tableOf(
    {
      2: { outcome: 'not measured', why: 'skipped here', seconds: 0, at },
      1: { outcome: 'holds', why: '', seconds: 12, at },
    },
    { version: '1.0.0', commit: 'abc', machine: '2 cores' },
  );
  expect(table).toContain('1 hold, 0 fail, 1 were not measured');
  expect(table.split('\n').slice(-3, -1)).toEqual([
    expect.stringMatching(/^\| 1 \|.*\| holds \| 12 s \| 2026-11-26T12:00Z \|$/),
    expect.stringMatching(/^\| 2 \|.*\| not measured: skipped here \| {2}\|/),
  ]);
});
