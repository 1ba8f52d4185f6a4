import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import type { Sheet } from './schema';

const FONTS = 'server/platform/pdf/fonts';
/** Points: half an inch around, on letter paper. */
const MARGIN = 36;
const WIDTH = 612 - 2 * MARGIN;
const BOTTOM = 792 - MARGIN - 18;
const GRAY = '#56615b';
const RULE = '#dde2df';
const PAD = 4;
/** Figures of one width, so that columns of numbers line up. */
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'tnum'];

type Doc = PDFKit.PDFDocument;

/** The folder of the fonts: compiled code runs from `dist/`, source from here. */
function fontsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, FONTS))) {
    if (folder === dirname(folder)) throw new Error(`${FONTS} is missing`);
    folder = dirname(folder);
  }
  return join(folder, FONTS);
}

/** Draws documents on letter paper, each from a new page. @returns the PDF */
export async function drawSheets(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const fonts = fontsFolder();
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    autoFirstPage: false,
    bufferPages: true,
    lang: 'en-US',
    info: { Title: sheets.map(({ title, number }) => `${title} ${number}`).join(', '), Creator: 'Tallyleaf' },
  });
  doc.registerFont('regular', join(fonts, 'inter-400.ttf'));
  doc.registerFont('bold', join(fonts, 'inter-600.ttf'));
  const written = buffer(doc);
  for (const sheet of sheets) drawSheet(doc, sheet);
  doc.end();
  return new Uint8Array(await written);
}

function drawSheet(doc: Doc, sheet: Sheet): void {
  doc.addPage();
  const first = doc.bufferedPageRange().count - 1;
  heading(doc, sheet);
  parties(doc, sheet);
  facts(doc, sheet);
  table(doc, sheet);
  totals(doc, sheet);
  if (sheet.notes) block(doc, 'Notes', sheet.notes);
  signatures(doc, sheet);
  const last = doc.bufferedPageRange().count - 1;
  for (let page = first; page <= last; page++) {
    doc.switchToPage(page);
    // Text below the bottom margin would begin a page.
    doc.page.margins.bottom = 0;
    write(
      doc,
      `${sheet.title} ${sheet.number} · page ${page - first + 1} of ${last - first + 1}`,
      MARGIN,
      792 - MARGIN - 8,
      {
        size: 8,
        color: GRAY,
        width: WIDTH,
        align: 'right',
      },
    );
  }
}

/** Writes text at a place without moving the cursor below a page's end. */
function write(
  doc: Doc,
  text: string,
  x: number,
  y: number,
  {
    font = 'regular',
    size = 9,
    color = '#17201b',
    ...options
  }: {
    font?: string;
    size?: number;
    color?: string;
    width: number;
    align?: 'left' | 'right';
    height?: number;
  },
): void {
  doc
    .font(font)
    .fontSize(size)
    .fillColor(color)
    .text(text, x, y, { features: FEATURES, lineBreak: true, ...options });
}

function heightOf(doc: Doc, text: string, width: number, size = 9, font = 'regular'): number {
  return doc.font(font).fontSize(size).heightOfString(text, { width, features: FEATURES });
}

function rule(doc: Doc, y: number, color = RULE): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.7)
    .strokeColor(color)
    .stroke();
}

/** Leaves a page on which so much no longer fits. */
function room(doc: Doc, height: number): void {
  if (doc.y + height <= BOTTOM) return;
  doc.addPage();
  doc.y = MARGIN;
}

function heading(doc: Doc, { title, number }: Sheet): void {
  write(doc, title, MARGIN, MARGIN, { font: 'bold', size: 18, width: WIDTH / 2 });
  write(doc, number, MARGIN + WIDTH / 2, MARGIN + 4, {
    font: 'bold',
    size: 12,
    width: WIDTH / 2,
    align: 'right',
  });
  rule(doc, MARGIN + 28, '#17201b');
  doc.y = MARGIN + 38;
}

