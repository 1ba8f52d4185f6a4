export const PAYEE_TYPES = ['checking', 'savings'] as const;
export const PAY_RUN_STATUSES = ['draft', 'made', 'sent', 'cancelled'] as const;
export type PayRunStatus = (typeof PAY_RUN_STATUSES)[number];
/** Hours after which an account that was entered may be paid. */
export const PAYEE_HOURS = 24;
/** Days in which a file can be downloaded again. */
export const FILE_DAYS = 7;
