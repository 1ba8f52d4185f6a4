/** A piece that stays on one line if it fits: a word, to the hyphens or slashes in it, with the spaces behind it. */
const PIECES = /[^ /-]*[/-]+ *|[^ /-]+ *| +/g;

/** A letter with what belongs to it: marks, and what a joiner joins. */
const LETTERS =
  /[\s\S](?:[\p{M}\p{Join_Control}\u{E0020}-\u{E007F}]|(?<=\u200D)[^\p{M}\p{Join_Control}\u{E0020}-\u{E007F}]){0,30}/gu;

/**
 * Breaks a text into lines of a width, in time proportional to its length. A word that is wider than a line breaks between
 * letters; a line has one letter at least.
 * @param widthOf in the unit of `width`
 */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let [line, left] = ['', width];
  const begin = () => {
    lines.push(line.trimEnd());
    [line, left] = ['', width];
  };
  for (const [piece] of text.matchAll(PIECES)) {
    const word = piece.trimEnd();
    if (widthOf(word) > left && line !== '') begin();
    const wide = widthOf(piece);
    if (widthOf(word) <= width) {
      line += piece;
      left -= wide;
      continue;
    }
    for (const [letter] of piece.matchAll(LETTERS)) {
      const own = widthOf(letter);
      if (own > left && line !== '') begin();
      line += letter;
      left -= own;
    }
  }
  begin();
  return lines;
}
