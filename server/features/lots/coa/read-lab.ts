import type { Cell } from '../../../platform/pdf/text';
import { labeled } from './labeled';
import { laboratoryNamed, laboratoryOfSite } from './laboratories';
import { cellsBetween, lineOf, type Page, sharesColumn, unanimous } from './layout';
import { paragraphsOf } from './paragraphs';

const LABELED =
  /^(?:(?:testing )?laboratory|lab(?:oratory)? ?name|lab|(?:analy[sz]ed|analysis|tested) by) ?:? ?(.*)/i;
const KIND =
  '(?:Labs?|LABS?|Labworks|LABWORKS|Laborator(?:y|ies)|LABORATOR(?:Y|IES)|Analytics|ANALYTICS|Analytical|Analytica|Scientific|SCIENTIFIC|Diagnostics|DIAGNOSTICS)';
const WORD = String.raw`[\p{Lu}\d][\p{L}\d&'’-]{0,40}(?:\.[\p{L}\d]{1,20})?`;
const NAME = String.raw`(?:(?:${WORD} ){1,3}${KIND}(?: Works)?|\p{Lu}[\p{L}\d]{2,30}Labs)(?![\p{L}\d]| (?:Director|Manager|Supervisor|Technician|Analyst|Quality|Accreditation|Information|I[Dd]|Sample|Batch|License|Number)\b)`;
const FORM = String.raw`,? (?:LLC|L\.L\.C|Inc|Corp|Ltd)\b`;
/** Any organization, where the sentence says that it is the laboratory. */
const ORGANIZATION = `(?:${WORD} ){0,4}${WORD}`;
const START = String.raw`(?<![\p{L}\d&'’.-])`;
/** What a report says of its laboratory: ISO/IEC 17025 asks for some of these sentences, and states for others. */
const SENTENCES = [
  String.raw`(?:approval|permission|consent|authorization),? (?:of|from|by) (?:the )?(${NAME}|${ORGANIZATION}(?=${FORM}|[.;,]| \p{Ll}))`,
  String.raw`has been tested by (${ORGANIZATION})(?:${FORM}\.?)? (?:using|with|in|for|at)\b`,
  String.raw`(?:©|\([cC]\)|[cC]opyright) ?(?:\d{4} )?(${NAME})`,
  `(?:[Dd]irector|DIRECTOR|[Mm]anager|MANAGER|[Cc]hemist|[Oo]fficer|[Pp]resident), (?:of )?(${NAME})`,
  `(?:(?:received|performed|conducted|analyzed) (?:by|at)|(?:supplied|submitted) to) (?:the )?(${NAME})`,
].map((pattern) => new RegExp(pattern, 'gu'));
/** What follows the laboratory's name in such sentences. */
const PREDICATES = [/ makes no (?:claim|warrant)/g, / is (?=[^.]{0,60}(?:laborator|lab\b|accredited))/g];
/** What follows it, where the name itself says that it is one. */
const PREDICATES_OF_NAMES = [
  / (?:and its agents|performs|cannot|assumes|certifies|warrants|attests|shall not|is not|does not|provides)\b/g,
];
const LEGAL_FORM = /,? (?:LLC|L\.L\.C|Inc|Corp|Ltd)\.?$/;
const NAME_WORD = new RegExp(`^${WORD}$`, 'u');
const NAME_WHOLE = new RegExp(`^${NAME}$`, 'u');
/** Words of a name, and characters before a predicate in which it is. */
const [NAME_WORDS, NAME_LENGTH] = [5, 120];
const ANYWHERE = new RegExp(`${START}(${NAME})`, 'gu');
const OF_LABORATORY =
  /\b(?:labs?|laborator(?:y|ies)|analytics|analytical|scientific|testing|diagnostics|research|industries|llc|inc)\b/i;
const NO_NAME =
  /\b(?:accredited|independent|director|manager|sample|quality|compliance|client|customer|report|certificate|this|these|the|by|of|and|any|all|license|bureau|department|commission|control|board|agency|authority|state|iso|iec|pjla|a2la|lims|perry johnson|anab|confident cannabis|tagleaf|metrc)\b/i;
const ANY_LABORATORY =
  /^(?:test(?:s|ing)?|analy(?:sis|tics|tical)|scientific|services?|company|management|group|facility|results?|methods?|products?|our|scope|data|we|it|each|only|analytes?|notes?|authorized|\d+)$/;
const DOMAIN =
  /(?:@|www\.|https?:\/\/|^|\s)(?:[a-z0-9-]{1,40}\.){0,3}([a-z0-9-]{3,40})\.(?:com|co|net|org|io|us)\b/gi;
