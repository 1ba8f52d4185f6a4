// Pages import this file.

/** "Net 30"; "Due on receipt" for none. @param days after the invoice */
export const termsText = (days: number): string => (days === 0 ? 'Due on receipt' : `Net ${days}`);

const DAY_MS = 86_400_000;

/** The terms of an invoice by its days. @param issuedOn, dueOn YYYY-MM-DD */
export const termsBetween = (issuedOn: string, dueOn: string): string =>
  termsText(Math.max(0, Math.round((Date.parse(dueOn) - Date.parse(issuedOn)) / DAY_MS)));
