import type { Arrival } from './arrival';

/** A location as licenses and states concern it. */
export interface Premises {
  id: string;
  name: string;
  /** As a postal code. */
  state: string;
  /** Last day on which goods may leave and arrive: `infinity`, or `-infinity` without an active license. */
  licensedUntil: string;
}

export const isLicensed = ({ licensedUntil }: Pick<Premises, 'licensedUntil'>, today: string): boolean =>
  licensedUntil === 'infinity' || (licensedUntil !== '-infinity' && licensedUntil >= today);

/** The way of goods from a seller: what decides which of its premises they may leave. */
export interface Route {
  seller: { name: string };
  /** The seller's day. */
  today: string;
  /** The state that they must leave from, as a postal code; null where any will do. */
  within: string | null;
  /** When they are to arrive, and how good they must be then; null without a day. */
  arrival: Arrival | null;
}

/** The state that goods must leave from to reach premises. */
export const stateFor = (seller: { sameStateOnly: boolean }, to: Pick<Premises, 'state'>): string | null =>
  seller.sameStateOnly ? to.state : null;

export const isWithin = ({ state }: Pick<Premises, 'state'>, { within }: Pick<Route, 'within'>): boolean =>
  within === null || state === within;
