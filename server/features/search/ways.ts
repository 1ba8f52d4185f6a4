import type { Kind, Reader } from './kinds/kind.sql';
import { KINDS } from './kinds/kinds.sql';
import type { Piece, States, Way } from './queries.sql';
import { MOST } from './queries.sql';
import type { SearchKind } from './schema';
import { isPrefix, patternsOf, queryOf, rangeOf, type Term } from './words';

/** Owners with too many of a word whose newest are looked through. */
const NEWEST_OF = 5;
/** Words of a search that may be states. */
const STATE_WORDS = 2;

/** How a kind is searched: its way, and what the candidates' states have to be. */
export interface Plan {
  kind: SearchKind;
  way: Way;
  states: States;
}

/** Under which name the texts of a kind are, for a reader. */
export const textsOf = (kind: SearchKind, { locationIds }: Reader): string =>
  (locationIds === null && KINDS[kind].wholeTexts) || kind;

/** The pieces that words are made of, each once, with the key by which their counts are known. */
export function piecesOf(terms: readonly Term[]): Map<string, Piece> {
  const pieces = new Map<string, Piece>();
  for (const part of terms.flatMap(({ forms }) => forms.flatMap(partsOf))) pieces.set(keyOf(part), part);
  return pieces;
}
const keyOf = ({ low, high }: Piece) => `${low} ${high}`;
const partsOf = (form: readonly string[]): Piece[] =>
  form.map((word, place) => (place === form.length - 1 ? rangeOf(word) : { low: word, high: word }));

/** How many texts of an owner and kind have a piece. */
export type Counts = (kind: string, owner: string, piece: string) => number;

/** At most how many of them have a term. */
const countOf = (term: Term, of: (piece: string) => number): number =>
  term.forms.reduce((sum, form) => sum + Math.min(...partsOf(form).map((part) => of(keyOf(part)))), 0);

/** What of a search may be states of a kind, each with the names that it begins. */
export interface Stated {
  states: States;
  /** The terms that aren't. */
  left: Term[];
}

/** The words that a kind's states begin with; null where there are none of them. */
export function statedOf(kind: Kind, reader: Reader, terms: readonly Term[]): Stated | null {
  const names = Object.keys(kind.states?.(reader) ?? {});
  const found = terms.flatMap((term) => {
    const [word = ''] = term.forms[0] ?? [];
    const begun = names.filter((name) => name === word || (isPrefix(word) && name.startsWith(word)));
    return begun.length > 0 ? [{ term, begun }] : [];
  });
  const chosen = found.slice(0, STATE_WORDS);
  if (chosen.length === 0) return null;
  return {
    states: [chosen[0]?.begun ?? null, chosen[1]?.begun ?? null],
    left: terms.filter((term) => !chosen.some((one) => one.term === term)),
  };
}

/** Whose texts a reader's kind is found by. */
export const ownersOf = (kind: SearchKind, reader: Reader, sellers: readonly string[]): string[] =>
  KINDS[kind].isGoods ? [reader.entity.id, ...sellers] : [reader.entity.id];

/**
 * How a kind is searched by words: by its rare ones, while those that too many have are looked for in what these find; where all are
 * frequent, in the newest (decision 949). Null where nothing can be found.
 */
export function wayOf(
  { kind, owners, terms }: { kind: string; owners: readonly string[]; terms: readonly Term[] },
  counts: Counts,
): Way | null {
  const queries: string[] = [];
  const newest: string[] = [];
  for (const owner of owners) {
    const counted = terms.map((term) => ({
      term,
      count: countOf(term, (piece) => counts(kind, owner, piece)),
    }));
    if (counted.some(({ count }) => count === 0)) continue;
    const rare = counted.filter(({ count }) => count <= MOST).map(({ term }) => term);
    if (rare.length > 0) queries.push(`(${queryOf(owner, kind, rare)})`);
    else if (newest.length < NEWEST_OF) newest.push(owner);
  }
  if (queries.length + newest.length === 0) return null;
  const query = queries.length > 0 ? queries.join(' | ') : null;
  return { kind, owners, query, newest, words: terms.map(patternsOf) };
}

/** How a kind is searched: all words in its texts, and where some may be states, the others. */
export function plansOf(
  kind: SearchKind,
  reader: Reader,
  { terms, sellers }: { terms: readonly Term[]; sellers: readonly string[] },
  counts: Counts,
): Plan[] {
  const name = textsOf(kind, reader);
  const owners = ownersOf(kind, reader, sellers);
  const plain = wayOf({ kind: name, owners, terms }, counts);
  const stated = statedOf(KINDS[kind], reader, terms);
  // A search of states alone looks through the newest of the reader's own.
  const rest =
    stated &&
    wayOf(
      { kind: name, owners: stated.left.length > 0 ? owners : [reader.entity.id], terms: stated.left },
      counts,
    );
  return [
    ...(plain ? [{ kind, way: plain, states: [null, null] as const }] : []),
    ...(stated && rest ? [{ kind, way: rest, states: stated.states }] : []),
  ];
}
