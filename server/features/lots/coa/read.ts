import type { PdfText } from '../../../platform/pdf/text';
import { type Page, pagesOf } from './layout';
import { isOfSeveral, productsOf } from './products';
import { readBatchId } from './read-batch';
import { readExpiresOn, readSampledOn } from './read-dates';
import { readLab } from './read-lab';
import { readPotency } from './read-potency';
import { readResult } from './read-result';
import type { Extracted } from './schema';

/** In fonts without a usable mapping to Unicode, text is without words (decision 412). */
const WORD = /\p{L}{3}/u;

const NOTHING: OfProduct = {
  batch_id: null,
  sampled_on: null,
  thc_percentage: null,
  cbd_percentage: null,
  result: null,
  expires_on: null,
};

/**
 * What a certificate says, as far as it says it beyond doubt (decision 162): anything else is null. So is all of it when
 * there is no text, as in a scan.
 */
export function readCertificate(text: PdfText): Extracted | null {
  const pages = pagesOf(text);
  if (!pages.some((page) => page.some((cell) => WORD.test(cell.text)))) return null;
  return { lab: readLab(pages), ...readProducts(pages, text.complete) };
}

type OfProduct = Omit<Extracted, 'lab'>;

/** What is said of every product of the file alike; null of one that another lacks. */
function readProducts(pages: readonly Page[], complete: boolean): OfProduct {
  if (pages.some(isOfSeveral)) return NOTHING;
  const [first = NOTHING, ...others] = productsOf(pages).map((product) => readProduct(product, complete));
  const isOfAll = (field: keyof OfProduct) => others.every((other) => other[field] === first[field]);
  return {
    batch_id: isOfAll('batch_id') ? first.batch_id : null,
    sampled_on: isOfAll('sampled_on') ? first.sampled_on : null,
    thc_percentage: isOfAll('thc_percentage') ? first.thc_percentage : null,
    cbd_percentage: isOfAll('cbd_percentage') ? first.cbd_percentage : null,
    result: isOfAll('result') ? first.result : null,
    expires_on: isOfAll('expires_on') ? first.expires_on : null,
  };
}

function readProduct(pages: readonly Page[], complete: boolean): OfProduct {
  return {
    batch_id: readBatchId(pages),
    sampled_on: readSampledOn(pages),
    thc_percentage: readPotency(pages, 'thc'),
    cbd_percentage: readPotency(pages, 'cbd'),
    result: readResult(pages, complete),
    expires_on: readExpiresOn(pages),
  };
}