/** Licenses that states give to laboratories alone: California, Florida, Oklahoma. */
const LICENSE = /\bC8-\d{7}-LIC\b|\bCMTL-\d{4}\b|\bLAAA-\w{4}-\w{4}\b/;
/** Above or before the name of a business that is not the laboratory. */
const CLIENT =
  /\b(?:client|customer|distributor|cultivator|manufacturer|producer|grower|processor|licensee|submitted|prepared\s+for|tested\s+for|ship\s+to|sold\s+to)\b/i;
const GOODS = /\b(?:brand|product|sample|strain|description|name)\b/i;
/** Characters of a cell that may be a heading or a label; the rest is prose. */
const HEADING = 40;
/** Points above a cell in which a heading is still its own. */
const UNDER = 90;

/**
 * The laboratory's name: as labeled, as a sentence of the report or a listed website says, else a name of a laboratory
 * with its website or license. Null when two are named, since a client may be a laboratory too.
 */
export function readLab(pages: readonly Page[]): string | null {
  const parse = (text: string) => (OF_LABORATORY.test(text) && isName(text) ? text : null);
  const stated = labeled(pages, { label: LABELED, parse, goesOn: () => false });
  const paragraphs = pages.flatMap((page) => paragraphsOf(page));
  const said = paragraphs.flatMap((lines) => {
    const text = lines.map((line) => line.text).join(' ');
    return [
      ...SENTENCES.flatMap((sentence) => namesIn(text, sentence)),
      ...PREDICATES.flatMap((predicate) => subjectsOf(text, predicate)),
      ...PREDICATES_OF_NAMES.flatMap((predicate) => subjectsOf(text, predicate)).filter((name) =>
        NAME_WHOLE.test(name),
      ),
    ];
  });
  const sites = pages.flatMap((page) => ofLaboratory(page, domainsIn));
  const listed = [
    ...sites.map((site) => laboratoryOfSite(site)),
    ...pages.flatMap((page) => ofLaboratory(page, listedIn)),
  ].filter((name) => name !== undefined);
  const certain = [...stated, ...said, ...listed];
  if (certain.length > 0) return unanimous(certain, sameLab);
  const withSite = pages
    .flatMap((page) => ofLaboratory(page, (text) => namesIn(text, ANYWHERE)))
    .filter((name) => sites.some((site) => isSiteOf(site, name)));
  const licensed = paragraphs
    .filter((lines) => lines.some(({ text }) => LICENSE.test(text)))
    .flatMap((lines) => lines.flatMap(({ text }) => namesIn(text, ANYWHERE)));
  return unanimous([...withSite, ...licensed], sameLab);
}

/** What is found in the cells of a page that aren't of another business. */
function ofLaboratory(page: Page, find: (text: string) => string[]): string[] {
  return page.flatMap((cell) => {
    const found = find(cell.text);
    return found.length > 0 && !isOfClient(page, cell) ? found : [];
  });
}

function listedIn(text: string): string[] {
  const name = laboratoryNamed(text);
  return name === undefined ? [] : [name];
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

/** The names that are right before a predicate: "Juniper Labs, LLC ("Juniper") performs". */
function subjectsOf(text: string, predicate: RegExp): string[] {
  return [...text.matchAll(predicate)].flatMap(({ index }) => {
    const before = text.slice(Math.max(0, index - NAME_LENGTH), index);
    const words = before
      .replace(/ \([^()]{1,20}\)$/, '')
      .replace(LEGAL_FORM, '')
      .split(' ');
    const first = words.findLastIndex((word) => !NAME_WORD.test(word)) + 1;
    const name = words.slice(Math.max(first, words.length - NAME_WORDS)).join(' ');
    return namesLaboratory(name) ? [name] : [];
  });
}

/** An abbreviation alone, such as "SHMA", names no laboratory, and neither does "Laboratory". */
function namesLaboratory(name: string): boolean {
  if (!isName(name) || /^[A-Z]{1,5}$/.test(name)) return false;
  return wordsOf(name).some((word) => !ANY_LABORATORY.test(word));
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name).filter(namesLaboratory);
}

/** True where the cell, one before it on its line, or a heading of its column speaks of another business. */
function isOfClient(page: Page, cell: Cell): boolean {
  const before = lineOf(page, cell).filter(({ x }) => x <= cell.x);
  const labels = before.map(({ text }) => text.slice(0, HEADING));
  if (labels.some((label) => CLIENT.test(label) || GOODS.test(label))) return true;
  return cellsBetween(page, cell.y - UNDER, cell.y - cell.size / 2)
    .filter((above) => sharesColumn(above, cell))
    .some((above) => CLIENT.test(above.text.slice(0, HEADING)));
}

function domainsIn(text: string): string[] {
  return [...text.matchAll(DOMAIN)].map(([, site = '']) => site.toLowerCase().replaceAll('-', ''));
}

function isSiteOf(site: string, name: string): boolean {
  const [distinctive = ''] = wordsOf(name);
  const joined = [wordsOf(name).join(''), name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')];
  return /^\p{L}./u.test(distinctive) && joined.some((words) => site.startsWith(words));
}
