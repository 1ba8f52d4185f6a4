import type { RequestRow } from './types';

/** Who asks, by the name of the business where it says one. */
export const askerOf = ({
  business,
  matches,
  contact,
}: Pick<RequestRow, 'business' | 'matches' | 'contact'>): string =>
  business?.name ?? matches[0]?.name ?? contact?.name ?? 'Someone';

/** Whether all that is known of an asker fits one customer: then nothing has to be asked. */
export const sureMatch = ({ matches }: Pick<RequestRow, 'matches'>) =>
  matches.length === 1 && matches[0]?.license && matches[0].email ? matches[0] : null;
