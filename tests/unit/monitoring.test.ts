import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { METRICS } from '../../server/platform/metrics/declared';
import { metricsText } from '../../server/platform/metrics/metrics';
import { alertsIn, shortenedRules } from '../setup/alert-rules';
import { seriesIn } from '../setup/series';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const DASHBOARD = read('deploy/monitoring/dashboard.json');
const RULES = read('deploy/monitoring/alerts.yml');
const OPERATIONS = read('docs/operations.md');

const exposed = new Set(
  [...(await metricsText(null)).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => String(name)),
);

test.each([
  ['the dashboard', DASHBOARD],
  ['the alerts', RULES],
])('every metric that %s names is exposed', (_, text) => {
  const names = seriesIn(text);
  expect(names.length).toBeGreaterThan(9);
  expect(names.filter((name) => !exposed.has(name.replace(/_(?:bucket|sum|count)$/, '')))).toEqual([]);
});

test('the dashboard shows every metric of ours, once it is filled', () => {
  const shown = new Set(seriesIn(DASHBOARD + RULES).map((name) => name.replace(/_bucket$/, '')));
  expect(
    Object.values(METRICS)
      .map(({ name }) => name)
      .filter((name) => !shown.has(name)),
  ).toEqual([]);
});

test('no label of a metric names a tenant, a member or an address', () => {
  const labels = new Set(Object.values(METRICS).flatMap(({ labels: own }) => [...own]));
  expect([...labels].sort()).toEqual([
    'job',
    'kind',
    'operation',
    'outcome',
    'queue',
    'rollup',
    'state',
    'status',
    'version',
  ]);
});

test('the operations page lists every metric as it is declared', () => {
  const rows = Object.values(METRICS).map(
    ({ name, kind, labels, help }) =>
      `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
  );
  expect(rows.filter((row) => !OPERATIONS.includes(row))).toEqual([]);
});

test('the operations page says what to do for every alert', () => {
  const told = [...OPERATIONS.matchAll(/^\| `(Tallyleaf\w+)` \| \S/gm)].map(([, name]) => String(name));
  expect(told).toEqual(alertsIn(RULES));
});

test('every alert fires in a test that causes it', () => {
  const folder = join(import.meta.dirname, '../integration/alerts');
  const tests = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const caused = tests.flatMap((text) => [...text.matchAll(/prometheus\.fires\('(\w+)'/g)]);
  expect(caused.map(([, name]) => name).sort()).toEqual(alertsIn(RULES).sort());
  // Whose thresholds the rules still have.
  expect(shortenedRules().groups.flatMap(({ rules }) => rules)).toHaveLength(caused.length);
});
