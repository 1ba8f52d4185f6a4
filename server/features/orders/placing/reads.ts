import type { Premises } from '../../../kernel/premises';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { pipelined } from '../../../platform/db/pipelined';
import { planOnce } from '../../../platform/db/plan.sql';
import { areConnected } from '../../entities/connections/queries';
import { exposureBeside, lockCredit } from '../../entities/customers/credit/queries.sql';
import { findAccount, holdAccount } from '../../entities/customers/queries';
import { findReceiving, holdReceiving } from '../../entities/locations/queries';
import { findParties, holdParties } from '../../entities/queries';
import { findSaleable, lockSaleable, type Stock } from '../../inventory/allocation';
import { findTerms, lockTerms } from '../../pricing/queries.sql';
import { findSaleableVariants, lockSaleableVariants, type SaleableVariant } from '../../products/queries';
import { lockRoom, roomOfPair } from '../backorders/queries.sql';
import { hasMostPending } from '../stock/limits/queries';
import { lockPair } from '../stock/limits/queries.sql';
import { FEW_LINES } from '../stock/pick';
import type { Party, Sale, Terms } from './sale';
import { sideOf } from './sides';

interface Goods {
  sellerId: string;
  variantIds: readonly string[];
  secret: readonly string[];
}

/** How the facts of a sale are read: as they are now, or so that they stay until the transaction ends. */
export interface Reads {
  db: Db;
  /** Whether they lock what they read: then nothing more is read for a sale that something stands against already. */
  isHeld: boolean;
  begin(sales: readonly Sale[]): PromiseLike<unknown> | null;
  parties(ids: readonly string[]): PromiseLike<ReadonlyMap<string, Party>>;
  account(sellerId: string, buyerId: string): PromiseLike<{ seller_orders: boolean } | null>;
  terms(sellerId: string, buyerIds: readonly string[]): PromiseLike<readonly Terms[]>;
  connected(buyerId: string, sellerId: string): PromiseLike<boolean>;
  receiving(sale: Sale): PromiseLike<Premises | null>;
  variants(
    sellerId: string,
    names: { productIds: string[]; skus: string[] },
  ): PromiseLike<readonly SaleableVariant[]>;
  /** Whether the buyer has as many pending orders as its seller takes; nothing is read without a limit. */
  isFull(buyerId: string, seller: Party): PromiseLike<boolean>;
  /** What the buyer owes the seller, and what counts with it, in cents. */
  exposure(sellerId: string, buyerId: string): PromiseLike<number>;
  stock(
    goods: Goods,
    how: { mustLock: boolean; lines: number },
  ): PromiseLike<{ stock: Stock; isLocked: boolean }>;
  /** Open backorders of the pair. */
  openBackorders(sellerId: string, buyerId: string): PromiseLike<number>;
}

/** Sales with the same receive at the same location. */
export const placeOf = (sale: Sale) =>
  [sale.buyerId, sale.input.receiving_location_id ?? '', ...(limitOf(sale) ?? ['all'])].join('/');

/** A buyer's limited member could not receive elsewhere; a seller's limit is about its own locations. */
const limitOf = (sale: Sale) => (sideOf(sale) === 'retailer' ? sale.actor.locationLimit : null);
const askedPlace = (sale: Sale) => ({ id: sale.input.receiving_location_id, within: limitOf(sale) });

/** What a buyer owes a seller, and what counts with it, in cents. */
export const exposureOf = async (db: Db, sellerId: string, buyerId: string) =>
  (await exposureBeside(db, sellerId, buyerId))[0]?.cents ?? 0;
const openOf = async (db: Db, sellerId: string, buyerId: string) =>
  (await roomOfPair(db, sellerId, buyerId))[0]?.open ?? 0;

