import { numberKey } from '../../../kernel/batch-number';
import { sameLab } from './read-lab';
import type { Extracted, Mismatch } from './schema';

/** Percentage points within which a product's figure is the certificate's, rounded. */
const ROUNDING = 0.1;

/** What a form and a product say; null where they say nothing. */
interface Claims {
  lab: string | null;
  batch_id: string | null;
  /** Of the certificate: not before the sample was collected. */
  date: string | null;
  thc_percentage: number | null;
  cbd_percentage: number | null;
}

/** What a certificate says otherwise than the form and the product. What it doesn't say contradicts nothing. */
export function mismatchesOf(claims: Claims, extracted: Extracted): Mismatch[] {
  const { lab, batch_id, sampled_on } = extracted;
  const found: Mismatch[] = [];
  if (lab !== null && claims.lab !== null && !sameLab(lab, claims.lab)) {
    found.push({ field: 'lab', form: claims.lab, document: lab });
  }
  if (batch_id !== null && claims.batch_id !== null && numberKey(batch_id) !== numberKey(claims.batch_id)) {
    found.push({ field: 'batch_id', form: claims.batch_id, document: batch_id });
  }
  if (sampled_on !== null && claims.date !== null && sampled_on > claims.date) {
    found.push({ field: 'sampled_on', form: claims.date, document: sampled_on });
  }
  for (const field of ['thc_percentage', 'cbd_percentage'] as const) {
    const [form, document] = [claims[field], extracted[field]];
    if (form !== null && document !== null && Math.abs(form - document) > ROUNDING + 1e-9) {
      found.push({ field, form: String(form), document: String(document) });
    }
  }
  return found;
}
