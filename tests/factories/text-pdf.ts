/** Text of a page, with its place in points from the bottom left corner. */
export type Placed = readonly [x: number, y: number, text: string];

/** A PDF of one page with these texts in 10 point Helvetica. */
export function textPdf(texts: readonly Placed[]): Buffer {
  const shown = texts.map(
    ([x, y, text]) => `1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj`,
  );
  return pdfWith(stream('', Buffer.from(['BT /F1 10 Tf', ...shown, 'ET'].join('\n'))));
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
