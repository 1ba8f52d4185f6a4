import type { Cell } from '../../../platform/pdf/text';
import { labeled } from './labeled';
import { inColumn, lineOf, type Page, unanimous } from './layout';

const LABELED =
  /^(?:(?:testing\s*)?laboratory|lab(?:oratory)?\s*name|lab|(?:analy[sz]ed|analysis|tested)\s*by)\s*:?\s*(.*)$/i;
const WORD =
  '(?:Labs?|LABS?|Laborator(?:y|ies)|LABORATOR(?:Y|IES)|Analytics|ANALYTICS|Analytical|Scientific|SCIENTIFIC)';
const NAME = String.raw`(?:[\p{Lu}\d][\p{L}\d&'’.-]*\s+){1,3}${WORD}(?:\s+Works)?(?![\p{L}\d])`;
/** The clause that ISO/IEC 17025 asks for: a report isn't reproduced in part without the laboratory's approval. */
const CLAUSE = new RegExp(
  String.raw`(?:approval|permission|consent|authorization),?\s+(?:of|from|by)\s+(?:the\s+)?(${NAME})`,
  'gu',
);
const ANYWHERE = new RegExp(String.raw`(?<![\p{L}\d&'’.-])(${NAME})`, 'gu');
const ORGANIZATION =
  /\b(?:labs?|laborator(?:y|ies)|analytics|analytical|scientific|testing|research|industries|llc|inc)\b/i;
const NO_NAME =
  /\b(?:accredited|independent|director|manager|sample|quality|compliance|client|report|certificate|this|the|by|of|and|license)\b/i;
const DOMAIN = /(?:@|www\.|https?:\/\/|^|\s)(?:[a-z0-9-]+\.)*([a-z0-9-]{3,})\.(?:com|co|net|org|io|us)\b/gi;
/** Above or before the name of a business that is not the laboratory. */
const CLIENT =
  /\b(?:client|customer|distributor|cultivator|manufacturer|producer|grower|processor|licensee|submitted|prepared\s+for|tested\s+for|ship\s+to|sold\s+to)\b/i;
const GOODS = /\b(?:brand|product|sample|strain|description|name)\b/i;
/** Characters of a cell that may be a heading or a label; the rest is prose. */
const HEADING = 40;
/** Points above a cell in which a heading is still its own. */
const UNDER = 90;

/**
 * The laboratory's name: as labeled, as the clause on reproduction names it, or a name of a laboratory that has a website
 * on the certificate. Null when two are named, since a client may be a laboratory too.
 */
export function readLab(pages: readonly Page[]): string | null {
  const stated = labeled(pages, LABELED, (text) => (ORGANIZATION.test(text) && isName(text) ? text : null));
  const text = pages.map((page) => page.map((cell) => cell.text).join(' ')).join(' ');
  const approving = namesIn(text, CLAUSE);
  const own = pages.flatMap((page) => page.filter((cell) => !isOfClient(page, cell)));
  const sites = domainsIn(own);
  const withSite = own
    .flatMap((cell) => namesIn(cell.text, ANYWHERE))
    .filter((name) => sites.some((site) => isSiteOf(site, name)));
  return unanimous([...stated, ...withSite, ...approving], sameLab);
}

/** The same laboratory, whether it calls itself lab, labs or laboratories, and with or without its legal form. */
export function sameLab(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const within = (few: string[], many: string[]) =>
    few.length > 0 && few.every((word) => many.includes(word));
  return a.join('') === b.join('') || within(a, b) || within(b, a);
}

function wordsOf(name: string): string[] {
  return (name.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).filter(
    (word) => !/^(?:labs?|laborator(?:y|ies)|llc|inc|the|corp|co)$/.test(word),
  );
}

function isName(text: string): boolean {
  return (
    /^[\p{L}\d][\p{L}\d&'’., -]{2,60}$/u.test(text) && text.split(' ').length <= 6 && !NO_NAME.test(text)
  );
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name.replaceAll(/\s+/g, ' ')).filter(isName);
}

/** True where the cell, one before it on its line, or a heading of its column speaks of another business. */
function isOfClient(page: Page, cell: Cell): boolean {
  const before = lineOf(page, cell).filter(({ x }) => x <= cell.x);
  const labels = before.map(({ text }) => text.slice(0, HEADING));
  if (labels.some((label) => CLIENT.test(label) || GOODS.test(label))) return true;
  for (let above = inColumn(page, cell, 'above', UNDER); above && cell.y - above.y <= UNDER; ) {
    if (CLIENT.test(above.text.slice(0, HEADING))) return true;
    above = inColumn(page, above, 'above', UNDER);
  }
  return false;
}

function domainsIn(cells: readonly Cell[]): string[] {
  const sites = cells.flatMap(({ text }) => [...text.matchAll(DOMAIN)]);
  return [...new Set(sites.map(([, site = '']) => site.toLowerCase().replaceAll('-', '')))];
}

function isSiteOf(site: string, name: string): boolean {
  const [distinctive = ''] = wordsOf(name);
  const joined = [wordsOf(name).join(''), name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')];
  return /^\p{L}./u.test(distinctive) && joined.some((words) => site.startsWith(words));
}
