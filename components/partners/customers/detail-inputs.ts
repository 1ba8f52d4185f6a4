import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server';

const TABS = ['orders', 'invoices', 'payments', 'statement', 'details', 'locations', 'notes'] as const;
const TAB = {
  tab: parseAsStringLiteral(TABS).withDefault('orders'),
};

/** What of a customer's page its address says. */
export const loadCustomerTab = createLoader(TAB);
export type CustomerTab = inferParserType<typeof TAB>['tab'];

/** The request for the connection with a customer that is on board. */
export const connectionWith = (customerId: string) =>
  ({ entity_id: customerId, status: 'accepted', limit: 1 }) as const;

/** The price lists among which one is chosen: a business has at most 100. */
export const priceListsInput = { sort: 'name', limit: 100 } as const;

/** All tax rules: a business has at most 20. */
export const taxRulesInput = { limit: 100 } as const;
