/** Whom an offer is for: all connected buyers, or chosen ones (T36). */
export const AUDIENCES = ['all', 'chosen'] as const;
