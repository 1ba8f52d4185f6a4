/** The sides of money, as a wholesaler chooses between them. */
export const MONEY_SIDES = [
  { value: 'selling', label: 'Sales' },
  { value: 'buying', label: 'Purchases' },
] as const;
