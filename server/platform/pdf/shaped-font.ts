import { create, type Font } from 'fontkit';
import { type Place, type PlainFont, Run } from './plain-font';

/** What a document may still have shaped: words of which each takes up to a millisecond, and their letters. */
export interface Shaping {
  words: number;
  letters: number;
}

/** Beyond it, letters are drawn as they are alone: a document takes six seconds more at most. */
export const MOST_SHAPED: Shaping = { words: 3_000, letters: 60_000 };

/**
 * Opens a font whose words are shaped: letters join, marks are placed, several signs make one. Each word is shaped once.
 * @param left what the document may still have shaped
 */
export function shapedFont(file: Uint8Array, left: Shaping): PlainFont {
  const font = create(Buffer.from(file)) as Font;
  const shape = font.layout.bind(font);
  const scale = 1000 / font.unitsPerEm;
  const runs = new Map<string, Run>();

  const alone = (text: string, isReversed: boolean): Run => {
    const signs = [...text].map((sign) => font.glyphForCodePoint(sign.codePointAt(0) ?? 0));
    if (isReversed) signs.reverse();
    return new Run(
      signs,
      signs.map((glyph) => ({ xAdvance: glyph.advanceWidth })),
    );
  };
  const made = (text: string, isReversed: boolean): Run => {
    left.words -= 1;
    left.letters -= text.length;
    if (left.words < 0 || left.letters < 0) return alone(text, isReversed);
    const direction = isReversed ? 'rtl' : 'ltr';
    const { glyphs, positions } = shape(text, undefined, undefined, undefined, direction);
    return new Run(glyphs, positions as Place[]);
  };
  const runOf = (text: string, isReversed: boolean): Run => {
    const known = runs.get(text);
    if (known) return known;
    const run = made(text, isReversed);
    runs.set(text, run);
    return run;
  };

  return Object.assign(font, {
    has: (code: number) => font.hasGlyphForCodePoint(code),
    // pdfkit scales the places that it gets.
    layout(text: string): Run {
      const { glyphs, positions } = runOf(text, false);
      return new Run(
        [...glyphs],
        positions.map(({ xAdvance, yAdvance = 0, xOffset = 0, yOffset = 0 }) => ({
          ...{ xAdvance, yAdvance, xOffset, yOffset },
        })),
      );
    },
    widthOf: (text: string, isReversed = false) => runOf(text, isReversed).advanceWidth * scale,
  }) as unknown as PlainFont;
}
