import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { barsOf } from '../../kernel/code128';
import { sourceFolder } from '../../kernel/source-folder';
import { directed } from './direction';
import { linesOf } from './lines';
import type { PlainFont } from './plain-font';
import { Typeface } from './typeface';

const FONTS = 'server/platform/pdf/fonts';
const WEIGHTS = { regular: 400, bold: 600 } as const;
/** A line at a time, which is measured already: pdfkit would measure each word of it, and the whole. */
const ONE_LINE = { lineBreak: false, features: [] as never[], textWidth: 0, wordCount: 1 };
const ON_BASELINE = { ...ONE_LINE, baseline: 'alphabetic' as const };
/** Points: half an inch around, on letter paper, and room for a line below. */
export const MARGIN = 36;
export const WIDTH = 612 - 2 * MARGIN;
/** Points: a quarter of a millimeter, which any scanner reads. */
const WIDEST_MODULE = 0.75;
const FOOT = 792 - MARGIN - 8;
const BOTTOM = FOOT - 10;

export interface Style {
  font: keyof typeof WEIGHTS;
  size: number;
  color: string;
}

/** Texts below each other in a column of the page. */
export interface Column {
  x: number;
  width: number;
  align?: 'left' | 'right';
  texts: ReadonlyArray<{ text: string; style: Style }>;
}

/** An opened picture: it is in the document once, however often it is placed. */
export interface Picture {
  width: number;
  height: number;
}

interface Line {
  text: string;
  style: Style;
  height: number;
}

/** Letter paper that takes any text: words break, columns go on on the next page, and each text is measured once. */
export class Paper {
  /** Where the next thing goes, from the top of the page. */
  y = MARGIN;
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts: Record<Style['font'], Typeface>;
  readonly #written: Promise<Buffer>;
  readonly #registered = new Set<string>();
  readonly #lines = new Map<string, readonly string[]>();

