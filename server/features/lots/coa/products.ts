import { labeled } from './labeled';
import { type Page, unanimous } from './layout';
import { BATCH_LABELS, batchIdsOf } from './read-batch';

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
/** The first page of a certificate: "Page 1 of 5", "1 of 5" or "1/5". */
const FIRST_PAGE = /\bpage ?1 ?(?:of|\/) ?\d|^1 ?(?:of|\/) ?\d{1,2}$/i;
/** Its last one: "Page 5 of 5". */
const LAST_PAGE = /(?:\bpage ?|^)(\d{1,2}) ?(?:of|\/) ?\1(?!\d)/i;

/** The numbers by which a page names its product: of each label those that it has. */
type Numbers = ReadonlyMap<RegExp, readonly string[]>;

interface Product {
  pages: Page[];
  numbers: Numbers[];
}

/**
 * The pages of each product of a file. A page belongs to the product that shares a number with it, else to that of the page before,
 * unless a certificate begins with it or it says another number.
 */
export function productsOf(pages: readonly Page[]): Page[][] {
  const products: Product[] = [];
  let current: Product | undefined;
  let wasLast = false;
  for (const page of pages) {
    const numbers = numbersOf(page);
    const begins = isNumbered(page, FIRST_PAGE) || (wasLast && hasAny(numbers));
    const isNew = begins || current?.numbers.some((other) => differs(other, numbers));
    const known = products.find((product) => product.numbers.some((other) => shares(other, numbers)));
    current = known ?? (isNew || !current ? { pages: [], numbers: [] } : current);
    if (!products.includes(current)) products.push(current);
    current.pages.push(page);
    current.numbers.push(numbers);
    if (page.length > 0) wasLast = isNumbered(page, LAST_PAGE);
  }
  return products.map((product) => product.pages);
}

/** Whether a page is of several products: then no value of it is of one. */
export function isOfSeveral(page: Page): boolean {
  return [...numbersOf(page).values()].some((numbers) => numbers.length > 1 && unanimous(numbers) === null);
}

function isNumbered(page: Page, numbering: RegExp): boolean {
  return page.some(({ text }) => numbering.test(text));
}

function hasAny(numbers: Numbers): boolean {
  return [...numbers.values()].some((ofLabel) => ofLabel.length > 0);
}

const read = new WeakMap<Page, Numbers>();

function numbersOf(page: Page): Numbers {
  const found = read.get(page) ?? readNumbers(page);
  read.set(page, found);
  return found;
}

function readNumbers(page: Page): Numbers {
  const batches = BATCH_LABELS.map((label) => [label, batchIdsOf(page, label)] as const);
  const samples = SAMPLE_LABELS.map((label) => [label, samplesOf(page, label)] as const);
  return new Map([...batches, ...samples].map(([label, numbers]) => [label, numbers.map(plain)]));
}

/** As numbers are compared. */
function plain(number: string): string {
  return number.replaceAll(/\s+/g, '').toLowerCase();
}

function samplesOf(page: Page, label: RegExp): string[] {
  const parse = (text: string) => SAMPLE_NUMBER.exec(text)?.[0] ?? null;
  return labeled([page], { label, parse, goesOn: (first) => /[-/.]$/.test(first) });
}

function shares(one: Numbers, other: Numbers): boolean {
  const numbers = new Set([...one.values()].flat());
  return [...other.values()].flat().some((number) => numbers.has(number));
}

function differs(one: Numbers, other: Numbers): boolean {
  if (shares(one, other)) return false;
  return [...one].some(([label, numbers]) => numbers.length > 0 && (other.get(label) ?? []).length > 0);
}
