import { code128 } from '../../../kernel/code128';
import { type Column, MARGIN, Paper, type Picture, type Style, WIDTH } from '../../../platform/pdf/paper';
import { logoOf } from '../../entities/logo/schema';
import type { PrintedSheet } from './schema';

const GRAY = '#56615b';
const INK = '#17201b';
const RULE = '#dde2df';
const PAD = 4;
/** A row that is higher begins where it is and goes on on the next page. */
const KEPT_TOGETHER = 600;

/** Of a barcode: points. A narrower module than this is a smear on paper. */
const BARS = 16;
const NARROWEST_MODULE = 0.45;
/** Barcodes of one PDF: a page holds 20, and each is some hundred bars. */
const MOST_BARCODES = 1_000;

const LABEL: Style = { font: 'regular', size: 8, color: GRAY };
const TEXT: Style = { font: 'regular', size: 9, color: INK };
const CELL: Style = { font: 'regular', size: 8, color: INK };
const HEAD: Style = { font: 'bold', size: 8, color: GRAY };
const NAME: Style = { font: 'bold', size: 10, color: INK };
const TITLE: Style = { font: 'bold', size: 18, color: INK };
const NUMBER: Style = { font: 'bold', size: 12, color: INK };
const SUM: Style = { font: 'bold', size: 9, color: INK };

/** Points. */
const LOGO = { width: 160, height: 48 };

/**
 * Draws documents on letter paper, each from a new page.
 * @param logos as PNG, by id; a sheet whose logo is missing or can't be read has none
 * @returns the PDF
 */
