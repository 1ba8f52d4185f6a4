import { create, type Font, type Glyph } from 'fontkit';

/** A font of which pdfkit needs only glyphs and their places: no text is shaped. */
export interface PlainFont extends Font {
  /** What the font draws for a text: signs that it lacks become their base letter or a box, and marks go. */
  drawable(text: string): string;
  /** In thousandths of the size. */
  widthOf(text: string): number;
}

/** Absent offsets are zero to pdfkit. */
interface Place {
  xAdvance: number;
}

/** Figures of one width, so that columns of numbers line up. */
const FEATURES = ['tnum'];
/** Drawn for a sign that the font lacks: no font of ours has it. */
const BOX = '\uFFFD';
const SPACES = /[\t\u00A0\p{Zs}]/u;
/** What has no picture of its own: controls, format characters such as joiners and bidi controls, marks. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;
/** Pairs beyond it aren't kerned: each is measured once, and these are few. */
const KERNED_BELOW = 0x7f;

/** What a font draws in a row; pdfkit scales the places before it reads the width. */
class Run {
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
 * Opens a font whose texts cost nothing but looking up their letters: shaping takes 10 µs a letter, which makes a document
 * of strangers' texts expensive (decision 430). Only pairs of ASCII are kerned.
 * @param file a TrueType font of Latin letters
 */
export function plainFont(file: Uint8Array): PlainFont {
  const font = create(Buffer.from(file)) as Font;
  const shape = font.layout.bind(font);
  const scale = 1000 / font.unitsPerEm;
  const glyphs = new Map<number, Glyph>();
  const kerns = new Map<number, number>();
  const signs = new Map<string, string>();

  const glyphOf = (code: number): Glyph => {
    const known = glyphs.get(code);
    if (known) return known;
    const [glyph] = shape(String.fromCodePoint(code), FEATURES).glyphs as [Glyph];
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
  const has = (sign: string) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  const drawnFor = (sign: string): string => {
    if (SPACES.test(sign)) return ' ';
    if (UNSEEN.test(sign)) return '';
    if (has(sign)) return sign;
    const plain = [...sign.normalize('NFKD')].filter((one) => !UNSEEN.test(one));
    return plain.length > 0 && plain.length <= 4 && plain.every(has) ? plain.join('') : BOX;
  };

  return Object.assign(font, {
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
    drawable(text: string): string {
      let drawn = '';
      for (const sign of text.normalize('NFC')) {
        let known = signs.get(sign);
        if (known === undefined) {
          known = drawnFor(sign);
          signs.set(sign, known);
        }
        drawn += known;
      }
      return drawn;
    },
  }) as unknown as PlainFont;
}
