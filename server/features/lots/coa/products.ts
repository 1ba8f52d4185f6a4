import { labeled } from './labeled';
import { type Page, unanimous } from './layout';
import { batchIdOfEach, sameBatch } from './read-batch';

/** What laboratories call the number of a sample, by whose it is: each has one of its own. */
const SAMPLE_LABELS = [
  ...['', 'client ?', 'customer ?', 'lab(?:oratory)? ?', 'metrc ?'].map(
    (whose) =>
      new RegExp(
        String.raw`^${whose}sample ?(?:(?:#|(?:no\b\.?|num(?:ber)?\b|id\b|code\b)) ?|(?=:))[:#]? ?(.*)`,
        'i',
      ),
  ),
  /^lab(?:oratory)? ?id\b ?[:#]? ?(.*)/i,
];
const SAMPLE_NUMBER = /^(?=\D{0,40}\d)[\w./#-]{3,40}(?=$|[ ,;])/;

/** The pages of one product after another: of a file that has several, each page belongs to the one that it names, or to that before. */
export function productsOf(pages: readonly Page[]): Page[][] {
  const numbers = numbersOf(pages);
  if (!numbers) return [[...pages]];
  const products = new Map<string, Page[]>();
  let current = numbers.find((number) => number !== null) ?? '';
  for (const [i, page] of pages.entries()) {
    current = numbers[i] ?? current;
    products.set(current, [...(products.get(current) ?? []), page]);
  }
  return [...products.values()];
}

/** Whether a page is of several products: then no value of it is of one. */
export function isOfSeveral(page: Page): boolean {
  return SAMPLE_LABELS.some((label) => {
    const numbers = samplesOf(page, label);
    return numbers.length > 1 && unanimous(numbers, sameBatch) === null;
  });
}

/** The number of each page's product, null of one that names none; null when all pages are of the same. */
function numbersOf(pages: readonly Page[]): (string | null)[] | null {
  const batches = batchIdOfEach(pages).map(plain);
  if (isDifferent(batches)) return batches;
  const samples = SAMPLE_LABELS.map((label) =>
    pages.map((page) => plain(unanimous(samplesOf(page, label), sameBatch))),
  ).find(isDifferent);
  // Samples of one batch are of one product.
  return samples?.some((sample, i) => sample !== null && batches[i] === null) ? samples : null;
}

/** As numbers are compared. */
function plain(number: string | null): string | null {
  return number?.replaceAll(/\s+/g, '').toLowerCase() ?? null;
}

function isDifferent(numbers: readonly (string | null)[]): boolean {
  return new Set(numbers.filter((number) => number !== null)).size > 1;
}

function samplesOf(page: Page, label: RegExp): string[] {
  const parse = (text: string) => SAMPLE_NUMBER.exec(text)?.[0] ?? null;
  return labeled([page], { label, parse, goesOn: (first) => /[-/.]$/.test(first) });
}
