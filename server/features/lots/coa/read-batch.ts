import type { Cell } from '../../../platform/pdf/text';
import { labeled, type Place, statementsOf } from './labeled';
import { lineOf, type Page, unanimous } from './layout';

const NUMBER = String.raw`(?:#|(?:no\b\.?|num(?:ber)?\b|id\b|code\b)(?:\(s\))?)`;
const LOT = new RegExp(
  `^(?:(?:harvest|production|process(?:ing)?|product|client|mfg|manufacturing) ?[/-]? ?)?(?:process ?)?lot ?(?:/ ?batch ?)?(?:${NUMBER} ?|(?=:))[:#]? ?(.*)`,
  'i',
);
/** The most specific labels first: the first that is on the certificate decides, even when its value is blank. */
const LABELS = [
  new RegExp(
    `^(?:client|customer|sample|product|production|prod|internal) ?batch ?(?:/ ?lot ?)?(?:${NUMBER} ?|(?=:))[:#]? ?(.*)`,
    'i',
  ),
  new RegExp(String.raw`\bbatch ?client ?${NUMBER} ?:? ?(.*)`, 'i'),
  new RegExp(
    `^(?:batch ?(?:${NUMBER} ?)?(?:/|or|&) ?lot|lot ?/ ?batch|batch) ?(?:${NUMBER} ?|(?=:))[:#]? ?(.*)`,
    'i',
  ),
  new RegExp(
    `^(?:source|harvest|metrc|retail|package|manufacturing) ?batch ?(?:${NUMBER} ?|(?=:))[:#]? ?(.*)`,
    'i',
  ),
  LOT,
];
/** On a line with these, a batch is one of the laboratory's own. */
const ANALYTICAL =
  /\b(?:analy[sz]ed|analyst|analytical|prepared|prepped|prep|extracted|reviewed|instrument|sequence|worklist)\b/i;
/** What is beside or below a label whose own value is blank. */
const OTHER_VALUE =
  /-LIC\b|^\D{0,4}\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}\b|\s(?:st|street|ave|avenue|blvd|rd|road|dr|drive|suite|ste|unit|way)\b/i;
const OTHER_LABEL =
  /\b(?:sample|id|no|date|time|size|license|lic|received|collected|sampled|completed|tested|lab|laboratory|order|report|strain|matrix|type|weight|mass|address|phone|page|metrc|harvest|source|method|client|name|total|test)\b/i;
const LONGEST = 60;
const UNFINISHED = /[-/]$/;
/** A line that looks like a piece of a number. */
const PIECE = /^(?=.{0,60}\d)\S{1,60}$|^[-_/.A-Z\d][A-Z\d ._/#-]{0,60}$/;
/** The heading of a table's column. */
const HEADING = /^(?:batch|lot)()$/i;
/** How far below its heading the first row of a table may be, in font sizes. */
const FIRST_ROW = 6;

/** The batch number as printed. */
export function readBatchId(pages: readonly Page[]): string | null {
  const searched = pages.map(own);
  const label = LABELS.find((pattern) => searched.some((page) => page.some((cell) => isIn(cell, pattern))));
  const reader = { parse: batchIdOf, goesOn };
  const values = label
    ? // Further pages list the lots of reagents.
      labeled(label === LOT ? searched.slice(0, 1) : searched, { ...reader, label })
    : labeled(searched, { ...reader, label: HEADING, below: FIRST_ROW });
  return unanimous(values, sameBatch);
}

/** Labels of which each names one batch of a product. */
export const BATCH_LABELS: readonly RegExp[] = LABELS.filter((label) => label !== LOT);

/** The numbers of a label on a page. */
export function batchIdsOf(page: Page, label: RegExp): string[] {
  return labeled([own(page)], { parse: batchIdOf, goesOn, label });
}

/** A page without the lines of the laboratory's own batches. */
function own(page: Page): Page {
  return without(
    page,
    page.filter(({ text }) => ANALYTICAL.test(text)).flatMap((cell) => lineOf(page, cell)),
  );
}

function isIn({ text }: Cell, label: RegExp): boolean {
  return statementsOf(text).some((statement) => label.test(statement));
}

function without(page: Page, cells: readonly Cell[]): Page {
  const left = new Set(cells);
  return page.filter((cell) => !left.has(cell));
}

/** The same batch, whatever the case and the spaces. */
export function sameBatch(one: string, other: string): boolean {
  const plain = (text: string) => text.replaceAll(/\s+/g, '').toLowerCase();
  return plain(one) === plain(other);
}

/** In a cell of its own, all lines are the number's; after a label, those that look like a piece of one. */
function goesOn(first: string, next: string, place: Place): boolean {
  if (UNFINISHED.test(first) || PIECE.test(next)) return true;
  if (place === 'inside') return false;
  return place === 'right' || /\d/.test(next) || !OTHER_LABEL.test(next);
}

/** "A1" of "A1 Sample ID: 2". */
function withoutNextStatement(text: string): string {
  const words = text.split(' ');
  let start = words.findIndex((word, i) => i > 0 && /^(?:\p{L}{1,20}#?|#)?:/u.test(word));
  if (start === -1) return text;
  for (let label = 0; label < 2 && start > 1 && /^\p{L}{1,20}$/u.test(words[start - 1] ?? ''); label++)
    start--;
  return words.slice(0, start).join(' ');
}

/** Null for another label or its value, a quantity, a verdict, and a number that goes on somewhere else. */
function batchIdOf(text: string): string | null {
  const value = withoutNextStatement(text);
  const isQuantity = /^[\d.,]+\s*(?:g|grams?|kg|mg|lbs?|lb|oz|units?)\b/i.test(value);
  if (value.length < 2 || value.length > LONGEST || isQuantity || UNFINISHED.test(value)) return null;
  if (OTHER_VALUE.test(value) || (/\s/.test(value) && OTHER_LABEL.test(value))) return null;
  return /\d/.test(value) && /^[\w#][\w .,/()#+&'’-]*$/.test(value) && !/[#:]\s/.test(value) ? value : null;
}
