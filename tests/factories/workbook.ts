import { strToU8, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const letters = (column: number) => String.fromCharCode(65 + column);

/** A cell by its kind: `t` text, `n` number, `d` day, `p` percent, `z` number of five digits, `f` formula=kept value, `e` error, `x` raw text. */
function cellXml(spec: string, at: string): string {
  const kind = /^[tndpzfex]:/.test(spec) ? spec.charAt(0) : 't';
  const text = /^[tndpzfex]:/.test(spec) ? spec.slice(2) : spec;
  const styles: Record<string, number> = { d: 1, p: 2, z: 3 };
  switch (kind) {
    case 'f': {
      const cut = text.lastIndexOf('=');
      const [formula, kept] = cut < 0 ? [text, undefined] : [text.slice(0, cut), text.slice(cut + 1)];
      const value = kept === undefined ? '' : `<v>${escaped(kept)}</v>`;
      return `<c r="${at}"${kept === undefined ? '' : ' t="str"'}><f>${escaped(formula)}</f>${value}</c>`;
    }
    case 'e':
      return `<c r="${at}" t="e"><v>${text}</v></c>`;
    case 't':
      return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
    case 'x':
      return `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    default:
      return `<c r="${at}" s="${styles[kind] ?? 0}"><v>${text}</v></c>`;
  }
}

interface Form {
  /** Whether days are counted from 1904. */
  is1904?: boolean;
  /** Names of further sheets. */
  others?: string[];
  /** Of zeros in a part of its own. */
  padMegabytes?: number;
}

/** A workbook as Excel writes one, its first sheet with these rows; `cellXml` says what a cell may be. */
export function workbookOf(rows: string[][]): (form?: Form) => Buffer {
  const sheet = rows
    .map((cells, at) => {
      const row = at + 1;
      return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${letters(column)}${row}`)).join('')}</row>`;
    })
    .join('');
  return ({ is1904 = false, others = [], padMegabytes = 0 } = {}) => {
    const names = ['Sheet 1', ...others];
    const sheets = names.map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`);
    const relations = names.map(
      (_, n) =>
        `<Relationship Id="rId${n + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
    );
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
    const parts: Record<string, string> = {
      '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`,
      '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheets.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="rIdS" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    };
    for (const [n] of names.entries()) {
      const entities = '<!DOCTYPE w [<!ENTITY outer SYSTEM "file:///etc/passwd"><!ENTITY inner "boom">]>';
      parts[`xl/worksheets/sheet${n + 1}.xml`] =
        `<?xml version="1.0"?>${entities}<worksheet xmlns="${MAIN}"><sheetData>${n === 0 ? sheet : ''}</sheetData></worksheet>`;
    }
    const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
    if (padMegabytes > 0) files['xl/media/pad.bin'] = new Uint8Array(padMegabytes * 1024 * 1024);
    return Buffer.from(zipSync(files, { level: 9 }));
  };
}
