import type { QueryClient } from '@tanstack/react-query';
import { BUSINESS_CHANGES } from './changes/business';
import { CATALOG_CHANGES } from './changes/catalog';
import { HOME_CHANGES } from './changes/home';
import { MONEY_CHANGES } from './changes/money';
import { ORDERS_CHANGES } from './changes/orders';
import { PARTNERS_CHANGES } from './changes/partners';
import { type Change, type Changes, PAGE, STALE } from './changes/stale';
import { STOCK_CHANGES } from './changes/stock';

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
