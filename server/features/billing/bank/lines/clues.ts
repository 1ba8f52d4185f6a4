import { folded } from '../reading/fold';

/** `INV`, space, `-` or `#`, zeros or none, and digits: whole, and at most as many as a number has. */
const NUMBER = /(?<![\p{L}\p{N}])INV[ #-]{0,3}0{0,15}([1-9]\d{0,14})(?![\p{L}\p{N}])/giu;
/** Of one line. */
const MOST_NUMBERS = 40;

/** Numbers of invoices that a text names, without zeros, in its order and each once. */
export function numbersIn(text: string): string[] {
  const found = [...text.matchAll(NUMBER)].map(([, digits = '']) => digits);
  return [...new Set(found)].slice(0, MOST_NUMBERS);
}

/** How the number of an invoice may be written: those of opening balances are as they were given. */
export const writtenAs = (digits: string) => [
  `INV-${digits.padStart(7, '0')}`,
  `INV-${digits}`,
  `INV${digits}`,
];

/** The words of a text, as names are compared. */
export const wordsIn = (text: string): Set<string> => new Set(folded(text).split(' ').filter(Boolean));

/** Names by their first word, so that a line is compared with few of them. */
export class Names {
  readonly #byWord = new Map<string, Array<{ buyerId: string; words: readonly string[] }>>();

  constructor(names: ReadonlyArray<{ buyer_id: string; name: string }>) {
    for (const { buyer_id: buyerId, name } of names) {
      const words = [...wordsIn(name)];
      const [first] = words;
      if (first === undefined) continue;
      const known = this.#byWord.get(first);
      if (known) known.push({ buyerId, words });
      else this.#byWord.set(first, [{ buyerId, words }]);
    }
  }

  /** Customers all of whose words are among these, by any of their names. */
  in(words: ReadonlySet<string>): string[] {
    const found = [...words].flatMap((word) =>
      (this.#byWord.get(word) ?? []).filter((name) => name.words.every((one) => words.has(one))),
    );
    return [...new Set(found.map(({ buyerId }) => buyerId))];
  }
}

/** Letters and digits alone: references are written in many ways. */
const plain = (text: string) => folded(text).replaceAll(' ', '');

/** Whether a line has a reference: its own, or as a whole word of its text. */
export function hasReference(line: { text: string; reference: string | null }, reference: string): boolean {
  const wanted = plain(reference);
  if (wanted === '') return false;
  if (line.reference !== null && plain(line.reference) === wanted) return true;
  return ` ${folded(line.text)} `.includes(` ${folded(reference)} `) || wordsIn(line.text).has(wanted);
}

/** A reference that another payment hardly has by chance: six signs with a digit. */
export const isTelling = (reference: string) => plain(reference).length >= 6 && /\d/.test(reference);
