import type { RequestRow } from './types';

/** Who asks, by the name of the business where it says one. */
export const askerOf = ({
  business,
  matches,
  contact,
}: Pick<RequestRow, 'business' | 'matches' | 'contact'>): string =>
  business?.name ?? matches[0]?.name ?? contact?.name ?? 'Someone';