/** As they are now. */
export const plainReads = (db: Db): Reads => ({
  db,
  isHeld: false,
  begin: () => null,
  parties: (ids) => findParties(db, ids),
  account: (sellerId, buyerId) => findAccount(db, sellerId, buyerId),
  terms: (sellerId, buyerIds) => findTerms(db, sellerId, buyerIds),
  connected: (buyerId, sellerId) => areConnected(db, buyerId, sellerId),
  receiving: (sale) => findReceiving(db, sale.buyerId, askedPlace(sale)),
  variants: (sellerId, names) => findSaleableVariants(db, sellerId, names),
  isFull: (buyerId, seller) => hasMostPending(db, buyerId, seller),
  exposure: (sellerId, buyerId) => exposureOf(db, sellerId, buyerId),
  stock: async ({ sellerId, variantIds, secret }) => ({
    stock: await findSaleable(db, sellerId, variantIds, secret),
    isLocked: false,
  }),
  openBackorders: (sellerId, buyerId) => openOf(db, sellerId, buyerId),
});

/** Parties, account and goods stay as they are until the transaction ends, and so does the stock, where it isn't locked at last. */
export const heldReads = ({ db, atLast }: Pick<WriteContext, 'db' | 'atLast'>): Reads => ({
  ...plainReads(db),
  isHeld: true,
  begin: (sales) =>
    sales.every(({ input }) => input.items.length <= FEW_LINES) ? planOnce(db).then() : null,
  parties: (ids) => holdParties(db, ids),
  account: (sellerId, buyerId) => holdAccount(db, sellerId, buyerId),
  terms: (sellerId, buyerIds) => lockTerms(db, sellerId, buyerIds),
  receiving: (sale) => holdReceiving(db, sale.buyerId, askedPlace(sale)),
  variants: (sellerId, names) => lockSaleableVariants(db, sellerId, names),
  // Parallel orders of the pair wait here for each other, only where a limit is set: the count must come after the lock.
  isFull: async (buyerId, seller) => {
    if (seller.maxPendingOrders === null) return false;
    const [, isFull] = await pipelined([
      lockPair(db, buyerId, seller.id).then(),
      hasMostPending(db, buyerId, seller),
    ]);
    return isFull;
  },
  // From here on others that would raise it wait (decision 650).
  exposure: async (sellerId, buyerId) => {
    const [, cents] = await pipelined([
      lockCredit(db, sellerId, [buyerId]).then(),
      exposureOf(db, sellerId, buyerId),
    ]);
    return cents;
  },
  stock: async ({ sellerId, variantIds, secret }, { mustLock, lines }) => {
    const isLocked = !atLast || mustLock || lines > FEW_LINES;
    const read = isLocked ? lockSaleable : findSaleable;
    return { stock: await read(db, sellerId, variantIds, secret), isLocked };
  },
  openBackorders: async (sellerId, buyerId) => {
    await lockRoom(db, sellerId, buyerId);
    return openOf(db, sellerId, buyerId);
  },
});

/** Reads what several ask for once. */
export type Once = <T>(key: readonly unknown[], read: () => PromiseLike<T>) => Promise<T>;

/** As they were at some time since a call arrived; many calls share what is read. */
export function sharedReads(db: Db, once: Once): Reads {
  const plain = plainReads(db);
  return {
    ...plain,
    // The limit stands after stock, which is all that is looked for.
    exposure: async () => 0,
    parties: (ids) => once(['parties', ids], () => plain.parties(ids)),
    terms: (sellerId, buyerIds) => once(['terms', sellerId, buyerIds], () => plain.terms(sellerId, buyerIds)),
    connected: (buyerId, sellerId) =>
      once(['connected', buyerId, sellerId], () => plain.connected(buyerId, sellerId)),
    receiving: (sale) => once(['place', placeOf(sale)], () => plain.receiving(sale)),
    variants: (sellerId, names) => once(['variants', sellerId, names], () => plain.variants(sellerId, names)),
    stock: (goods, how) => once(['stock', goods], () => plain.stock(goods, how)),
  };
}
