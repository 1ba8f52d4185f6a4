import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { cellsOf, type PdfText, type Run } from './text';

/** More than certificates have; beyond, a document is read in part. */
const PAGES = 20;
const RUNS = 30_000;
const CHARACTERS = 300_000;
/** Pages with more are left out: finding what is beside what must not take long. */
const CELLS = 3_000;

/**
 * Reads the text of a PDF. Runs no script of it and fetches nothing. Must run in a thread of its own: it may take any time.
 * @throws Error when it is no PDF or is encrypted
 */
export async function extractText(data: Uint8Array): Promise<PdfText> {
  const document = await getDocument({
    data,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    stopAtErrors: true,
    enableXfa: false,
    verbosity: 0,
  }).promise;
  const pages: PdfText['pages'] = [];
  let complete = document.numPages <= PAGES;
  let runsLeft = RUNS;
  let charactersLeft = CHARACTERS;
  for (let number = 1; number <= Math.min(document.numPages, PAGES); number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: false });
    const runs = items.filter((item): item is typeof item & Run => 'str' in item);
    runsLeft -= runs.length;
    charactersLeft -= runs.reduce((sum, { str }) => sum + str.length, 0);
    if (runsLeft < 0 || charactersLeft < 0) return { pages, complete: false };
    const cells = cellsOf(runs, page.view);
    if (cells.length <= CELLS) pages.push(cells);
    else complete = false;
    page.cleanup();
  }
  return { pages, complete };
}
