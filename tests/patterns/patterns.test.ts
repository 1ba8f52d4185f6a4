import { setImmediate as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Attack, attacksOn, textOf } from '../setup/attack-strings';
import { IS_FULL } from '../setup/full';
import { type Pattern, patternsOfCode } from '../setup/patterns';

const patterns = await patternsOfCode();

/** Characters: of 64 KiB and twice as much, or an eighth in a short run. */
const LENGTH = IS_FULL ? 65_536 : 8_192;
const MAX_RATIO = 3;
/** Below, a measurement says nothing about a ratio. */
const TELLING_MS = IS_FULL ? 8 : 4;
/** Lengths by which a pattern that is worse than quadratic shows, before it takes for ever. */
const FIRST_LENGTHS = [16, 20, 22, 24, 26, 28, 32, 256, 2_048];
const FIRST_MS = 100;

/** Milliseconds of finding every match of a text; the shortest of so many times. */
function time(pattern: RegExp, text: string, times = 1): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    text.replaceAll(pattern, '');
    shortest = Math.min(shortest, performance.now() - began);
  }
  return shortest;
}

/** Time of twice the length by that of the length; 1 when neither takes long. */
function growth(pattern: RegExp, attack: Attack): number {
  for (const length of FIRST_LENGTHS) {
    if (
      time(pattern, textOf(attack, length)) > FIRST_MS &&
      time(pattern, textOf(attack, length), 3) > FIRST_MS
    )
      return Number.POSITIVE_INFINITY;
  }
  const [once, twice] = [textOf(attack, LENGTH), textOf(attack, 2 * LENGTH)];
  if (time(pattern, twice) < TELLING_MS || time(pattern, twice, 5) < TELLING_MS) return 1;
  return time(pattern, twice, 5) / time(pattern, once, 5);
}

const nameOf = ({ source, flags, at }: Pattern) => `/${source}/${flags} of ${at}`;

function isSuperLinear(pattern: Pattern, attacks: readonly Attack[]): string[] {
  const every = new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`);
  const worst = attacks.find(
    (attack) => growth(every, attack) >= MAX_RATIO && growth(every, attack) >= MAX_RATIO,
  );
  return worst ? [`${nameOf(pattern)}: ${JSON.stringify(worst)}`] : [];
}

test('finds the patterns of the code, those built from text too', () => {
  expect(patterns.length).toBeGreaterThan(200);
  const sources = patterns.map(({ source }) => source);
  expect(sources.some((source) => source.includes('Laborator(?:y|ies)'))).toBe(true);
  expect(sources.some((source) => source.startsWith('^[0-9a-fA-F]{8}'))).toBe(true);
});

test('tells a super-linear pattern from a linear one', () => {
  const pattern = (source: string) => ({ source, flags: '', at: 'here' });
  const judged = (source: string) => isSuperLinear(pattern(source), attacksOn(pattern(source), IS_FULL));
  for (const source of ['\\s+$', '^(?:\\w+\\.?)+$', '^\\d*[.,]?\\d+%$', '"[^;]*;']) {
    expect(judged(source), source).toHaveLength(1);
  }
  for (const source of ['^\\d+(?:[.,]\\d+)?%$', '(?<!\\s)\\s+$']) expect(judged(source), source).toEqual([]);
});

test(`takes less than ${MAX_RATIO} times as long for twice the text`, { timeout: 1_800_000 }, async () => {
  const found: string[] = [];
  for (const pattern of patterns) {
    found.push(...isSuperLinear(pattern, attacksOn(pattern, IS_FULL)));
    await pause();
  }
  expect(found).toEqual([]);
});

test.runIf(IS_FULL)('has no pattern with a worst case', { timeout: 1_800_000 }, async () => {
  // The same verdicts on every machine: its other backends need a native program or Java.
  process.env.RECHECK_SYNC_BACKEND = 'pure';
  const { checkSync } = await import('recheck');
  const found: string[] = [];
  for (const pattern of patterns) {
    const verdict = checkSync(pattern.source, pattern.flags, { timeout: 120_000 });
    const attack = verdict.status === 'vulnerable' ? verdict.attack.pattern : '';
    if (verdict.status !== 'safe') found.push(`${nameOf(pattern)}: ${verdict.status} ${attack}`);
    await pause();
  }
  expect(found).toEqual([]);
});
