import type { Cell } from '../../../platform/pdf/text';
import { inColumn, lineOf, type Page, rightOf } from './layout';

const OVERALL =
  /^(?:.*[;|/]\s*)?(?:overall(?:\s*(?:batch|sample|test))?(?:\s*(?:results?|status))?|(?:final|batch|sample|test)\s*(?:result|status)|summary|(?:result|status|batch)(?=\s*:))\s*:?(.*)$/i;
const PASSED = /^\W*pass(?:ed|es)?\W*$/i;
const FAILED = /^\W*fail(?:ed|s|ure)?\W*$/i;
/** A failure in other words than a verdict's: "Failed: 2 analytes". Not the heading of a column, a legend or prose. */
const FAILURE = /^(?!.*\b(?:pass|not?)\b).{0,40}\bfail(?:ed|s|ure)?\b.{0,20}$/i;
/** Groups of tests that states require of a batch: what has passed three of them was tested as a whole. */
const GROUPS = [
  /pesticid|chemical\s*residue/i,
  /microb|coliform|yeast|salmonella|pathogen/i,
  /mycotoxin|aflatoxin/i,
  /metal|arsenic|cadmium/i,
  /solvent/i,
  /foreign|filth/i,
  /water\s*activity|moisture/i,
];
const GROUPS_OF_A_BATCH = 3;
/** Points between a verdict and the name of its test above or below. */
const NAMED_WITHIN = 60;

type Verdict = 'passed' | 'failed';

/**
 * The overall result: as stated, or because tests of at least three groups passed. Null when a
 * failed test contradicts it, or when the document was not read to its end.
 */
export function readResult(pages: readonly Page[], complete: boolean): Verdict | null {
  const failed = pages.some((page) => page.some(({ text }) => FAILURE.test(text)));
  const stated = pages.flatMap((page) => page.flatMap((cell) => statedBy(page, cell) ?? []));
  if (stated.includes('failed')) return stated.includes('passed') ? null : 'failed';
  if (failed || !complete) return null;
  if (stated.length > 0) return 'passed';
  const groups = new Set(pages.flatMap((page) => page.flatMap((cell) => groupsPassed(page, cell))));
  return groups.size >= GROUPS_OF_A_BATCH ? 'passed' : null;
}

function statedBy(page: Page, cell: Cell): Verdict | null {
  const rest = OVERALL.exec(cell.text)?.[1]?.trim();
  if (rest === undefined) return null;
  if (rest !== '') return verdictOf(rest);
  const right = rightOf(page, cell)[0];
  const below = /^overall/i.test(cell.text) ? inColumn(page, cell, 'below', cell.size * 2) : null;
  return verdictOf(right?.text ?? '') ?? verdictOf(below?.text ?? '');
}

/** The groups of a test that passed: its verdict is a cell of its own, or follows its name. */
function groupsPassed(page: Page, cell: Cell): number[] {
  if (verdictOf(/:([^:]*)$/.exec(cell.text)?.[1] ?? cell.text) !== 'passed') return [];
  const before = lineOf(page, cell).filter(({ x }) => x <= cell.x);
  const near = (['above', 'below'] as const).map((side) => inColumn(page, cell, side, NAMED_WITHIN));
  const texts = [...before, ...near].map((one) => one?.text ?? '');
  return GROUPS.flatMap((group, i) => (texts.some((text) => group.test(text)) ? [i] : []));
}

function verdictOf(text: string): Verdict | null {
  if (PASSED.test(text)) return 'passed';
  return FAILED.test(text) ? 'failed' : null;
}
