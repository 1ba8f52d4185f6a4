import { numberKey } from '../../../kernel/batch-number';
import { addYears } from '../../../kernel/clock';
import { AppError } from '../../../kernel/errors';
import type { CoaQuestion, Extracted } from './schema';

/** What is asked before a certificate is saved, and what was read there. */
export interface Question {
  /** The field of the request. */
  path: 'batch_id' | 'product_id' | 'date';
  code: CoaQuestion;
  value: string;
}

/** What a certificate is to be saved as. Dates are `YYYY-MM-DD`. */
interface Chosen {
  batch: { batch_id: string; packaged_on: string | null };
  date: string;
  /** Where the business is. */
  today: string;
  /** The name of another product that it seems to be of. */
  meant: string | null;
}

/** Where a certificate was read otherwise than it is to be saved (decision 943). What wasn't read asks nothing. */
export function questionsOf(extracted: Extracted | null, { batch, date, today, meant }: Chosen): Question[] {
  const asked: Question[] = [];
  const { batch_id: number = null, sampled_on: sampled = null } = extracted ?? {};
  if (number !== null && numberKey(number) !== numberKey(batch.batch_id)) {
    asked.push({ path: 'batch_id', code: 'another_batch', value: number });
  }
  if (meant !== null) asked.push({ path: 'product_id', code: 'another_product', value: meant });
  if (sampled === null) return asked;
  const ask = (code: CoaQuestion) => asked.push({ path: 'date', code, value: sampled });
  if (sampled !== date) ask('another_date');
  if (batch.packaged_on !== null && sampled < batch.packaged_on) ask('sampled_before_packaged');
  if (sampled < addYears(today, -1)) ask('older_than_a_year');
  return asked;
}

/**
 * @param confirm `true`, or codes separated by commas
 * @throws AppError CONFLICT with `details.reason = "confirm_required"` and the questions that weren't confirmed
 */
export function assertConfirmed(asked: readonly Question[], confirm = ''): void {
  const confirmed = confirm.split(',').map((code) => code.trim());
  if (confirmed.includes('true')) return;
  const questions = asked.filter(({ code }) => !confirmed.includes(code));
  if (questions.length === 0) return;
  throw new AppError(
    'CONFLICT',
    'The certificate says something else. Compare it, then confirm or correct it.',
    { reason: 'confirm_required', questions },
  );
}
