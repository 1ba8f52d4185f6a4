import { fold, isRightToLeft, levelsOf, mirrored, reordered } from './direction';
import { type Face, faceOf, type Weight } from './faces';
import { type PlainFont, plainFont } from './plain-font';
import { MOST_SHAPED, type Shaping, shapedFont } from './shaped-font';

/** A part of a line that one font draws, as it is drawn from left to right. */
export interface Piece {
  /** Of the font, by which a document knows it. */
  name: string;
  font: PlainFont;
  text: string;
  /** In thousandths of the size. */
  width: number;
}

/** Drawn for a sign that no font has: a box, which Noto Sans SC has. */
const BOX = '\u25A1';
const SPACES = /[\t\u00A0\p{Zs}]/u;
/** What has no picture of its own: controls, format characters such as joiners and bidi controls, marks. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;
/** What belongs to the sign before it where that is shaped: marks, joiners, variants, tags of flags. */
const ATTACHED = /[\p{M}\p{Join_Control}\u{E0020}-\u{E007F}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

interface Opened extends Omit<Face, 'read'> {
  font: PlainFont;
}

/** A part of a line in logical order. */
interface Span {
  face: Opened;
  text: string;
  level: number;
}

/** Inter, and behind it a font for each script that Inter lacks, which is opened with its first letter (decision 920). */
export class Typeface {
  readonly #base: Opened;
  readonly #weight: Weight;
  readonly #left: Shaping = { ...MOST_SHAPED };
  readonly #opened = new Map<string, Opened>();
  readonly #faces = [new Map<number, Opened | null>(), new Map<number, Opened | null>()] as const;
  readonly #substitutes = new Map<string, string>();

  /** @param file Inter, as TrueType */
  constructor(name: string, file: Uint8Array, weight: Weight) {
    this.#base = { name, font: plainFont(file), shaped: false };
    this.#weight = weight;
  }

  /** The font that most texts are drawn by, whose height a line has. */
  get base(): PlainFont {
    return this.#base.font;
  }

  /** What can be drawn of a text: signs that no font has become their base letter or a box, and what isn't seen goes. */
  drawable(text: string): string {
    const isJapanese = KANA.test(text);
    let [drawn, before]: [string, Opened | null] = ['', null];
    for (const sign of text.normalize('NFC')) {
      if (SPACES.test(sign)) {
        drawn += ' ';
        before = null;
      } else if (ATTACHED.test(sign)) {
        if (before?.shaped && before.font.has(sign.codePointAt(0) ?? 0)) drawn += sign;
      } else {
        const own = UNSEEN.test(sign) ? '' : this.#drawnFor(sign, isJapanese);
        if (own !== '') before = this.#faceOf(own.codePointAt(0) ?? 0, isJapanese);
        drawn += own;
      }
    }
    // A name of marks and controls alone is still a name.
    return drawn.trim() === '' && text.trim() !== '' ? BOX : drawn;
  }

  /** In thousandths of the size. */
  widthOf(text: string): number {
    if (this.#isPlain(text)) return this.base.widthOf(text);
    return this.#parts(text).reduce((sum, span) => sum + this.#pieceOf(span).width, 0);
  }

  /** A line as what one font each draws, from left to right. @param line of a drawable text */
  piecesOf(line: string): Piece[] {
    if (this.#isPlain(line)) return [this.#pieceOf({ face: this.#base, text: line, level: 0 })];
    return reordered(this.#parts(line)).map((span) => this.#pieceOf(span));
  }

  #pieceOf({ face, text, level }: Span): Piece {
    const isReversed = level % 2 === 1;
    const shown = isReversed && !face.shaped ? mirrored(text) : text;
    return { name: face.name, font: face.font, text: shown, width: face.font.widthOf(shown, isReversed) };
  }

  /** In logical order. */
  #parts(line: string): Span[] {
    const levels = isRightToLeft(line) ? levelsOf(line) : undefined;
    const isJapanese = KANA.test(line);
    const spans: Span[] = [];
    let at = 0;
    for (const sign of line) {
      const level = levels?.[at] ?? 0;
      at += sign.length;
      const last = spans.at(-1);
      if (ATTACHED.test(sign) && last?.face.shaped) {
        last.text += sign;
        continue;
      }
      if (fold(sign) === '') continue;
      const face = this.#faceOf(sign.codePointAt(0) ?? 0, isJapanese) ?? this.#base;
      if (last && last.face === face && last.level === level) last.text += sign;
      else spans.push({ face, text: sign, level });
    }
    return spans;
  }

  /** Whether Inter has it all. */
  #isPlain(text: string): boolean {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x17f) return false;
    }
    return true;
  }

  #faceOf(code: number, isJapanese: boolean): Opened | null {
    const faces = this.#faces[isJapanese ? 1 : 0];
    const known = faces.get(code);
    if (known !== undefined) return known;
    const own = this.base.has(code) ? this.#base : this.#foreign(code, isJapanese);
    faces.set(code, own);
    return own;
  }

  #foreign(code: number, isJapanese: boolean): Opened | null {
    const face = faceOf(code, this.#weight, isJapanese);
    if (!face) return null;
    const { name, shaped, read } = face;
    let opened = this.#opened.get(name);
    if (!opened) {
      const font = shaped ? shapedFont(read(), this.#left) : plainFont(read());
      opened = { name, shaped, font };
      this.#opened.set(name, opened);
    }
    return opened.font.has(code) ? opened : null;
  }

  #drawnFor(sign: string, isJapanese: boolean): string {
    if (this.#faceOf(sign.codePointAt(0) ?? 0, isJapanese)) return sign;
    const known = this.#substitutes.get(sign);
    if (known !== undefined) return known;
    const plain = [...sign.normalize('NFKD')].filter((one) => !UNSEEN.test(one));
    const isWhole = plain.length > 0 && plain.length <= 4;
    const has = (one: string) => this.#faceOf(one.codePointAt(0) ?? 0, isJapanese) !== null;
    const drawn = isWhole && plain.every(has) ? plain.join('') : BOX;
    this.#substitutes.set(sign, drawn);
    return drawn;
  }
}
