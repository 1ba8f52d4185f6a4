import { deflateSync } from 'node:zlib';
import { object, type Placed, pdfWith, stream, textPdf } from './text-pdf';

const deflated = (size: number) => deflateSync(Buffer.alloc(size, ' '));
/** Has a stream that inflates to so many bytes. */
export const inflating = (size: number) => pdfWith(stream('/Filter/FlateDecode', deflated(size)));
const blank = stream('', Buffer.from(' '));

/** PDFs that begin and end like any other. */
export const HOSTILE_PDFS: Record<string, () => Buffer> = {
  'a page tree that doubles at each level': () =>
    Buffer.concat([
      Buffer.from('%PDF-1.4\n'),
      object(1, '<</Type/Catalog/Pages 10 0 R>>'),
      ...Array.from({ length: 40 }, (_, i) =>
        object(10 + i, `<</Type/Pages/Count 1000000000/Kids[${11 + i} 0 R ${11 + i} 0 R]>>`),
      ),
      Buffer.from('trailer<</Root 1 0 R>>\n%%EOF\n'),
    ]),
  'a stream that inflates to 500 MB': () => inflating(500_000_000),
  'a stream that is deflated twice': () =>
    pdfWith(stream('/Filter[/FlateDecode/FlateDecode]', deflateSync(deflated(500_000_000)))),
  'objects nested a million deep': () => pdfWith(blank, `/X ${'['.repeat(1e6)}${']'.repeat(1e6)}`),
  'a page tree that contains itself': () =>
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 9>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    ),
  'a million pages': () =>
    Buffer.concat([
      Buffer.from('%PDF-1.4\n'),
      object(1, '<</Type/Catalog/Pages 2 0 R>>'),
      object(2, `<</Type/Pages/Count 1000000/Kids[${'3 0 R '.repeat(1e6)}]>>`),
      object(3, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>'),
      Buffer.from('trailer<</Root 1 0 R>>\n%%EOF\n'),
    ]),
  'thousands of labels without values': () =>
    textPdf(
      Array.from(
        { length: 2_900 },
        (_, i): Placed => [40 * (i % 20), 10 + 5 * (i / 20), 'Batch #: Total THC'],
      ),
    ),
  'thousands of names on one line': () =>
    textPdf(Array.from({ length: 2_900 }, (_, i): Placed => [i / 5, 700, i % 2 ? 'Total THC' : 'Ab Labs'])),
  'an archive behind the header of a PDF': () =>
    Buffer.concat([
      Buffer.from('%PDF-1.4\nPK\x03\x04'),
      Buffer.alloc(1_000_000, 'z'),
      Buffer.from('\n%%EOF\n'),
    ]),
};

const DEPTH = 9;
const form = (contents: string, resources: string) =>
  stream(`/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<${resources}>>`, Buffer.from(contents));

/** Takes years to read: each of its forms draws the next one ten times. */
export function slowPdf(): Buffer {
  const forms = Array.from({ length: DEPTH }, (_, i) =>
    object(
      10 + i,
      i === DEPTH - 1
        ? form('BT /F1 1 Tf 1 0 0 1 5 5 Tm (x) Tj ET\n', '/Font<</F1 5 0 R>>')
        : form('/X Do\n'.repeat(10), `/XObject<</X ${11 + i} 0 R>>`),
    ),
  );
  return pdfWith(stream('', Buffer.from('/X Do')), '', forms, '/XObject<</X 10 0 R>>');
}
