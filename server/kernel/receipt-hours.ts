// Pages import this file.
/** Hours in which a receipt can be corrected, or filed for an order that was marked delivered. */
export const RECEIPT_HOURS = 72;
