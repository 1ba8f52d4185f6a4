import type { Cell } from '../../../platform/pdf/text';
import { labeled } from './labeled';
import { inColumn, lineOf, type Page, unanimous } from './layout';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** A date and the end of a period. */
const RANGE = /^[\w/,. -]{6,20}\d\s*(?:[–—]|\s-\s|\bto\b|\bthrough\b)\s*[a-z\d]/i;
const [EARLIEST, LATEST] = [2000, 2100];

const SAMPLED =
  /^(?:date(?: ?\/ ?time)? ?(?:collected|sampled|taken)|date ?of ?(?:sample )?(?:collection|sampling)|(?:sample ?)?(?:collection|sampling|sample|sampled) ?date(?: ?\/ ?time)?|(?:sample ?)?collected(?: ?on|, ?received)?|sampled(?: ?on)?)\b(?!.{0,20}\bby\b) ?:?(.*)/i;
const EXPIRES =
  /^(?:(?:coa )?(?:expiration|expiry|exp\.?) ?date|(?:coa )?expires(?: ?on)?|expiration|exp|best (?:by|before)|use by)\b ?[.:]?(.*)/i;
/** Whose expiration dates are not the certificate's. */
const OTHERS =
  /\b(?:licen[cs]e|lic|accredit(?:ed|ation)?|permit|registration|dea|iso|clia|reagents?|standards?|solutions?|consumables?|pipettes?|calibrat(?:ed|ion|or|ors))\b/i;

export function readSampledOn(pages: readonly Page[]): string | null {
  return unanimous(labeled(pages, { label: SAMPLED, parse: (text) => parseDate(text), goesOn }));
}

export function readExpiresOn(pages: readonly Page[]): string | null {
  const parse = (text: string, cell: Cell, page: Page) =>
    isOfLicense(text, cell, page) ? null : parseDate(text);
  return unanimous(labeled(pages, { label: EXPIRES, parse, goesOn }));
}

const COMPLETE = /\d{4}[-/]\d{2}[-/]\d{2}(?!\d)|[-/ ,]\d{4}(?!\d)/;

/** True where a date may end in the next line. */
function goesOn(first: string, next: string): boolean {
  return /[-/,]$/.test(first) || (!COMPLETE.test(first) && /^\d{1,4}(?![\d:/-])/.test(next));
}

/** True where the date is beside or below a license number, or after words of accreditation in its cell or statement. */
function isOfLicense(text: string, cell: Cell, page: Page): boolean {
  const above = inColumn(page, cell, 'above', cell.size * 2.6);
  const near = [...lineOf(page, cell).filter((other) => other !== cell), ...(above ? [above] : [])];
  // What follows behind a separator is a statement of its own: "Exp: 9/15/2026 | ISO 17025 Accredited".
  const said = cell.text.slice(0, Math.max(0, cell.text.indexOf(text)) + text.length);
  return OTHERS.test(said) || near.some(({ text }) => OTHERS.test(text) && /\d/.test(text));
}

/**
 * The date at the start of a text: 2026-01-31, 2026/1/31, 1/31/2026, 01/31/26, Jan 31, 2026 or 31 January 2026. Numbers are read in
 * the American order; a date that isn't possible in it is not read.
 */
export function parseDate(text: string): string | null {
  if (RANGE.test(text)) return null;
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(text);
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const american = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?![\d/-])/.exec(text);
  if (american) return dateOf(year(american[3]), Number(american[1]), Number(american[2]));
  const named = /^([a-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s*(\d{4})(?!\d)/i.exec(text);
  if (named) return dateOf(Number(named[3]), month(named[1]), Number(named[2]));
  const dayFirst = /^(\d{1,2})\s+([a-z]{3,9})\.?,?\s+(\d{4})(?!\d)/i.exec(text);
  if (dayFirst) return dateOf(Number(dayFirst[3]), month(dayFirst[2]), Number(dayFirst[1]));
  return null;
}

function year(text = ''): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function month(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function dateOf(fullYear: number, monthNumber: number, day: number): string | null {
  const date = new Date(Date.UTC(fullYear, monthNumber - 1, day));
  const real = date.getUTCMonth() === monthNumber - 1 && date.getUTCDate() === day;
  return real && fullYear >= EARLIEST && fullYear < LATEST ? date.toISOString().slice(0, 10) : null;
}
