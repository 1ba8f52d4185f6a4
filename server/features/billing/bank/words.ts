/** How a bank's file says what moved. */
export const BANK_FORMATS = ['csv', 'ofx', 'camt053', 'bai2'] as const;
export type BankFormat = (typeof BANK_FORMATS)[number];
export const STATEMENT_STATUSES = ['mapping', 'reading', 'ready', 'failed'] as const;
export const LINE_KINDS = ['credit', 'debit', 'fee', 'reversal'] as const;
export type LineKind = (typeof LINE_KINDS)[number];
export const LINE_STATUSES = ['open', 'confirmed', 'set_aside'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];
export const ASIDE_KINDS = ['fee', 'transfer', 'payroll', 'other'] as const;
export const REST_KINDS = ['fee', 'other'] as const;
/** Why a statement could not be read. */
export const STATEMENT_FAULTS = [
  'invalid_file',
  'too_costly',
  'too_many_lines',
  'other_account',
  'wrong_currency',
  'no_lines',
  'expired',
  'interrupted',
] as const;
export type StatementFault = (typeof STATEMENT_FAULTS)[number];

/** How the days of a CSV are written. */
export const DATE_FORMATS = [
  'YYYY-MM-DD',
  'YYYYMMDD',
  'MM/DD/YYYY',
  'MM/DD/YY',
  'MM-DD-YYYY',
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'DD.MM.YYYY',
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];
