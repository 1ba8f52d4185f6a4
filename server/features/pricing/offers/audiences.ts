/** Whom an offer is for: all connected buyers, or chosen ones (decision 620). */
export const AUDIENCES = ['all', 'chosen'] as const;
