import type { EntityType } from '@/server/kernel/permissions';

type OrderWords = {
  /** The list that the numbers lead to, as the navigation calls it. */
  value: string;
  /** Whether more of it is good news; buying more is neither. */
  moreIsGood: boolean | undefined;
};

/** What the orders are called that a business looks at first; as an amount, it is before tax everywhere. */
export const ORDER_WORDS: Record<EntityType, OrderWords> = {
  wholesaler: { value: 'Sales', moreIsGood: true },
  retailer: { value: 'Purchases', moreIsGood: undefined },
  cultivator: { value: 'Sales', moreIsGood: true },
};
