import type { AppError } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { Batches } from '../../../platform/db/batches';
import type { Db } from '../../../platform/db/client';
import { SharedReads } from '../../../platform/db/shared-reads';
import { type NewOrderInput, takesWhatThereIs } from '../schema';
import { FEW_LINES } from '../stock/pick';
import { choose, withOwnStock } from './choose';
import { factsOf } from './facts';
import { judge } from './judge';
import { type Once, sharedReads } from './reads';
import type { Sale } from './sale';
import type { Parties } from './sides';

interface Asked {
  sale: Sale;
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
  { db, actor }: Pick<ReadContext, 'db' | 'actor'>,
  call: Parties & { input: NewOrderInput },
  since = performance.now(),
): Promise<void> {
  const { sellerId, input } = call;
  if (!isSuspected(sellerId, input)) return;
  const look = looks.get(db) ?? looksAt(db);
  looks.set(db, look);
  const rejection = await look.of({ sale: { ...call, actor, kind: 'order' }, since });
  if (rejection) throw rejection;
  for (const name of namesIn(sellerId, input)) suspects.delete(name);
}

function looksAt(db: Db): Batches<Asked, AppError | null> {
  const reads = new SharedReads();
  // What fails for one of them is its own: `placeOrder` reports it.
  return new Batches((asked: readonly Asked[]) =>
    Promise.all(
      asked.map((one) =>
        shortageOf(db, one, (key, read) => reads.of(key, one.since, async () => read())).catch(() => null),
      ),
    ),
  );
}

/** Judges a sale without a lock, as placing does. @returns its error where stock is what stands against it first, else null */
async function shortageOf(db: Db, { sale }: Asked, once: Once): Promise<AppError | null> {
  const facts = await factsOf(sharedReads(db, once), sale);
  // Others choose of the stock, too.
  const choice = facts.deal && choose(sale, withOwnStock(facts.deal));
  const [first] = judge(sale, facts, choice).problems;
  return first?.error.code === 'INSUFFICIENT_STOCK' ? first.error : null;
}
