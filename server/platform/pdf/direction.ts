import bidiFactory, { type Bidi } from 'bidi-js';

/** Before each line of a paragraph that reads from right to left: a line knows by it where it begins. It isn't drawn. */
const MARK = '\u200F';
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}\u200F]/u;

let opened: Bidi | undefined;
const bidi = () => {
  opened ??= bidiFactory();
  return opened;
};

/** Whether something of a text reads from right to left. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** The lines of a paragraph, which say in which direction it reads. */
export function directed(paragraph: string, lines: readonly string[]): readonly string[] {
  if (!isRightToLeft(paragraph)) return lines;
  const [first] = bidi().getEmbeddingLevels(paragraph).paragraphs;
  return first && first.level % 2 === 1 ? lines.map((line) => (line === '' ? line : MARK + line)) : lines;
}

/** A sign as it is drawn: that of the direction isn't. */
export const fold = (sign: string): string => (sign === MARK ? '' : sign);

/** The level of each UTF-16 unit of a line (Unicode Standard Annex 9). */
export const levelsOf = (line: string): Uint8Array => bidi().getEmbeddingLevels(line).levels;

/** The parts of a line as they are from left to right (as its annex reorders them). */
export function reordered<T extends { level: number }>(parts: readonly T[]): readonly T[] {
  const levels = parts.map(({ level }) => level);
  const highest = Math.max(0, ...levels);
  let order: readonly T[] = parts;
  for (let level = highest; level > 0; level--) {
    const next: T[] = [];
    let turned: T[] = [];
    const turn = () => {
      for (const part of turned.reverse()) next.push(part);
      turned = [];
    };
    for (const part of order) {
      if (part.level >= level) turned.push(part);
      else {
        turn();
        next.push(part);
      }
    }
    turn();
    order = next;
  }
  return order;
}

/** A text from right to left as it is drawn from left to right: brackets face the other way. */
export const mirrored = (text: string): string =>
  [...text]
    .reverse()
    .map((sign) => bidi().getMirroredCharacter(sign) ?? sign)
    .join('');