function parties(doc: Doc, { parties: all }: Sheet): void {
  const width = WIDTH / all.length - 12;
  const top = doc.y;
  let bottom = top;
  for (const [index, { role, name, lines }] of all.entries()) {
    const x = MARGIN + index * (WIDTH / all.length);
    write(doc, role, x, top, { size: 8, color: GRAY, width });
    write(doc, name, x, doc.y, { font: 'bold', size: 10, width });
    for (const line of lines) write(doc, line, x, doc.y, { width });
    bottom = Math.max(bottom, doc.y);
  }
  doc.y = bottom + 12;
}

function facts(doc: Doc, { facts: all }: Sheet): void {
  const columns = 3;
  const width = WIDTH / columns;
  for (let start = 0; start < all.length; start += columns) {
    const row = all.slice(start, start + columns);
    const top = doc.y;
    let bottom = top;
    for (const [index, { label, value }] of row.entries()) {
      const x = MARGIN + index * width;
      write(doc, label, x, top, { size: 8, color: GRAY, width: width - 10 });
      write(doc, value, x, doc.y, { width: width - 10 });
      bottom = Math.max(bottom, doc.y);
    }
    doc.y = bottom + 8;
  }
  doc.y += 4;
}

function table(doc: Doc, { columns, rows }: Sheet): void {
  const shares = columns.reduce((sum, { width }) => sum + width, 0);
  const widths = columns.map(({ width }) => (width / shares) * WIDTH);
  const starts = widths.map(
    (_, index) => MARGIN + widths.slice(0, index).reduce((sum, width) => sum + width, 0),
  );
  const draw = (
    cells: readonly string[],
    style: { font: string; size: number; color: string },
    height: number,
  ) => {
    const top = doc.y;
    for (const [index, text] of cells.entries()) {
      write(doc, text, (starts[index] ?? 0) + 1, top + PAD, {
        ...style,
        width: (widths[index] ?? 0) - PAD,
        align: columns[index]?.align,
      });
    }
    rule(doc, top + height);
    doc.y = top + height;
  };
  const head = () =>
    draw(
      columns.map(({ label }) => label),
      { font: 'bold', size: 8, color: GRAY },
      18,
    );
  room(doc, 60);
  head();
  for (const cells of rows) {
    const tallest = Math.max(
      ...cells.map((text, index) => heightOf(doc, text, (widths[index] ?? 0) - PAD, 8)),
    );
    const height = tallest + 2 * PAD;
    if (doc.y + height > BOTTOM) {
      room(doc, height);
      head();
    }
    draw(cells, { font: 'regular', size: 8, color: '#17201b' }, height);
  }
  doc.y += 8;
}

function totals(doc: Doc, { totals: all }: Sheet): void {
  room(doc, all.length * 16);
  for (const [index, { label, value }] of all.entries()) {
    const top = doc.y;
    const font = index === all.length - 1 ? 'bold' : 'regular';
    write(doc, label, MARGIN + WIDTH - 300, top, { font, width: 190, align: 'right' });
    write(doc, value, MARGIN + WIDTH - 100, top, { font, width: 99, align: 'right' });
    doc.y = top + 15;
  }
  doc.y += 8;
}

function block(doc: Doc, label: string, text: string): void {
  room(doc, Math.min(heightOf(doc, text, WIDTH), 200) + 24);
  write(doc, label, MARGIN, doc.y, { size: 8, color: GRAY, width: WIDTH });
  write(doc, text, MARGIN, doc.y, { width: WIDTH });
  doc.y += 12;
}

function signatures(doc: Doc, { signatures: all }: Sheet): void {
  if (all.length === 0) return;
  room(doc, 60);
  const width = WIDTH / all.length;
  const top = doc.y + 34;
  for (const [index, label] of all.entries()) {
    const x = MARGIN + index * width;
    doc
      .moveTo(x, top)
      .lineTo(x + width - 24, top)
      .lineWidth(0.7)
      .strokeColor('#17201b')
      .stroke();
    write(doc, `${label}: name, signature, date and time`, x, top + 4, {
      size: 8,
      color: GRAY,
      width: width - 24,
    });
  }
}
