import { type AppError, isAppError } from '../../kernel/errors';
import { SELLERS } from '../../kernel/permissions';
import type { ReadContext } from '../../operation/context';
import { Batches } from '../../platform/db/batches';
import type { Db } from '../../platform/db/client';
import { SharedReads } from '../../platform/db/shared-reads';
import { areConnected } from '../entities/connections/queries';
import { findReceiving } from '../entities/locations/queries';
import { findParties } from '../entities/queries';
import { copyOf, findSaleable } from '../inventory/allocation';
import { findTerms } from '../pricing/queries.sql';
import { secretlySold } from '../pricing/shown/queries';
import { findSaleableVariants, shownTo } from '../products/queries';
import { checkParties } from './checks';
import { caseMultiple, minimumFor } from './conditions';
import { holdProblem, overdueProblem } from './credit';
import { shareOf } from './limits/queries';
import { mergeLines, namesOf } from './merge';
import type { Parties } from './parties';
import { routeTo } from './premises';
import { totalsOf } from './pricing';
import { type NewOrderInput, takesWhatThereIs } from './schema';
import { choose, FEW_LINES } from './stock';

interface Asked {
  retailerId: string;
  sellerId: string;
  input: NewOrderInput;
  /** When the call arrived, as `performance.now()`. */
  since: number;
}

/** How long (ms) goods are suspected after an order was rejected for them, and of how many. */
const SUSPECT_MS = 10_000;
const SUSPECTS = 1_000;
const suspects = new Map<string, number>();

const namesIn = (sellerId: string, { items }: NewOrderInput) =>
  items.map(({ product_id, variant_id, sku }) => [sellerId, product_id, variant_id, sku].join('/'));

/** Remembers the goods of an order that was rejected for its stock. */
export function suspect(sellerId: string, input: NewOrderInput): void {
  for (const name of namesIn(sellerId, input)) {
    suspects.delete(name);
    suspects.set(name, Date.now() + SUSPECT_MS);
  }
  for (const name of suspects.keys()) {
    if (suspects.size <= SUSPECTS) return;
    suspects.delete(name);
  }
}

/** Whether an order of such goods is to be looked at before it opens a transaction. */
export function isSuspected(sellerId: string, input: NewOrderInput): boolean {
  const now = Date.now();
  if (takesWhatThereIs(input)) return false;
  return (
    input.items.length <= FEW_LINES &&
    namesIn(sellerId, input).some((name) => (suspects.get(name) ?? 0) > now)
  );
}

const looks = new WeakMap<Db, Batches<Asked, AppError | null>>();

/**
 * Rejects an order of goods that were short a moment ago when they still are, before it opens a transaction (decision 308).
 * Orders share what was read since they arrived; anything but too little stock is left to `placeOrder`.
 * @param since when the call arrived, as `performance.now()`
 * @throws AppError INSUFFICIENT_STOCK
 */
export async function rejectSoldOut(
  { db }: Pick<ReadContext, 'db'>,
  { sellerId, buyerId, input }: Pick<Parties, 'sellerId' | 'buyerId'> & { input: NewOrderInput },
  since = performance.now(),
): Promise<void> {
  if (!isSuspected(sellerId, input)) return;
  const look = looks.get(db) ?? looksAt(db);
  looks.set(db, look);
  const rejection = await look.of({ retailerId: buyerId, sellerId, input, since });
  if (rejection) throw rejection;
  for (const name of namesIn(sellerId, input)) suspects.delete(name);
}

function looksAt(db: Db): Batches<Asked, AppError | null> {
  const reads = new SharedReads();
  // What fails for one of them is its own: `placeOrder` reports it.
  return new Batches((asked: readonly Asked[]) =>
    Promise.all(
      asked.map((one) =>
        shortageOf(db, one, (key, read) => reads.of(key, one.since, read)).catch(() => null),
      ),
    ),
  );
}

/** Reads what several ask for once. */
type Once = <T>(key: readonly unknown[], read: () => Promise<T>) => Promise<T>;

/** The checks of `placeOrder` in its order, without a lock. @returns its error where only stock is missing, else null */
async function shortageOf(
  db: Db,
  { retailerId, sellerId, input }: Asked,
  once: Once,
): Promise<AppError | null> {
  const { receiving_location_id: location, delivery_date: day, items } = input;
  const names = namesOf(items);
  const [parties, isConnected, receiving, variants, [terms]] = await Promise.all([
    once(['parties', retailerId, sellerId], () => findParties(db, [retailerId, sellerId])),
    once(['connected', retailerId, sellerId], () => areConnected(db, retailerId, sellerId)),
    once(['location', retailerId, location], () =>
      findReceiving(db, retailerId, { id: location, within: null }),
    ),
    once(['variants', sellerId, names], () => findSaleableVariants(db, sellerId, names)),
    once(['terms', sellerId, retailerId], () => findTerms(db, sellerId, [retailerId])),
  ]);
  const [retailer, wholesaler] = [parties.get(retailerId), parties.get(sellerId)];
  if (!retailer || !wholesaler || !SELLERS.includes(wholesaler.type) || !isConnected || !receiving)
    return null;
  if (wholesaler.maxPendingOrders !== null || shareOf(retailerId, wholesaler)) return null;
  // What the account alone may be rejected for comes before its stock.
  if (terms && (holdProblem(terms.credit, retailer) || overdueProblem(terms.credit, retailer))) return null;
  if (minimumFor(terms, wholesaler) !== null || terms?.taxes?.some(({ basis }) => basis === 'weight'))
    return null;
  try {
    const lines = mergeLines(items, await shownTo(db, { sellerId, buyerId: retailerId }, variants));
    if (caseMultiple(lines)) return null;
    checkParties({ retailer, wholesaler }, 'retailer', receiving);
    totalsOf(lines, wholesaler);
    const variantIds = lines.map((line) => line.variantId);
    const secret = await secretlySold(db, { sellerId, buyerId: retailerId }, variantIds);
    const stock = await once(['stock', sellerId, variantIds, secret], () =>
      findSaleable(db, sellerId, variantIds, secret),
    );
    choose(copyOf(stock), lines, { route: routeTo(receiving, wholesaler, day) });
    return null;
  } catch (error) {
    if (isAppError(error)) return error.code === 'INSUFFICIENT_STOCK' ? error : null;
    throw error;
  }
}
