import type { Cell } from '../../../platform/pdf/text';
import { inColumn, lineOf, type Page, rightOf } from './layout';

const OVERALL =
  /^(?:overall(?: (?:batch|sample|test|compliance))?(?: (?:results?|status))?|(?:final|batch|sample|test|compliance|regulatory)(?: test)? (?:results?|status)|summary|batch$|(?:result|status|batch|disposition|pass ?\/ ?fail)(?= ?:)) ?:? ?(.*)/i;
const PASSED = /^\W*pass(?:ed|es)?\W*$/i;
const FAILED = /^\W*fail(?:ed|s|ure)?\W*$/i;
/** "Pesticides PASS" and "Pesticides: PASS". */
const NAMED = /^(.{2,60}?) ?[ :–-] ?(pass(?:ed)?|fail(?:ed)?)$/i;
const NOT_PASSED = /^\W*(?:did |does )?not pass(?:ed)?\W*$|^.{0,20}\bnon-?compliant\W*$/i;
const LEGEND = /^\W*(?:pass(?:ed)?|fail(?:ed)?|(?:not )?tested|nt|n\/a|legend|key)\W*$/i;
/** A failure in other words than a verdict's: "Failed: 2 analytes". Not the heading of a column, a legend or prose. */
const FAILURE = /^(?!.*(?:\b(?:pass|not?|limits?|rule|criteria)\b|=)).{0,40}\bfail(?:ed|s|ure)?\b.{0,20}$/i;
/** Groups of tests that states require of a batch, each with analytes that rows of its table have. */
const GROUPS = [
  /pesticid|chemical residue|abamectin|acephate|bifenazate|imidacloprid|myclobutanil|spinosad/i,
  /microb|coliform|yeast|salmonella|pathogen|\bstec\b|aspergillus/i,
  /mycotoxin|aflatoxin|ochratoxin/i,
  /metal|arsenic|cadmium|mercury/i,
  /solvent|butane|heptane|toluene/i,
  /foreign|filth/i,
  /water activity|moisture/i,
];
/** So many groups, all passed, are the result of a batch. */
const GROUPS_OF_A_BATCH = 2;
/** Points between a verdict and the name of its test above or below. */
const NAMED_WITHIN = 60;

type Verdict = 'passed' | 'failed';

/**
 * The overall result: as stated, or because tests of at least two groups passed. Null when a
 * failed test contradicts it, or when the document was not read to its end.
 */
export function readResult(pages: readonly Page[], complete: boolean): Verdict | null {
  const failed = pages.some((page) => page.some((cell) => isFailure(cell.text) && !isInLegend(page, cell)));
  const stated = pages.flatMap((page) => page.flatMap((cell) => statedBy(page, cell) ?? []));
  if (stated.includes('failed')) return stated.includes('passed') ? null : 'failed';
  if (failed || !complete) return null;
  if (stated.length > 0) return 'passed';
  const groups = new Set(pages.flatMap((page) => page.flatMap((cell) => groupsPassed(page, cell))));
  return groups.size >= GROUPS_OF_A_BATCH ? 'passed' : null;
}

function isFailure(text: string): boolean {
  return FAILURE.test(text) || NOT_PASSED.test(text);
}

function statedBy(page: Page, cell: Cell): Verdict | null {
  for (const statement of cell.text.split(/ ?[;|] ?| ?\/\/ ?/)) {
    const rest = OVERALL.exec(statement)?.[1];
    if (rest === undefined) continue;
    if (rest !== '') return verdictOf(rest);
    const right = rightOf(page, cell)[0];
    const below = /^overall/i.test(statement) ? inColumn(page, cell, 'below', cell.size * 2) : null;
    return verdictOf(right?.text ?? '') ?? verdictOf(below?.text ?? '');
  }
  return null;
}

/** True for one of two or three different verdicts that stand alone: the key to a list, not the results of tests. */
function isInLegend(page: Page, cell: Cell): boolean {
  const line = lineOf(page, cell);
  const isKey = line.length <= 3 && new Set(line.map(({ text }) => text)).size === line.length;
  if (!isKey || !line.some(({ text }) => PASSED.test(text)) || !line.every(({ text }) => LEGEND.test(text)))
    return false;
  return !line.some((one) =>
    (['above', 'below'] as const).some((side) => inColumn(page, one, side, NAMED_WITHIN)),
  );
}

/** The groups of a test that passed: its verdict is a cell of its own, or follows its name. */
function groupsPassed(page: Page, cell: Cell): number[] {
  const [, name, verdict] = NAMED.exec(cell.text) ?? [];
  if (verdictOf(verdict ?? cell.text) !== 'passed') return [];
  const before = lineOf(page, cell).filter(({ x }) => x <= cell.x);
  const near = (['above', 'below'] as const).map((side) => inColumn(page, cell, side, NAMED_WITHIN));
  const texts = name === undefined ? [...before, ...near].map((one) => one?.text ?? '') : [name];
  return GROUPS.flatMap((group, i) => (texts.some((text) => group.test(text)) ? [i] : []));
}

function verdictOf(text: string): Verdict | null {
  if (PASSED.test(text)) return 'passed';
  return FAILED.test(text) ? 'failed' : null;
}
