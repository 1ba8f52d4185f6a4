import type { PdfText } from '../../../platform/pdf/text';
import { pagesOf } from './layout';
import { readBatchId } from './read-batch';
import { readExpiresOn, readSampledOn } from './read-dates';
import { readLab } from './read-lab';
import { readPotency } from './read-potency';
import { readResult } from './read-result';
import type { Extracted } from './schema';

/** What a certificate says, as far as it says it beyond doubt: anything else is null. */
export function readCertificate(text: PdfText): Extracted {
  const pages = pagesOf(text);
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
