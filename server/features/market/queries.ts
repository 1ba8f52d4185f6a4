import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { invalidRequest, lacking, notFound } from '../../kernel/errors';
import { toDollars } from '../../kernel/money';
import type { Page } from '../../kernel/params';
import { SELLERS } from '../../kernel/permissions';
import { checkBuyer, checkSeller } from '../../kernel/sides';
import type { Context, ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { pageOf } from '../../platform/db/listing';
import { planForMany } from '../../platform/db/plan.sql';
import { fromNearerEnd } from '../../platform/db/walk';
import { areConnected } from '../entities/connections/queries';
import { currentId } from '../entities/customers/queries';
import { deliveryDatesOf, findReceiving } from '../entities/locations/queries';
import { findParties } from '../entities/queries';
import { availableUnits } from '../inventory/queries';
import { lastPurchases, type Purchaser } from '../orders/placing/quote/queries.sql';
import { type OrderLimits, orderableUnits } from '../orders/stock/limits/queries';
import { pricesOf } from '../pricing/ladder';
import { shownPrices } from '../pricing/queries';
import type { BuyerTerms } from '../pricing/queries.sql';
import { NOTHING_ASIDE } from '../pricing/shown/queries.sql';
import { amountsOf } from './amounts';
import {
  countAllOffers,
  countInStock,
  countOffers,
  countOutOfStock,
  type Filter,
  latestCertificates,
  OFFERS,
  offerConditions,
  offersFound,
  offersPage,
  ownUnits,
  shelfOf,
  withListed,
} from './queries.sql';
import type {
  BrandList,
  Catalog,
  ListBrands,
  ListCatalog,
  MarketOfferList,
  SearchMarket,
  SupplierList,
} from './schema';
import { offersOfAll } from './search.sql';
import { brandsPage, countBrands, countSuppliers, supplierConditions, suppliersPage } from './suppliers.sql';

/** Lists the sellers that the calling buyer is connected with. @throws AppError FORBIDDEN */
export async function listSuppliers(
  { db, actor }: ReadContext,
  { page, limit }: Page,
): Promise<z.infer<typeof SupplierList>> {
  checkBuyer(actor);
  const mine = supplierConditions(actor.entity.id);
  const [rows, [counted]] = await Promise.all([
    suppliersPage(db, mine, actor.entity.id, page, limit),
    countSuppliers(db, mine),
  ]);
  const dates = await deliveryDatesOf(
    db,
    rows.map(({ id }) => id),
  );
  const data = rows.map(({ last_order, ...row }) => {
    const supplier = { ...row, next_delivery_dates: dates.get(row.id) ?? [] };
    if (last_order === null) return { ...supplier, last_order };
    const { total_cents, ...order } = last_order;
    return { ...supplier, last_order: { ...order, total: toDollars(total_cents) } };
  });
  return { data, pagination: pageOf({ page, limit }, counted?.total) };
}

/**
 * Lists what all sellers offer that the calling buyer is connected with.
 * @throws AppError FORBIDDEN to those who never buy
 */
export async function searchMarket(
  ctx: ReadContext & Pick<Context, 'publicUrl'>,
  { page: number, limit, sort, ...filter }: z.infer<typeof SearchMarket>,
): Promise<z.infer<typeof MarketOfferList>> {
  const { db, actor } = ctx;
  checkBuyer(actor);
  const page = { page: number, limit };
  const find = async (tx: Db, wanted: Page) => {
    const [, found] = await Promise.all([
      planForMany(tx),
      offersOfAll(tx, actor.entity.id, filter, sort, wanted),
    ]);
    return found;
  };
  // Planned for its text each time, as in `findOffers`.
  const { rows, counted } = await db.transaction(async (tx) => {
    const found = await find(tx, page);
    const isEnd = found.length > 0 || page.page === 1;
    const [first] = isEnd ? found : await find(tx, { page: 1, limit: 1 });
    return { rows: found, counted: first };
  });
  const percents = new Map(rows.map((row) => [row.supplier_id, row.max_reserved_percent]));
  const shelves = [...percents].map(([sellerId, percent]) => ({
    ...{ sellerId, percent },
    offers: rows.filter(({ supplier_id }) => supplier_id === sellerId),
  }));
  const details = await readDetails(ctx, { buyerId: actor.entity.id }, shelves);
  const data = rows.map((row) => {
    const {
      wholesale_price_cents,
      supplier_id,
      supplier_name,
      max_reserved_percent: _,
      total,
      ladder,
      step,
      cents_per_gram,
      cents_per_100_mg,
      ...offer
    } = row;
    const per = (cents: number | null) => (cents === null ? null : toDollars(Math.round(cents)));
    const supplier = { id: supplier_id, name: supplier_name };
    return {
      ...offer,
      ...details(supplier_id, row),
      supplier,
      ...pricesOf(row),
      price_per_gram: per(cents_per_gram),
      price_per_100_mg: per(cents_per_100_mg),
    };
  });
  return { data, pagination: pageOf(page, counted?.total) };
}

/** @throws AppError FORBIDDEN to those who never buy, NOT_FOUND unless connected with this seller */
export async function checkSupplier({ db, actor }: ReadContext, id: string): Promise<OrderLimits> {
  checkBuyer(actor);
  const [connected, parties] = await Promise.all([
    areConnected(db, actor.entity.id, id),
    findParties(db, [id]),
  ]);
  const supplier = parties.get(id);
  if (!connected || !supplier || !SELLERS.includes(supplier.type)) throw notFound();
  return supplier;
}

/** Who buys, and what of a variant one buyer's pending orders may hold; null is no limit. */
interface CatalogReader {
  purchaser: Purchaser;
  percent: number | null;
}

/**
 * The buyer whom a catalog is shown for: the caller, or of its own catalog a customer. What a seller allows each buyer doesn't
 * limit the orders that it enters itself.
 * @throws AppError FORBIDDEN, NOT_FOUND when the two aren't connected
 */
async function catalogReader(
  ctx: ReadContext,
  { id, customer_id: given }: Pick<z.infer<typeof ListCatalog>, 'id' | 'customer_id'>,
): Promise<CatalogReader> {
  const { db, actor } = ctx;
  const me = actor.entity.id;
  if (given === undefined) {
    const { maxReservedPercent } = await checkSupplier(ctx, id);
    return { purchaser: { buyerId: me }, percent: maxReservedPercent };
  }
  checkSeller(actor);
  if (!actor.permissions.includes('read:customers')) throw lacking('read:customers');
  const customerId = await currentId(db, me, given);
  if (id !== me || !(await areConnected(db, me, customerId))) throw notFound();
  return { purchaser: { buyerId: customerId, sellerId: me }, percent: null };
}

/**
 * Lists a connected seller's offers, or the caller's own to a customer: one row per variant of the active products. Stock,
 * certificates and what was bought are read only for the variants of the page.
 * @throws AppError FORBIDDEN, NOT_FOUND when not connected, INVALID_REQUEST
 */
export async function listCatalog(
  ctx: ReadContext & Pick<Context, 'publicUrl'>,
  { id, customer_id, page, limit, sort, ...filter }: z.infer<typeof ListCatalog>,
): Promise<z.infer<typeof Catalog>> {
  const { db } = ctx;
  const reader = await catalogReader(ctx, { id, customer_id });
  const { thc_min = 0, thc_max = 100 } = filter;
  if (thc_min > thc_max) {
    throw invalidRequest([
      { path: 'thc_max', code: 'range_upside_down', message: 'must not be below thc_min' },
    ]);
  }
  const pair = { sellerId: id, buyerId: reader.purchaser.buyerId };
  const [{ more, terms, ...aside } = { more: false, terms: null, ...NOTHING_ASIDE }] = await shelfOf(
    db,
    id,
    pair.buyerId,
  );
  const from = more ? withListed(id, pair.buyerId) : OFFERS;
  const where = offerConditions(more ? null : id, pair, filter, aside);
  const isPlain = !more && !aside.hides && aside.secret.length === 0;
  const wanted = { page, limit, sort, terms };
  const { rows, total } = await (filter.search
    ? findOffers(db, from, where, wanted)
    : readOffers(
        db,
        from,
        where,
        wanted,
        isPlain ? count(db, where, id, filter) : countOffers(db, from, where),
      ));
  const { purchaser, percent } = reader;
  const [details, prices] = await Promise.all([
    readDetails(ctx, purchaser, [{ sellerId: id, offers: rows, percent }]),
    terms ? shownPrices(db, terms, rows) : null,
  ]);
  const data = rows.map((row) => {
    const { wholesale_price_cents: _, step: __, total: ___, ...offer } = row;
    const { wholesale_price_cents, case_size, step } = row;
    const own =
      prices?.get(row.variant_id) ?? pricesOf({ wholesale_price_cents, ladder: null, case_size, step });
    // Not by spreading each part once more: a page has up to 200 rows.
    return Object.assign(offer, own, details(id, row));
  });
  return { data, pagination: pageOf({ page, limit }, total) };
}

/** Counts offers: all of a seller, and those in or out of stock, from what is kept. */
function count(
  db: Db,
  where: SQL,
  sellerId: string,
  { in_stock, ...others }: Filter,
): PromiseLike<ReadonlyArray<{ total: number }>> {
  if (Object.values(others).some((value) => value !== undefined)) return countOffers(db, OFFERS, where);
  if (in_stock === undefined) return countAllOffers(db, sellerId);
  return in_stock ? countInStock(db, sellerId) : countOutOfStock(db, sellerId);
}

type WantedOffers = Pick<z.infer<typeof ListCatalog>, 'sort' | keyof Page> & { terms: BuyerTerms | null };

/** Reads a page that an index may have in order: it ends early where most offers match. */
async function readOffers(
  db: Db,
  from: SQL,
  where: SQL,
  { page, limit, ...wanted }: WantedOffers,
  counted: PromiseLike<ReadonlyArray<{ total: number }>>,
) {
  const counting = Promise.resolve(counted).then(([row]) => row?.total ?? 0);
  const near = await fromNearerEnd({ limit, skipped: (page - 1) * limit }, counting);
  const [rows, total] = await Promise.all([offersPage(db, from, where, { ...wanted, rows: near }), counting]);
  return { rows, total };
}

/** Reads a page of what a search finds. It is planned for its text each time: a kept plan doesn't know how many goods of all sellers have it. */
function findOffers(db: Db, from: SQL, where: SQL, { page, limit, ...wanted }: WantedOffers) {
  const skipped = (page - 1) * limit;
  return db.transaction(async (tx) => {
    const [, rows] = await Promise.all([
      planForMany(tx),
      offersFound(tx, from, where, { ...wanted, rows: { limit, skipped, backward: false } }),
    ]);
    const [counted] = rows.length > 0 || page === 1 ? rows : await countOffers(tx, from, where);
    return { rows, total: counted?.total ?? 0 };
  });
}

type Named = { product_id: string; variant_id: string };

/** Offers of one seller, and what of a variant one buyer's pending orders may hold; null is no limit. */
interface Shelf {
  sellerId: string;
  offers: readonly Named[];
  percent: number | null;
}

/** What of a seller's variants a buyer can order now. */
async function readOrderable(
  { db, actor }: ReadContext,
  buyerId: string,
  { sellerId, offers, percent }: Shelf,
) {
  const variantIds = offers.map((offer) => offer.variant_id);
  const within = percent === null ? null : actor.locationLimit;
  const receiving = await findReceiving(db, buyerId, { id: null, within });
  const units = await availableUnits(db, { sellerId, buyerId }, variantIds, receiving);
  return percent === null ? units : orderableUnits(db, { buyerId, sellerId }, units, percent);
}

/** What each offer of a page has beside what its seller states: stock by seller, all else of the page at once. */
async function readDetails(
  ctx: ReadContext & Pick<Context, 'publicUrl'>,
  purchaser: Purchaser,
  shelves: readonly Shelf[],
) {
  const { db, actor, publicUrl } = ctx;
  const offers = shelves.flatMap((shelf) => shelf.offers);
  const variantIds = [...new Set(offers.map((offer) => offer.variant_id))];
  const [available, bought, own, certificates] = await Promise.all([
    Promise.all(shelves.map((shelf) => readOrderable(ctx, purchaser.buyerId, shelf))),
    lastPurchases(db, purchaser, variantIds),
    ownUnits(db, actor, variantIds),
    latestCertificates(db, [...new Set(offers.map((offer) => offer.product_id))]),
  ]);
  const orderable = new Map(shelves.map(({ sellerId }, at) => [sellerId, available[at]]));
  const purchases = new Map(bought.map((row) => [row.variant_id, row]));
  const units = new Map(own.map((row) => [row.variant_id, row.units]));
  const latest = new Map(
    certificates.map(({ product_id, ...certificate }) => [
      product_id,
      {
        ...certificate,
        download_url: `${publicUrl}/api/v1/products/${product_id}/coa/${certificate.id}/file`,
      },
    ]),
  );
  return (
    sellerId: string,
    { product_id, variant_id, case_size, step }: Named & { case_size: number; step: number | null },
  ) => {
    const available_quantity = orderable.get(sellerId)?.get(variant_id) ?? 0;
    const last = purchases.get(variant_id);
    return {
      available_quantity,
      ...amountsOf({ available_quantity, case_size }, step),
      certificate: latest.get(product_id) ?? null,
      own_quantity: units.get(variant_id) ?? 0,
      last_price: last ? toDollars(last.unit_price_cents) : null,
      last_ordered_at: last?.ordered_at ?? null,
    };
  };
}

/** Lists the brands of a connected seller's active products, by name. @throws as listCatalog */
export async function listBrands(
  ctx: ReadContext,
  { id, ...page }: z.infer<typeof ListBrands>,
): Promise<z.infer<typeof BrandList>> {
  await checkSupplier(ctx, id);
  const buyerId = ctx.actor.entity.id;
  const [rows, [counted]] = await Promise.all([
    brandsPage(ctx.db, id, buyerId, page),
    countBrands(ctx.db, id, buyerId),
  ]);
  return { data: [...rows], pagination: pageOf(page, counted?.total) };
}
