import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server';

const TAB = { tab: parseAsStringLiteral(['orders', 'notes', 'statement']).withDefault('orders') };

/** What of a supplier's page its address says. */
export const loadSupplierTab = createLoader(TAB);
export type SupplierTab = inferParserType<typeof TAB>['tab'];
