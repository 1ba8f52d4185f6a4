/** Letters of a word that are kept, in texts and searches alike. */
const LONGEST = 40;
/** Words of a text that are kept: notes are longer than what anybody looks for. */
const MOST_IN_TEXT = 100;
/** Of fewer letters a word is whole (decision 949). */
const PREFIX = 3;
/** From so many on a word may have one wrong letter (decision 949). */
const FORGIVEN = 5;

const APOSTROPHES = /['’‘ʼ]/g;
/** A run of letters, digits, hyphens and points; what else there is parts words. */
const CHUNK = /[\p{L}\p{M}\p{N}.\-‐‑–]+/gu;
const HYPHEN = /[-‐‑–]/;
/** A point that is not between digits. */
const STOP = /(?<!\d)\.|\.(?!\d)/;
const AMOUNT = /^(\d+(?:\.\d+)?)(\p{L}+)$/u;

const cut = (word: string) => [...word].slice(0, LONGEST).join('');
const chunksOf = (folded: string): string[][] =>
  (folded.replace(APOSTROPHES, '').match(CHUNK) ?? [])
    .flatMap((chunk) => chunk.split(STOP))
    .map((chunk) => chunk.split(HYPHEN).filter((part) => part !== ''))
    .filter((parts) => parts.length > 0);

/** An amount and its unit, which are written together and apart: `3.5g`. */
const amountOf = (word: string): string[] => AMOUNT.exec(word)?.slice(1) ?? [];

/**
 * The words of a text that was folded by `search_fold`: each between spaces, in their order. What a hyphen joins is found joined and
 * in its parts, and so is an amount with its unit.
 */
export function wordsIn(folded: string): string {
  const words = chunksOf(folded).flatMap((parts) => {
    const joined = parts.length > 1 ? [parts.join('')] : [];
    return [...joined, ...parts].flatMap((word) => [word, ...amountOf(word)]);
  });
  return words.length > 0 ? ` ${words.slice(0, MOST_IN_TEXT).map(cut).join(' ')} ` : ' ';
}

/** A word that a text has to have: in one of several forms, each of words that stand side by side. */
export interface Term {
  /** Which word of the search it is of. */
  word: number;
  forms: string[][];
}

/** A search: what a person typed between spaces, and the terms that these are made of. */
export interface Asked {
  typed: string[];
  terms: Term[];
}

/** @param folded the search, folded as texts are */
export function termsOf(folded: string): Asked {
  const typed = folded.split(/\s+/).filter((word) => word !== '');
  const terms = typed.flatMap((text, word) =>
    chunksOf(text).map((parts): Term => {
      const joined = cut(parts.join(''));
      const apart = parts.length > 1 ? parts.map(cut) : amountOf(joined);
      return { word, forms: apart.length > 0 ? [[joined], apart] : [[joined]] };
    }),
  );
  return { typed, terms };
}

/** Whether a word stands for all that begin with it. */
export const isPrefix = (word: string): boolean => [...word].length >= PREFIX;

/** Patterns of LIKE for the words of a text: the parts of a form are whole but for the last. Words have letters, digits and points alone. */
export const patternsOf = ({ forms }: Term): string[] => forms.map(patternOf);
export const patternOf = (form: readonly string[]): string => {
  const last = form.at(-1) ?? '';
  return `% ${[...form.slice(0, -1), isPrefix(last) ? last : `${last} `].join(' ')}%`;
};

/** The beginning of the index's words that are of one business and kind. */
const scopeOf = (ownerId: string, kind: string) => `${ownerId.slice(-12)}${kind} `;

/** A tsquery for the index: texts of one business and kind with all these terms, or some of them at least that look alike. */
export function queryOf(ownerId: string, kind: string, terms: readonly Term[]): string {
  const scope = scopeOf(ownerId, kind);
  const one = (word: string, isLast: boolean) => `'${scope}${word}'${isLast && isPrefix(word) ? ':*' : ''}`;
  const form = (words: readonly string[]) =>
    words.map((word, place) => one(word, place === words.length - 1)).join(' & ');
  return terms.map(({ forms }) => `(${forms.map(form).join(' | ')})`).join(' & ');
}

/** The range of words, compared byte by byte, that a word stands for. */
export const rangeOf = (word: string): { low: string; high: string } => ({
  low: word,
  high: isPrefix(word) ? `${word}\u{10ffff}` : word,
});

/** How words are looked for that are one letter off. */
export interface Close {
  /** Those without an extra letter, or with two that are swapped. */
  exact: string[];
  /** Patterns of LIKE for those with another letter, or one more. */
  patterns: string[];
  /** Its first half and, backward, its second: one of them is intact in whatever fits a pattern. */
  begin: string;
  end: string;
}

/** What is one letter wrong, missing, extra or swapped in a word of five or more (decision 949); null for shorter ones, and amounts. */
export function closeTo(word: string): Close | null {
  const letters = [...word];
  if (letters.length < FORGIVEN || letters.includes('.')) return null;
  const at = (from: number, to?: number) => letters.slice(from, to).join('');
  const exact = letters.flatMap((letter, place) => [
    `${at(0, place)}${at(place + 1)}`,
    `${at(0, place)}${letters[place + 1] ?? ''}${letter}${at(place + 2)}`,
  ]);
  const patterns = letters.flatMap((_, place) => [
    `${at(0, place)}_${at(place + 1)}`,
    `${at(0, place)}_${at(place)}`,
  ]);
  const middle = Math.floor(letters.length / 2);
  return {
    exact: [...new Set(exact)].filter((one) => one !== word),
    patterns: [...patterns, `${word}_`],
    begin: at(0, middle),
    end: letters.slice(middle).reverse().join(''),
  };
}
