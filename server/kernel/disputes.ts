// Pages import this file.
/** Days after a merge in which the buyer's owner may dispute an order or invoice that came along. */
export const DISPUTE_DAYS = 30;
