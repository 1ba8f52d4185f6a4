export const CLAIM_STATUSES = ['waiting', 'offered', 'merging', 'confirmed', 'rejected', 'expired'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** What a seller that was asked has said; what the claimant does with an offer shows to it only once it is merged (decision 901). */
export const SELLER_STATUSES = ['waiting', 'offered', 'rejected', 'expired'] as const;
export type SellerStatus = (typeof SELLER_STATUSES)[number];

/**
 * Where a claim goes: while `waiting` the seller decides, while `offered` the claimant's owner does. A merge whose offer changed
 * meanwhile goes back to `offered`.
 */
export const CLAIM_FLOW: Readonly<Record<ClaimStatus, readonly ClaimStatus[]>> = {
  waiting: ['offered', 'rejected', 'expired'],
  offered: ['merging', 'rejected'],
  merging: ['confirmed', 'offered'],
  confirmed: [],
  rejected: [],
  expired: [],
};

/** How long a seller has to decide. An offer doesn't expire. */
export const CLAIM_DAYS = 14;
/** A claim whose email isn't the customer's waits for so long, so that the mail to that address is read first. */
export const QUARANTINE_HOURS = 24;
/** Claims that a business has open at once. */
export const MAX_CLAIMS = 100;
/** A customer whose last order, invoice or draft is older is claimed by its license no more. */
export const IDLE_YEARS = 2;
/** Orders and invoices that a merge disputes at once. */
export const MAX_DISPUTED = 500;
