// Pages import this file.
/** The runs of letters and digits of a printed batch number, whatever its case and width. */
const runsOf = (typed: string): string[] =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .match(/[\p{L}\p{Nd}]+/gu) ?? [];

/**
 * Two numbers with the same key are the same batch (decision 401): `NB-1`, `nb 1` and `nb1` are one, `24-1-11` and
 * `24-11-1` are two. The database computes it as `batch_number_key`, and finds batches by its own.
 */
export function numberKey(typed: string): string {
  return runsOf(typed).reduce((key, run) => {
    const meetsDigits = /\p{Nd}$/u.test(key) && /^\p{Nd}/u.test(run);
    return key + (meetsDigits ? '-' : '') + run;
  }, '');
}

/** Numbers with the same loose key may be the same batch: ask. The database computes it as `batch_loose_key`. */
export const looseKey = (typed: string): string => runsOf(typed).join('');

/** Whether a number says anything: it has a letter or a digit. */
export const hasNumber = (typed: string): boolean => looseKey(typed) !== '';
