import type { QueryClient } from '@tanstack/react-query';
import { BUSINESS_CHANGES, BUSINESS_STALE } from './changes/business';
import { CATALOG_CHANGES, CATALOG_STALE } from './changes/catalog';
import { HOME_CHANGES, HOME_STALE } from './changes/home';
import { MONEY_CHANGES, MONEY_STALE } from './changes/money';
import { ORDERS_CHANGES, ORDERS_STALE } from './changes/orders';
import { PARTNERS_CHANGES, PARTNERS_STALE } from './changes/partners';
import { type Change, type Changes, PAGE, type Stale } from './changes/stale';
import { STOCK_CHANGES, STOCK_STALE } from './changes/stock';

/** What each operation that the dashboard calls changes, by wing. A test compares it with the declared events. */
export const CHANGES: Changes = {
  ...ORDERS_CHANGES,
  ...CATALOG_CHANGES,
  ...STOCK_CHANGES,
  ...MONEY_CHANGES,
  ...PARTNERS_CHANGES,
  ...BUSINESS_CHANGES,
  ...HOME_CHANGES,
};

/** What is out of date after each change. */
const STALE: Required<Stale> = {
  ...ORDERS_STALE,
  ...CATALOG_STALE,
  ...STOCK_STALE,
  ...MONEY_STALE,
  ...PARTNERS_STALE,
  ...BUSINESS_STALE,
  ...HOME_STALE,
};

/** Fetches again what is out of date after changes. Resolves when what is on the screen is fresh. */
export async function refresh(
  client: QueryClient,
  changes: readonly Change[],
  refreshPage: () => void,
): Promise<void> {
  const stale = new Set(changes.flatMap((change) => STALE[change]));
  if (stale.delete(PAGE)) refreshPage();
  await Promise.all([...stale].map((name) => client.invalidateQueries({ queryKey: [name.split('.')] })));
}

/** The same after an operation; one that is missing in CHANGES makes everything out of date. */
export async function refreshAfter(
  client: QueryClient,
  operation: string,
  refreshPage: () => void,
): Promise<void> {
  const changes = CHANGES[operation];
  if (changes) return refresh(client, changes, refreshPage);
  refreshPage();
  await client.invalidateQueries();
}
