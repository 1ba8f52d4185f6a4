import type { Cell } from '../../../platform/pdf/text';
import { hasHole, isTorn } from './holes';
import { labeled } from './labeled';
import { laboratoryNamed, laboratoryOfSite } from './laboratories';
import { cellsBetween, lineOf, type Page, sharesColumn, unanimous } from './layout';
import { laboratoriesIn, namesAfter, namesBefore, sitesIn } from './names';
import { paragraphsOf, sentencesOf } from './paragraphs';

const LABELED =
  /^(?:(?:testing )?laboratory|lab(?:oratory)? ?name|lab|(?:analy[sz]ed|analysis|tested) by) ?:? ?(.*)/i;
/** What is before the laboratory's name in sentences of ISO/IEC 17025 and of states. */
const BEFORE_ANY = [
  /(?:approval|permission|consent|authorization),? (?:of|from|by) /g,
  /has been tested by /g,
];
/** What is before it where the name itself says that it is one. */
const BEFORE_NAMED = [
  /(?:©|\([cC]\)|[cC]opyright) ?(?:\d{4} )?/g,
  /(?:[Dd]irector|DIRECTOR|[Mm]anager|MANAGER|[Cc]hemist|[Oo]fficer|[Pp]resident), (?:of )?/g,
  /(?:(?:received|performed|conducted|analyzed) (?:by|at)|(?:supplied|submitted) to) /g,
];
const AFTER_ANY = [
  / makes no (?:claim|warrant)/g,
  / is (?:an? )?(?:[Ff]ully )?(?:[Aa]ccredited|[Ii]ndependent|ISO|[Ll]aborator|[Tt]hird-party|[Ll]icensed (?:testing|laborator)|DEA)/g,
];
const AFTER_NAMED =
  / (?:and its agents|performs|cannot|assumes|certifies|warrants|attests|shall not|is not|does not|provides)\b/g;
/** What tells that a sentence names the laboratory, whichever it is. */
const NAMING = [...BEFORE_ANY, ...AFTER_ANY].map(({ source }) => new RegExp(source));
/** Between two sentences; "Labs, LLC. The" has none. */
const SENTENCE = /(?<=[a-z]{3}\.) (?=\p{Lu})/u;
const OF_LABORATORY =
  /\b(?:labs?|laborator(?:y|ies)|analytics|analytical|scientific|testing|diagnostics|research|industries|llc|inc)\b/i;
const NO_NAME =
  /\b(?:accredited|independent|director|manager|sample|quality|compliance|client|customer|report|certificate|this|these|the|by|of|and|any|all|license|bureau|department|commission|control|board|agency|authority|state|iso|iec|pjla|a2la|lims|perry johnson|anab|confident cannabis|tagleaf|metrc)\b/i;
const ANY_LABORATORY =
  /^(?:test(?:s|ing)?|analy(?:sis|tics|tical)|scientific|services?|company|management|group|facility|results?|methods|products?|our|scope|data|we|it|each|only|analytes?|notes?|authorized|\d+)$/;
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
 * with its website or license. Null when two are named, since a client may be a laboratory too, and when letters of its
 * name may be missing: then only a listed one is certain.
 */
export function readLab(pages: readonly Page[]): string | null {
  const sites = pages.flatMap((page) => ofLaboratory(page, sitesIn));
  const listed = [
    ...sites.map((site) => laboratoryOfSite(site)),
    ...pages.flatMap((page) => ofLaboratory(page, listedIn)),
  ].filter((name) => name !== undefined);
  const paragraphs = pages.flatMap((page) => paragraphsOf(page));
  const sentences = paragraphs.flatMap(sentencesOf).flatMap((text) => text.split(SENTENCE));
  if (isTorn(pages) || sentences.some((text) => hasHole(text) && NAMING.some((phrase) => phrase.test(text))))
    return unanimous(listed, sameLab);
  const parse = (text: string) => (OF_LABORATORY.test(text) && isName(text) ? text : null);
  const stated = labeled(pages, { label: LABELED, parse, goesOn: () => false });
  const certain = [...stated, ...sentences.flatMap(saidIn), ...listed];
  if (certain.length > 0) return unanimous(certain, sameLab);
  const withSite = pages
    .flatMap((page) => ofLaboratory(page, namedIn))
    .filter((name) => sites.some((site) => isSiteOf(site, name)));
  const licensed = paragraphs
    .filter((lines) => lines.some(({ text }) => LICENSE.test(text)))
    .flatMap((lines) => lines.flatMap(({ text }) => namedIn(text)));
  return unanimous([...withSite, ...licensed], sameLab);
}

/** The laboratories that a sentence of the report names. */
function saidIn(text: string): string[] {
  return [
    ...BEFORE_ANY.flatMap((phrase) => namesAfter(text, phrase, true)),
    ...BEFORE_NAMED.flatMap((phrase) => namesAfter(text, phrase, false)),
    ...AFTER_ANY.flatMap((phrase) => namesBefore(text, phrase, true)),
    ...namesBefore(text, AFTER_NAMED, false),
  ].filter(namesLaboratory);
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

/** An abbreviation alone, such as "SHMA", names no laboratory, and neither does "Laboratory". */
function namesLaboratory(name: string): boolean {
  if (!isName(name) || /^[A-Z]{1,5}$/.test(name)) return false;
  return wordsOf(name).some((word) => !ANY_LABORATORY.test(word));
}

function namedIn(text: string): string[] {
  return laboratoriesIn(text).filter(namesLaboratory);
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

function isSiteOf(site: string, name: string): boolean {
  const [distinctive = ''] = wordsOf(name);
  const joined = [wordsOf(name).join(''), name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')];
  return /^\p{L}./u.test(distinctive) && joined.some((words) => site.startsWith(words));
}