  constructor(title: string) {
    const folder = sourceFolder(FONTS);
    const open = (font: Style['font']) => {
      const weight = WEIGHTS[font];
      return new Typeface(font, readFileSync(join(folder, `inter-${weight}.ttf`)), weight);
    };
    this.#fonts = { regular: open('regular'), bold: open('bold') };
    this.#doc = new PDFDocument({
      size: 'LETTER',
      margin: MARGIN,
      autoFirstPage: false,
      bufferPages: true,
      // It would hold every text; looking up letters again costs less.
      fontLayoutCache: false,
      lang: 'en-US',
      info: { Title: title, Creator: 'Tallyleaf' },
    });
    for (const [name, { base }] of Object.entries(this.#fonts)) this.#register(name, base);
    this.#written = buffer(this.#doc);
  }

  /** Begins a page. */
  turn(): void {
    this.#doc.addPage();
    this.y = MARGIN;
  }

  /** Leaves a page on which so much no longer fits. @returns whether it did */
  room(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.turn();
    return true;
  }

  /** How high columns are beside each other. */
  heightOf(columns: readonly Column[]): number {
    return Math.max(
      0,
      ...columns.map((column) => this.#linesOf(column).reduce((sum, { height }) => sum + height, 0)),
    );
  }

  /**
   * Writes columns beside each other, from here on, as far as pages go, and moves below the longest.
   * @param turn begins the next page
   */
  write(columns: readonly Column[], turn = () => this.turn()): void {
    let rest = columns.map((column) => ({ column, lines: this.#linesOf(column) }));
    for (;;) {
      let bottom = this.y;
      rest = rest.map(({ column, lines }) => {
        let y = this.y;
        const fitting = lines.findIndex((line, i) => {
          // A page takes one line in any case.
          if (y + line.height > BOTTOM && (i > 0 || this.y > MARGIN + 60)) return true;
          this.#put(line, column, y);
          y += line.height;
          return false;
        });
        bottom = Math.max(bottom, y);
        return { column, lines: fitting < 0 ? [] : lines.slice(fitting) };
      });
      this.y = bottom;
      if (rest.every(({ lines }) => lines.length === 0)) return;
      turn();
    }
  }

  /** A horizontal line from `x`, here. */
  rule(color: string, x = MARGIN, width = WIDTH, y = this.y): void {
    this.#doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.7)
      .strokeColor(color)
      .stroke();
  }

  /** Draws a barcode as wide as its column has room for, here. @param modules as `code128` returns them */
  barcode(modules: string, { x, width }: Pick<Column, 'x' | 'width'>, height: number, y = this.y): void {
    const module = Math.min(WIDEST_MODULE, width / modules.length);
    for (const bar of barsOf(modules)) this.#doc.rect(x + bar.start * module, y, bar.width * module, height);
    this.#doc.fill('#000000');
  }

  /** Draws a square of dark fields, such as a QR code. @param rows true for a dark field */
  pattern(
    rows: ReadonlyArray<readonly boolean[]>,
    { x, y, size }: { x: number; y: number; size: number },
  ): void {
    const side = size / Math.max(1, rows.length);
    for (const [down, row] of rows.entries()) {
      for (const [across, dark] of row.entries()) {
        if (dark) this.#doc.rect(x + across * side, y + down * side, side, side);
      }
    }
    this.#doc.fill('#000000');
  }

  /** Opens a picture. @returns null for a file that isn't a picture */
  picture(file: Uint8Array): Picture | null {
    try {
      // Its types leave out that pictures can be opened before they are placed.
      const { openImage } = this.#doc as unknown as { openImage(file: Buffer): Picture };
      return openImage.call(this.#doc, Buffer.from(file));
    } catch {
      return null;
    }
  }

  /** Places a picture at the top left of a box, as large as it has room there: a pixel is a point at most. @returns its size in points */
  place(
    picture: Picture,
    box: { x: number; y: number; width: number; height: number },
  ): { width: number; height: number } {
    const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
    const size = { width: picture.width * scale, height: picture.height * scale };
    this.#doc.image(picture as never, box.x, box.y, size);
    return size;
  }

  /** Writes a line at the foot of each page since the last time, and ends these pages. */
  endPages(footOf: (page: number, pages: number) => string, style: Style): void {
    const { start, count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(start + page);
      const [text = ''] = this.#broken(footOf(page + 1, count), WIDTH, style);
      this.#put({ text, style, height: 0 }, { x: MARGIN, width: WIDTH, align: 'right', texts: [] }, FOOT);
    }
    this.#doc.flushPages();
    this.#lines.clear();
  }

  /** Ends the document. @returns the PDF */
  async finish(): Promise<Uint8Array> {
    this.#doc.end();
    return new Uint8Array(await this.#written);
  }

  #linesOf({ texts, width }: Column): Line[] {
    return texts.flatMap(({ text, style }) => {
      const height = this.#styled(style).currentLineHeight(true);
      return this.#broken(text, width, style).map((line) => ({ text: line, style, height }));
    });
  }

  #broken(text: string, width: number, { font, size }: Style): readonly string[] {
    const key = `${font} ${size} ${width} ${text}`;
    const known = this.#lines.get(key);
    if (known) return known;
    const face = this.#fonts[font];
    const wide = (width * 1000) / size;
    const lines = text.split(/\r\n?|[\n\u2028\u2029]/).flatMap((one) => {
      const paragraph = face.drawable(one);
      return directed(
        paragraph,
        linesOf(paragraph, wide, (part) => face.widthOf(part)),
      );
    });
    this.#lines.set(key, lines);
    return lines;
  }

  #put({ text, style }: Line, { x, width, align }: Column, y: number): void {
    if (text === '') return;
    const face = this.#fonts[style.font];
    const pieces = face.piecesOf(text);
    const points = style.size / 1000;
    const own = pieces.reduce((sum, piece) => sum + piece.width, 0) * points;
    // Fonts of other scripts are higher or lower: what they share is the line that letters stand on.
    const baseline = y + (face.base.ascent / face.base.unitsPerEm) * style.size;
    let left = align === 'right' ? x + width - own : x;
    this.#styled(style).fillColor(style.color);
    for (const piece of pieces) {
      this.#register(piece.name, piece.font);
      this.#doc.font(piece.name).text(piece.text, left, baseline, ON_BASELINE);
      left += piece.width * points;
    }
  }

  #register(name: string, font: PlainFont): void {
    if (this.#registered.has(name)) return;
    this.#registered.add(name);
    // pdfkit takes an opened font, too, which its types leave out.
    this.#doc.registerFont(name, font as never);
  }

  #styled({ font, size }: Style): PDFKit.PDFDocument {
    return this.#doc.font(font).fontSize(size);
  }
}
