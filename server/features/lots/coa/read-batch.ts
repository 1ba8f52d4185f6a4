import type { Cell } from '../../../platform/pdf/text';
import { labeled } from './labeled';
import { inColumn, lineOf, type Page, unanimous } from './layout';

/** A lot is a batch where no batch is named; further pages list those of reagents. */
const LOT = /^lot\s*(?:#|no\b\.?|num(?:ber)?\b|id\b|:)\s*[:#]?(.*)$/i;
/** The most specific labels first: the first that is on the certificate decides, even when its value is blank. */
const LABELS = [
  /^(?:(?:client|sample|product|production|prod|metrc)\s+batch|.*\bbatch client)\s*(?:#|no\b\.?|number\b|id\b)\s*:?(.*)$/i,
  /^(?:.*[;|]\s*)?batch\s*(?:#|no\b\.?|num(?:ber)?\b|id\b)\s*[:#]?(.*)$/i,
  /^(?:.*[;|]\s*)?batch\s*:(.*)$/i,
  /^source\s+batch\s*(?:#|no\b\.?|number\b|id\b)\s*:?(.*)$/i,
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
const HYPHENATED = /[-/]$/;

/** The batch number as printed. */
export function readBatchId(pages: readonly Page[]): string | null {
  const own = pages.map((page) =>
    without(
      page,
      page.filter(({ text }) => ANALYTICAL.test(text)).flatMap((cell) => lineOf(page, cell)),
    ),
  );
  const label = LABELS.find((pattern) => own.some((page) => page.some(({ text }) => pattern.test(text))));
  const searched = label === LOT ? own.slice(0, 1) : own;
  const values = label ? labeled(searched, label, batchIdOf) : own.flatMap(belowHeading);
  return unanimous(values, sameBatch);
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

/** In a table with the column "Batch"; a long number continues on the next line. */
function belowHeading(page: Page): string[] {
  return page
    .filter(({ text }) => /^batch$/i.test(text))
    .flatMap((heading) => {
      const value = inColumn(page, heading, 'below', heading.size * 6);
      if (!value) return [];
      const more = HYPHENATED.test(value.text) ? inColumn(page, value, 'below', value.size * 4) : null;
      return batchIdOf(value.text + (more?.text ?? '')) ?? [];
    });
}

/** Null for another label or its value, a quantity, a verdict, and a number that goes on somewhere else. */
function batchIdOf(text: string): string | null {
  const [value = ''] = text.split(/\s*[;|]\s*/);
  const isQuantity = /^[\d.,]+\s*(?:g|grams?|kg|mg|lbs?|lb|oz|units?)\b/i.test(value);
  if (value.length < 2 || value.length > LONGEST || isQuantity || HYPHENATED.test(value)) return null;
  if (OTHER_VALUE.test(value) || (/\s/.test(value) && OTHER_LABEL.test(value))) return null;
  return /\d/.test(value) && /^[\w#][\w .,/()#+-]*$/.test(value) && !/[#:]\s/.test(value) ? value : null;
}
