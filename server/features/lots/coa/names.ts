/** A word by which a name says that it is a laboratory's. */
const KIND =
  /^(?:Labs?|LABS?|Labworks|LABWORKS|Laborator(?:y|ies)|LABORATOR(?:Y|IES)|Analytics|ANALYTICS|Analytical|Analytica|Scientific|SCIENTIFIC|Diagnostics|DIAGNOSTICS)$/;
/** "PharmLabs" */
const JOINED = /^\p{Lu}[\p{L}\d]{2,30}Labs$/u;
const WORD = /^[\p{Lu}\d][\p{L}\d&'’-]{0,40}(?:\.[\p{L}\d]{1,20})?$/u;
/** What makes "Laboratory" before it part of a title or a label. */
const TITLE =
  /^(?:Director|Manager|Supervisor|Technician|Analyst|Quality|Accreditation|Information|I[Dd]|Sample|Batch|License|Number)/;
const LEGAL_FORM = /,? (?:LLC|L\.L\.C|Inc|Corp|Ltd)\.?$/;
/** Words of a name before its kind, words of any name, and characters that are searched for one. */
const [BEFORE_KIND, WORDS, NEAR] = [3, 5, 120];

/** What may be before a name in a sentence. */
const BEFORE_NAME =
  /[.,;:()"“”|©–-]$|\d$|^(?:by|of|from|the|and|at|to|with|for|or|that|as|an?|our|if|when|upon|only|where)$/i;

/**
 * Whether a name begins where it seems to: fonts have letters without text, and "In nite Chemical Analysis" has no name to read.
 * @param before the word before it, as printed
 */
const isWhole = (before: string | undefined): boolean => !before || BEFORE_NAME.test(before);

interface Word {
  text: string;
  /** With punctuation after it, which ends a name. */
  isLast: boolean;
}

function wordsIn(text: string): Word[] {
  return text.split(' ').map((word) => {
    const bare = word.replace(/^["“(]/, '').replace(/[.,;:)"”]$/, '');
    return { text: bare, isLast: /[.,;:)"”]$/.test(word) };
  });
}

function isKind({ text }: Word): boolean {
  return KIND.test(text) || JOINED.test(text);
}

/** The name that ends with a word that is its kind; "Sonoma Lab Works" has one more. */
function endingAt(words: readonly Word[], at: number): string[] {
  const [kind, next] = [words[at], words[at + 1]];
  if (!kind || (!kind.isLast && next && TITLE.test(next.text))) return [];
  const isBroken = (word: Word) => word.isLast || !WORD.test(word.text);
  const before = words.slice(Math.max(0, at - BEFORE_KIND), at);
  const broken = before.findLastIndex(isBroken);
  if (broken !== -1 && !before[broken]?.isLast && !isWhole(before[broken]?.text)) return [];
  const name = before.slice(broken + 1);
  if (name.length === 0 && !JOINED.test(kind.text)) return [];
  const more = !kind.isLast && next?.text === 'Works' ? [next] : [];
  return [[...name, kind, ...more].map(({ text }) => text).join(' ')];
}

/** The names in a text that say that they are a laboratory's. */
export function laboratoriesIn(text: string): string[] {
  const words = wordsIn(text);
  return words.flatMap((word, i) => (isKind(word) ? endingAt(words, i) : []));
}

/** What is left of a word whose letters before have no text, as of "Analy cs" and "Tes ng". */
const FRAGMENT = /^\p{Ll}{1,3}$/u;
const SHORT =
  /^(?:a|an|all|and|any|are|as|at|but|by|can|did|do|due|for|has|if|in|is|it|its|may|nor|not|of|on|or|our|per|so|the|to|via|was|we)$/;

/** The names that follow a phrase: of laboratories, or of any organization, whose end must be printed, too. */
export function namesAfter(text: string, phrase: RegExp, any: boolean): string[] {
  return [...text.matchAll(phrase)].flatMap(({ 0: { length }, index }) => {
    const words = wordsIn(text.slice(index + length, index + length + NEAR).replace(/^the /, ''));
    const end = words.findIndex(({ text: word, isLast }) => isLast || !WORD.test(word));
    const isTorn = FRAGMENT.test(words[end]?.text ?? '') && !SHORT.test(words[end]?.text ?? '');
    const isPart = end !== -1 && words[end]?.isLast && WORD.test(words[end].text);
    const name = words.slice(0, end === -1 ? undefined : isPart ? end + 1 : end);
    const kind = name.findIndex((word, i) => isKind(word) && (i > 0 || JOINED.test(word.text)));
    if (kind !== -1) return endingAt(words, kind);
    if (!any || isTorn || end === -1 || name.length === 0 || name.length > WORDS) return [];
    const whole = name.map((word) => word.text).join(' ');
    return [whole.replace(LEGAL_FORM, '')];
  });
}

/** The names right before a phrase: "Juniper Labs, LLC ("Juniper") performs". */
export function namesBefore(text: string, phrase: RegExp, any: boolean): string[] {
  return [...text.matchAll(phrase)].flatMap(({ index }) => {
    const before = text.slice(Math.max(0, index - NEAR), index);
    const words = before
      .replace(/ \([^()]{1,20}\)$/, '')
      .replace(LEGAL_FORM, '')
      .split(' ');
    const broken = words.findLastIndex((word) => !WORD.test(word));
    if (!isWhole(words[broken])) return [];
    const name = words.slice(broken + 1).slice(-WORDS);
    const isNamed = name.length > 0 && isKind({ text: name.at(-1) ?? '', isLast: true });
    return any || isNamed ? [name.join(' ')] : [];
  });
}

const ENDINGS = new Set(['com', 'co', 'net', 'org', 'io', 'us']);

/** The first parts of the domains in a text, without hyphens: "sclabs" of "www.sc-labs.com". */
export function sitesIn(text: string): string[] {
  return text.split(/[\s@/|,;()]+/).flatMap((word) => {
    const parts = word.toLowerCase().replace(/[.:]$/, '').split('.');
    const site = parts.at(-2) ?? '';
    return ENDINGS.has(parts.at(-1) ?? '') && /^[a-z0-9-]{3,40}$/.test(site)
      ? [site.replaceAll('-', '')]
      : [];
  });
}
