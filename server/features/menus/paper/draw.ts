import { encode } from 'uqr';
import { MARGIN, Paper, type Picture, type Style, WIDTH } from '../../../platform/pdf/paper';
import { type MenuSheet, type MenuSheetGoods, MOST_PAGES } from './schema';

const GRAY = '#56615b';
const INK = '#17201b';
const RULE = '#dde2df';
const TITLE: Style = { font: 'bold', size: 18, color: INK };
const SELLER: Style = { font: 'regular', size: 10, color: GRAY };
const TEXT: Style = { font: 'regular', size: 9, color: INK };
const CATEGORY: Style = { font: 'bold', size: 12, color: INK };
const NAME: Style = { font: 'bold', size: 9, color: INK };
const FACTS: Style = { font: 'regular', size: 7.5, color: GRAY };
const PRICE: Style = { font: 'bold', size: 9, color: INK };

/** Points. */
const QR = 84;
const LOGO = { width: 120, height: 40 };
const GAP = 14;
const COLUMN = (WIDTH - GAP) / 2;
const PICTURE = 36;
const PRICES = 78;
const PAD = 5;
const BOTTOM = 792 - MARGIN - 24;

/**
 * Draws a menu on letter paper in two columns, by category.
 * @param pictures as PNG or JPEG, by the names that the sheet has for them; one that can't be read is left out
 * @returns the PDF; nothing where it would have more pages than a menu may
 */
export async function drawMenuSheet(
  sheet: MenuSheet,
  pictures: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array> {
  const paper = new Paper(`${sheet.title}, ${sheet.seller}`);
  const opened = new Map<string, Picture | null>();
  for (const [name, file] of pictures) opened.set(name, paper.picture(file));
  let pages = 1;
  paper.turn();
  head(paper, sheet, opened);
  let top = paper.y;
  let column = 0;
  const next = () => {
    if (column === 0) {
      column = 1;
    } else {
      pages++;
      column = 0;
      paper.turn();
      top = paper.y;
    }
    paper.y = top;
  };
  const place = (height: number) => {
    if (paper.y + height > BOTTOM) next();
    return MARGIN + column * (COLUMN + GAP);
  };
  for (const { category, goods } of sheet.groups) {
    const x = place(70);
    paper.y += 6;
    paper.write([{ x, width: COLUMN, texts: [{ text: category, style: CATEGORY }] }], () => {});
    paper.y += 3;
    for (const one of goods) {
      const columns = columnsOf(one, 0);
      const height = Math.max(PICTURE, paper.heightOf(columns)) + 2 * PAD;
      entry(paper, one, place(Math.min(height, 200)), opened, height);
      if (pages > MOST_PAGES) return new Uint8Array();
    }
  }
  paper.endPages(
    (page, all) => `${sheet.title} · ${sheet.seller} · ${sheet.day} · page ${page} of ${all}`,
    FACTS,
  );
  return paper.finish();
}

function head(paper: Paper, sheet: MenuSheet, pictures: ReadonlyMap<string, Picture | null>): void {
  const { data } = encode(sheet.url, { ecc: 'M', border: 1 });
  paper.pattern(data, { x: MARGIN + WIDTH - QR, y: MARGIN, size: QR });
  const logo = sheet.logo && pictures.get(sheet.logo);
  if (logo) {
    const { height } = paper.place(logo, { x: MARGIN, y: MARGIN, ...LOGO });
    paper.y = MARGIN + height + 6;
  }
  const texts = [
    { text: sheet.title, style: TITLE },
    { text: sheet.seller, style: SELLER },
    ...(sheet.licenses ? [{ text: sheet.licenses, style: FACTS }] : []),
    ...(sheet.message ? [{ text: sheet.message, style: TEXT }] : []),
  ];
  paper.write([{ x: MARGIN, width: WIDTH - QR - 16, texts }]);
  paper.y = Math.max(paper.y, MARGIN + QR) + 8;
  paper.rule(INK);
  paper.y += 4;
}

const columnsOf = ({ name, facts, price, ladder, availability }: MenuSheetGoods, x: number) => [
  {
    x: x + PICTURE + 8,
    width: COLUMN - PICTURE - PRICES - 14,
    texts: [
      { text: name, style: NAME },
      { text: facts, style: FACTS },
    ],
  },
  {
    x: x + COLUMN - PRICES,
    width: PRICES,
    align: 'right' as const,
    texts: [
      ...(price ? [{ text: price, style: PRICE }] : []),
      ...(ladder ? [{ text: ladder, style: FACTS }] : []),
      ...(availability ? [{ text: availability, style: FACTS }] : []),
    ],
  },
];

function entry(
  paper: Paper,
  one: MenuSheetGoods,
  x: number,
  pictures: ReadonlyMap<string, Picture | null>,
  height: number,
): void {
  const top = paper.y + PAD;
  const picture = one.picture && pictures.get(one.picture);
  if (picture) paper.place(picture, { x, y: top, width: PICTURE, height: PICTURE });
  paper.y = top;
  paper.write(columnsOf(one, x), () => {});
  paper.y = top - PAD + height;
  paper.rule(RULE, x, COLUMN);
}
