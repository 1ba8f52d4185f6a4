import { setImmediate as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Attack, attacksOn, textOf } from '../setup/attack-strings';
import { IS_FULL, IS_SHORT } from '../setup/full';
import { type Pattern, patternsOfCode } from '../setup/patterns';

const patterns = await patternsOfCode();

/** Characters: of 64 KiB and twice as much, or an eighth in a short run. */
const SHORT = 8_192;
const LENGTH = IS_FULL ? 65_536 : SHORT;
const MAX_RATIO = 3;
/** Below, a measurement says nothing about a ratio. */
const TELLING_MS = 4;
/** Lengths by which a pattern that is worse than quadratic shows, before it takes for ever. */
const FIRST_LENGTHS = [20, 22, 24, 26, 28, 32, 256, 2_048];
const FIRST_MS = 100;

/**
 * Milliseconds on a processor of finding every match of a text, which a busy machine doesn't lengthen; the shortest of
 * several times when it doesn't take long.
 */
function time(pattern: RegExp, text: string): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 5 && shortest > TELLING_MS; n++) {
    const began = process.cpuUsage();
    text.replaceAll(pattern, '');
    shortest = Math.min(shortest, process.cpuUsage(began).user / 1_000);
    if (shortest > FIRST_MS) break;
  }
  return shortest;
}

/** Time of twice the length by that of the length; 1 when neither takes long. */
function growth(pattern: RegExp, attack: Attack, length: number): number {
  for (const first of FIRST_LENGTHS) {
    if (time(pattern, textOf(attack, first)) > FIRST_MS) return Number.POSITIVE_INFINITY;
  }
  const twice = time(pattern, textOf(attack, 2 * length));
  return twice < TELLING_MS ? 1 : twice / time(pattern, textOf(attack, length));
}

/** The busy machine may slow one of both measurements down: of thousands, three in a row were slowed once. */
const grows = (pattern: RegExp, attack: Attack, length: number) =>
  Array.from({ length: 6 }).every(() => growth(pattern, attack, length) >= MAX_RATIO);

const nameOf = ({ source, flags, at }: Pattern) => `/${source}/${flags} of ${at}`;

function isSuperLinear(pattern: Pattern, attacks: readonly Attack[], length = LENGTH): string[] {
  const every = new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`);
  const worst = attacks.find((attack) => grows(every, attack, length));
  return worst ? [`${nameOf(pattern)}: ${JSON.stringify(worst)}`] : [];
}

test('finds the patterns of the code, those built from text too', () => {
  expect(patterns.length).toBeGreaterThan(200);
  const sources = patterns.map(({ source }) => source);
  expect(sources.some((source) => source.includes('Laborator(?:y|ies)'))).toBe(true);
  expect(sources.some((source) => source.startsWith('^[0-9a-fA-F]{8}'))).toBe(true);
});

test.skipIf(IS_SHORT)('tells a super-linear pattern from a linear one', () => {
  const pattern = (source: string) => ({ source, flags: '', at: 'here' });
  const judged = (source: string) => isSuperLinear(pattern(source), attacksOn(pattern(source), false), SHORT);
  for (const source of ['\\s+$', '^(?:\\w+\\.?)+$']) {
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
    if (verdict.status === 'unknown') found.push(`${nameOf(pattern)}: unknown`);
    if (verdict.status !== 'vulnerable') continue;
    // Its automaton proves a worst case. Its search counts steps, of which alternatives and bounded repetitions have many.
    const isProven = verdict.checker === 'automaton';
    if (isProven || isSuperLinear(pattern, [verdict.attack]).length > 0)
      found.push(`${nameOf(pattern)}: ${verdict.complexity.summary} ${verdict.attack.pattern}`);
    await pause();
  }
  expect(found).toEqual([]);
});