export async function drawSheets(
  sheets: readonly PrintedSheet[],
  logos: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Uint8Array> {
  const paper = new Paper(sheets.map(({ title, number }) => `${title} ${number}`).join(', '));
  const lines = sheets.reduce((sum, { rows }) => sum + rows.length, 0);
  const pictures = new Map([...logos].map(([id, png]) => [id, paper.picture(png)]));
  for (const sheet of sheets) {
    const logo = sheet.logo_url && pictures.get(logoOf(sheet.logo_url) ?? '');
    drawSheet(paper, sheet, { withBarcodes: lines <= MOST_BARCODES, logo: logo || null });
  }
  return paper.finish();
}

function drawSheet(
  paper: Paper,
  sheet: PrintedSheet,
  { withBarcodes, logo }: { withBarcodes: boolean; logo: Picture | null },
): void {
  paper.turn();
  if (logo) headingBeside(paper, sheet, logo);
  else heading(paper, sheet);
  parties(paper, sheet);
  facts(paper, sheet);
  table(paper, sheet, withBarcodes);
  totals(paper, sheet);
  if (sheet.payment) block(paper, 'How to pay', sheet.payment);
  if (sheet.notes) block(paper, 'Notes', sheet.notes);
  signatures(paper, sheet);
  paper.endPages((page, pages) => `${sheet.title} ${sheet.number} · page ${page} of ${pages}`, LABEL);
}

function heading(paper: Paper, { title, number }: PrintedSheet): void {
  paper.write([{ x: MARGIN, width: WIDTH / 2, texts: [{ text: title, style: TITLE }] }]);
  paper.y = MARGIN + 4;
  paper.write([
    { x: MARGIN + WIDTH / 2, width: WIDTH / 2, align: 'right', texts: [{ text: number, style: NUMBER }] },
  ]);
  paper.y = MARGIN + 28;
  paper.rule(INK);
  paper.y = MARGIN + 38;
}

/** The logo on the left, title and number on the right. */
function headingBeside(paper: Paper, { title, number }: PrintedSheet, logo: Picture): void {
  const { height } = paper.place(logo, { x: MARGIN, y: MARGIN, ...LOGO });
  const texts = [
    { text: title, style: TITLE },
    { text: number, style: NUMBER },
  ];
  paper.write([{ x: MARGIN + WIDTH / 2, width: WIDTH / 2, align: 'right', texts }]);
  paper.y = Math.max(paper.y, MARGIN + height) + 8;
  paper.rule(INK);
  paper.y += 10;
}

function parties(paper: Paper, { parties: all }: PrintedSheet): void {
  const width = WIDTH / all.length;
  paper.write(
    all.map(({ role, name, lines }, index) => ({
      x: MARGIN + index * width,
      width: width - 12,
      texts: [
        { text: role, style: LABEL },
        { text: name, style: NAME },
        ...lines.map((text) => ({ text, style: TEXT })),
      ],
    })),
  );
  paper.y += 12;
}

function facts(paper: Paper, { facts: all }: PrintedSheet): void {
  const columns = 3;
  const width = WIDTH / columns;
  for (let start = 0; start < all.length; start += columns) {
    paper.write(
      all.slice(start, start + columns).map(({ label, value }, index) => ({
        x: MARGIN + index * width,
        width: width - 10,
        texts: [
          { text: label, style: LABEL },
          { text: value, style: TEXT },
        ],
      })),
    );
    paper.y += 8;
  }
  paper.y += 4;
}

function table(paper: Paper, { columns, rows }: PrintedSheet, withBarcodes: boolean): void {
  const shares = columns.reduce((sum, { width }) => sum + width, 0);
  let x = MARGIN;
  const places = columns.map(({ width: share, align }) => {
    const place = { x: x + 1, width: (share / shares) * WIDTH - PAD, align };
    x += (share / shares) * WIDTH;
    return place;
  });
  const cellsOf = (texts: readonly string[], style: Style): Column[] =>
    places.map((place, index) => ({ ...place, texts: [{ text: texts[index] ?? '', style }] }));
  const draw = (cells: readonly Column[], turn?: () => void) => {
    paper.y += PAD;
    paper.write(cells, turn);
    paper.y += PAD;
    paper.rule(RULE);
  };
  const head = cellsOf(
    columns.map(({ label }) => label),
    HEAD,
  );
  const nextPage = () => {
    paper.turn();
    draw(head);
    paper.y += PAD;
  };
  paper.room(60);
  draw(head);
  for (const row of rows) {
    const cells = cellsOf(row, CELL);
    const codes = withBarcodes ? barcodesOf(paper, columns, cells) : [];
    const height = Math.max(paper.heightOf(cells), ...codes.map(({ below }) => below + BARS)) + 2 * PAD;
    if (paper.room(Math.min(height, KEPT_TOGETHER))) draw(head);
    const top = paper.y + PAD;
    if (codes.length === 0 || height > KEPT_TOGETHER) {
      draw(cells, nextPage);
      continue;
    }
    for (const { modules, cell, below } of codes) paper.barcode(modules, cell, BARS, top + below);
    paper.y = top;
    paper.write(cells);
    paper.y = top - PAD + height;
    paper.rule(RULE);
  }
  paper.y += 8;
}

/** Barcodes of a row: each below the text of its cell. */
function barcodesOf(paper: Paper, columns: PrintedSheet['columns'], cells: readonly Column[]) {
  return columns.flatMap(({ barcode }, index) => {
    const cell = cells[index];
    const text = cell?.texts[0]?.text;
    const modules = barcode && text && cell ? code128(text) : null;
    if (!cell || !modules || cell.width / modules.length < NARROWEST_MODULE) return [];
    return [{ modules, cell, below: paper.heightOf([cell]) + 2 }];
  });
}

function totals(paper: Paper, { totals: all, categories }: PrintedSheet): void {
  paper.room((Math.max(all.length, categories.length) + 1) * 15);
  const start = paper.y;
  for (const [index, { label, value }] of categories.entries()) {
    paper.y = start + index * 15;
    paper.write([
      { x: MARGIN + 1, width: 120, texts: [{ text: label, style: TEXT }] },
      { x: MARGIN + 121, width: 80, align: 'right', texts: [{ text: value, style: TEXT }] },
    ]);
  }
  const end = paper.y;
  paper.y = start;
  for (const [index, { label, value }] of all.entries()) {
    const style = index === all.length - 1 ? SUM : TEXT;
    const top = paper.y;
    paper.write([
      { x: MARGIN + WIDTH - 300, width: 190, align: 'right', texts: [{ text: label, style }] },
      { x: MARGIN + WIDTH - 100, width: 99, align: 'right', texts: [{ text: value, style }] },
    ]);
    paper.y = top + 15;
  }
  paper.y = Math.max(paper.y, end) + 8;
}

function block(paper: Paper, label: string, text: string): void {
  const column = { x: MARGIN, width: WIDTH, texts: [{ text, style: TEXT }] };
  paper.room(Math.min(paper.heightOf([column]), 200) + 24);
  paper.write([{ ...column, texts: [{ text: label, style: LABEL }, ...column.texts] }]);
  paper.y += 12;
}

function signatures(paper: Paper, { signatures: all }: PrintedSheet): void {
  if (all.length === 0) return;
  paper.room(60);
  const width = WIDTH / all.length;
  const top = paper.y + 34;
  for (const index of all.keys()) paper.rule(INK, MARGIN + index * width, width - 24, top);
  paper.y = top + 4;
  paper.write(
    all.map((label, index) => ({
      x: MARGIN + index * width,
      width: width - 24,
      texts: [{ text: `${label}: name, signature, date and time`, style: LABEL }],
    })),
  );
}
