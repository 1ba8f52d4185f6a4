export type MoneySide = 'buying' | 'selling';

/** The other businesses of either side, by name. */
export type MoneyParties = Record<MoneySide, readonly { id: string; name: string }[]>;

/** The sides of money, as a wholesaler chooses between them. */
export const MONEY_SIDES = [
  { value: 'selling', label: 'Sales' },
  { value: 'buying', label: 'Purchases' },
] as const;

/** The filter of a request by the business on the other side. */
export const partyFilter = (side: MoneySide, party: string | null) =>
  party && (side === 'buying' ? { supplier_id: party } : { customer_id: party });
