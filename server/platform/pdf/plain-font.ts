import { create, type Font, type Glyph } from 'fontkit';

/** A font as pdfkit uses it: glyphs and their places. */
export interface PlainFont extends Font {
  has(code: number): boolean;
  /** In thousandths of the size. @param isReversed whether the text reads from right to left; what is drawn later is measured first */
  widthOf(text: string, isReversed?: boolean): number;
}

/** Absent offsets are zero to pdfkit. */
export type Place = { xAdvance: number } & Partial<Record<'yAdvance' | 'xOffset' | 'yOffset', number>>;

/** Figures of one width, so that columns of numbers line up. */
const FEATURES = ['tnum'];
/** Pairs beyond it aren't kerned: each is measured once, and these are few. */
const KERNED_BELOW = 0x7f;

/** What a font draws in a row; pdfkit scales the places before it reads the width. */
export class Run {
  constructor(
    readonly glyphs: Glyph[],
    readonly positions: Place[],
  ) {}
  get advanceWidth(): number {
    let width = 0;
    for (const { xAdvance } of this.positions) width += xAdvance;
    return width;
  }
}

/**
 * Opens a font whose texts cost nothing but looking up their letters: shaping takes 10 µs a letter and more, which makes a document
 * of strangers' texts expensive (decision 430). Only pairs of ASCII are kerned.
 * @param file a TrueType font
 */
export function plainFont(file: Uint8Array): PlainFont {
  const font = create(Buffer.from(file)) as Font;
  const shape = font.layout.bind(font);
  const scale = 1000 / font.unitsPerEm;
  const glyphs = new Map<number, Glyph>();
  const kerns = new Map<number, number>();

  const glyphOf = (code: number): Glyph => {
    const known = glyphs.get(code);
    if (known) return known;
    const [shaped, ...others] = shape(String.fromCodePoint(code), FEATURES).glyphs;
    // Some fonts take letters such as ọ apart to place their marks.
    const glyph = shaped && others.length === 0 ? shaped : font.glyphForCodePoint(code);
    glyphs.set(code, glyph);
    return glyph;
  };
  const kernOf = (before: number, code: number): number => {
    if (before > KERNED_BELOW || code > KERNED_BELOW) return 0;
    const pair = before * KERNED_BELOW + code;
    const known = kerns.get(pair);
    if (known !== undefined) return known;
    const [one, other] = [glyphOf(before), glyphOf(code)];
    const run = shape(String.fromCodePoint(before, code), FEATURES);
    const isPair = run.glyphs[0]?.id === one.id && run.glyphs[1]?.id === other.id;
    const kern = isPair ? (run.positions[0]?.xAdvance ?? one.advanceWidth) - one.advanceWidth : 0;
    kerns.set(pair, kern);
    return kern;
  };

  return Object.assign(font, {
    has: (code: number) => font.hasGlyphForCodePoint(code),
    layout(text: string): Run {
      const run = new Run([], []);
      let [before, last]: [number, Place | undefined] = [-1, undefined];
      for (const sign of text) {
        const code = sign.codePointAt(0) ?? 0;
        const glyph = glyphOf(code);
        if (last) last.xAdvance += kernOf(before, code);
        last = { xAdvance: glyph.advanceWidth };
        run.glyphs.push(glyph);
        run.positions.push(last);
        before = code;
      }
      return run;
    },
    widthOf(text: string): number {
      let [width, before] = [0, -1];
      for (const sign of text) {
        const code = sign.codePointAt(0) ?? 0;
        width += glyphOf(code).advanceWidth + (before < 0 ? 0 : kernOf(before, code));
        before = code;
      }
      return width * scale;
    },
  }) as unknown as PlainFont;
}
