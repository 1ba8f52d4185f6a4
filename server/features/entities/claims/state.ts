export const CLAIM_STATUSES = ['waiting', 'offered', 'merging', 'confirmed', 'rejected', 'expired'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/**
 * Where a claim goes: while `waiting` the seller decides, while `offered` the claimant's owner does. One of a claimant without a
 * business is confirmed at once; any other is offered and merged.
 */
export const CLAIM_FLOW: Readonly<Record<ClaimStatus, readonly ClaimStatus[]>> = {
  waiting: ['offered', 'confirmed', 'rejected', 'expired'],
  offered: ['merging', 'rejected', 'expired'],
  merging: ['confirmed'],
  confirmed: [],
  rejected: [],
  expired: [],
};

/** How long a seller or a claimant's owner has to decide. */
export const CLAIM_DAYS = 14;
/** A claim whose email isn't the customer's waits for so long, so that the mail to that address is read first. */
export const QUARANTINE_HOURS = 24;
/** Claims that one person's email or license leads to. */
export const MAX_CLAIMS = 100;
