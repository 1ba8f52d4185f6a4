import { addDays } from './clock';

/** The day on which goods are to arrive, in the form YYYY-MM-DD, and what is asked of their expiration then (decision 923). */
export interface Arrival {
  day: string;
  /** Days from arrival to expiration that the seller asks for; 0 for none. */
  minDays: number;
}

/** How late a lot would arrive, in the order in which lots are taken. */
export const LATENESS = { fine: 0, short: 1, expired: 2 } as const;
export type Lateness = (typeof LATENESS)[keyof typeof LATENESS];

/** @param expiresOn the last day of a lot; null for one that doesn't expire */
export function latenessOf(expiresOn: string | null, arrival: Arrival | null): Lateness {
  if (expiresOn === null || arrival === null) return LATENESS.fine;
  if (expiresOn < arrival.day) return LATENESS.expired;
  return expiresOn < addDays(arrival.day, arrival.minDays) ? LATENESS.short : LATENESS.fine;
}

/** Whether a lot has too few days left for its seller, who may ask for none. */
export const isShortDated = (expiresOn: string | null, arrival: Arrival | null): boolean =>
  arrival !== null && arrival.minDays > 0 && latenessOf(expiresOn, arrival) !== LATENESS.fine;
