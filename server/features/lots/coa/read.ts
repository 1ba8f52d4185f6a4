import type { PdfText } from '../../../platform/pdf/text';
import { pagesOf } from './layout';
import { readBatchId } from './read-batch';
import { readExpiresOn, readSampledOn } from './read-dates';
import { readLab } from './read-lab';
import { readPotency } from './read-potency';
import { readResult } from './read-result';
import type { Extracted } from './schema';

/** In fonts without a usable mapping to Unicode, text is without words (decision 412). */
const WORD = /\p{L}{3}/u;

/**
 * What a certificate says, as far as it says it beyond doubt (decision 162): anything else is null. So is all of it when
 * there is no text, as in a scan.
 */
export function readCertificate(text: PdfText): Extracted | null {
  const pages = pagesOf(text);
  if (!pages.some((page) => page.some((cell) => WORD.test(cell.text)))) return null;
  return {
    lab: readLab(pages),
    batch_id: readBatchId(pages),
    sampled_on: readSampledOn(pages),
    thc_percentage: readPotency(pages, 'thc'),
    cbd_percentage: readPotency(pages, 'cbd'),
    result: readResult(pages, text.complete),
    expires_on: readExpiresOn(pages),
  };
}
