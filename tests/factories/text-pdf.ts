/** Text of a page, with its place in points from the bottom left corner. */
export type Placed = readonly [x: number, y: number, text: string];

/** A PDF of one page with these texts in 10 point Helvetica. */
export function textPdf(texts: readonly Placed[]): Buffer {
  return pdfWith(shown(texts));
}

function shown(texts: readonly Placed[], matrix = '1 0 0 1 0 0'): Buffer {
  const placed = texts.map(
    ([x, y, text]) => `1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj`,
  );
  return stream('', Buffer.from([`${matrix} cm BT /F1 10 Tf`, ...placed, 'ET'].join('\n'), 'latin1'));
}

/** How a page of 612 by 792 points is turned to the left. */
const TURNS = { 0: '1 0 0 1 0 0', 90: '0 1 -1 0 792 0', 180: '-1 0 0 -1 612 792', 270: '0 -1 1 0 0 612' };

/** A page of a PDF: its texts, as they are read, and how far their page is turned to the left. */
export interface TextPage {
  texts: readonly Placed[];
  turn?: keyof typeof TURNS;
}

/** What Helvetica has in place of U+0001 to U+0003: a ligature without text. */
const LIGATURES = '/Encoding<</Type/Encoding/Differences[1/g771/g772/g773]>>';

/** A PDF of these pages in 10 point Helvetica, whose signs U+0001 to U+0003 are drawn and have no text. */
export function pagesPdf(pages: readonly TextPage[]): Buffer {
  const first = 4;
  const kids = pages.map((_, i) => `${first + 2 * i} 0 R`).join(' ');
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    object(1, '<</Type/Catalog/Pages 2 0 R>>'),
    object(2, `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`),
    object(3, `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${LIGATURES}>>`),
    ...pages.flatMap(({ texts, turn = 0 }, i) => {
      const [number, box] = [first + 2 * i, turn % 180 === 0 ? '0 0 612 792' : '0 0 792 612'];
      const page = `/MediaBox[${box}]/Contents ${number + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>`;
      return [
        object(number, `<</Type/Page/Parent 2 0 R${page}>>`),
        object(number + 1, shown(texts, TURNS[turn])),
      ];
    }),
    Buffer.from('trailer<</Root 1 0 R>>\n%%EOF\n'),
  ]);
}

/** A PDF of one page with this content stream and further objects, each with its number. */
export function pdfWith(contents: Buffer, page = '', more: readonly Buffer[] = [], resources = ''): Buffer {
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    object(1, '<</Type/Catalog/Pages 2 0 R>>'),
    object(2, '<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    object(
      3,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>${resources}>>${page}>>`,
    ),
    object(4, contents),
    object(5, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
    ...more,
    Buffer.from('trailer<</Root 1 0 R>>\n%%EOF\n'),
  ]);
}

export function object(number: number, body: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]);
}

export function stream(dictionary: string, data: Buffer): Buffer {
  const head = `<<${dictionary}/Length ${data.length}>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]);
}
