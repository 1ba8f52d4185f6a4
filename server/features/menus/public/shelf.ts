// Other features import this file.

import { EACH } from '../../../kernel/weights';
import type { Db } from '../../../platform/db/client';
import { findReceiving } from '../../entities/locations/queries';
import { findParties } from '../../entities/queries';
import { type LadderStep, oneStep, stepAt } from '../../pricing/ladder';
import { ladderOf } from '../../pricing/queries';
import { type BuyerTerms, findTerms } from '../../pricing/queries.sql';
import { halfUp } from '../../pricing/rounding';
import { CATEGORY_NAMES } from '../../products/categories';
import { imageName } from '../../products/images/address';
import {
  type CertificateRow,
  type Counted,
  certificatesOf,
  type GoodsRow,
  goodsOf,
  stockOf,
} from './goods.sql';
import { listTerms, type OpenLink, type SellerRow, sellerOf, soleState } from './link.sql';

/** A variant on a menu, with all that its views are made of. */
export interface Item extends Omit<GoodsRow, 'image' | 'pictured' | 'wholesale_price_cents'> {
  /** The picture's name in our addresses; null without one that we have. */
  picture: string | null;
  /** The picture's address as the product names it. */
  pictureSource: string | null;
  ladder: LadderStep[];
  /** What could be ordered now. */
  units: number;
  /** The sum of the thresholds of the places that count; 0 for none. */
  threshold: number;
  certificate: CertificateRow | null;
}

/** What a menu shows to who has one of its links. */
export interface Shelf {
  items: Item[];
  byVariant: ReadonlyMap<string, Item>;
  seller: SellerRow;
  /** In cents; null for none. */
  minimumCents: number | null;
  categories: string[];
  brands: string[];
  /** The largest of its prices' terms, for the mails of one price group. */
  priceGroup: string;
  /** Rises each time that a process reads it. */
  reading: number;
  readAt: number;
}

let readings = 0;

/** Reads the goods of a menu with prices, stock and certificates, as they are now. */
export async function readShelf(db: Db, link: OpenLink): Promise<Shelf> {
  const readAt = Date.now();
  const { seller_id: sellerId, customer_id: buyerId } = link;
  const [rows, [seller], terms, counted] = await Promise.all([
    goodsOf(db, {
      ...{ sellerId, buyerId, goods: link.goods },
      ...{ categories: link.categories, brands: link.brands, variantIds: link.variant_ids },
    }),
    sellerOf(db, sellerId),
    termsOf(db, link),
    countedOf(db, link),
  ]);
  if (!seller) throw new Error('A link that is open has a seller');
  const ids = rows.map(({ variant_id }) => variant_id);
  const [ladders, stock, certificates] = await Promise.all([
    terms.plain ? null : ladderOf(db, terms, rows),
    stockOf(db, counted, ids),
    certificatesOf(db, counted, ids),
  ]);
  const units = new Map(stock.map((row) => [row.variant_id, row]));
  const certified = new Map(certificates.map((row) => [row.variant_id, row]));
  const items = rows.map(({ image, pictured, wholesale_price_cents, ...row }): Item => {
    const level = units.get(row.variant_id);
    return {
      ...row,
      picture: pictured && image !== null ? imageName(image) : null,
      pictureSource: pictured ? image : null,
      ladder: ladders?.get(row.variant_id) ?? oneStep(wholesale_price_cents),
      units: level?.units ?? 0,
      threshold: level?.threshold ?? 0,
      certificate: certified.get(row.variant_id) ?? null,
    };
  });
  const rank = new Map<string, number>(CATEGORY_NAMES.map((name, n) => [name, n]));
  items.sort((a, b) => (rank.get(a.category) ?? 0) - (rank.get(b.category) ?? 0));
  // Without levels, what is sold out would tell what is hidden: it stays listed.
  return {
    items,
    byVariant: new Map(items.map((item) => [item.variant_id, item])),
    seller,
    minimumCents: link.minimum_order_cents ?? terms.minimumCents ?? seller.minimum_order_cents,
    categories: [...new Set(items.map(({ category }) => category))],
    brands: [...new Set(items.flatMap(({ brand }) => brand ?? []))].sort((a, b) => a.localeCompare(b, 'en')),
    priceGroup: [terms.listId ?? '', ...terms.offerIds].join('/'),
    reading: ++readings,
    readAt,
  };
}

interface Prices extends BuyerTerms {
  /** Whether all is sold at the wholesale price. */
  plain: boolean;
  /** The least subtotal of a customer's own; null for the seller's. */
  minimumCents: number | null;
}

const PLAIN: Prices = { listId: null, discountBps: 0, offerIds: [], plain: true, minimumCents: null };

/** What decides the prices: the customer's terms, or the menu's list without any offer. */
async function termsOf(db: Db, { seller_id, customer_id, price_list_id }: OpenLink): Promise<Prices> {
  if (customer_id !== null) {
    const [terms] = await findTerms(db, seller_id, [customer_id]);
    if (!terms) return PLAIN;
    const { listId, discountBps, offerIds, minimumOrderCents } = terms;
    const plain = listId === null && offerIds.length === 0;
    return { listId, discountBps, offerIds, plain, minimumCents: minimumOrderCents };
  }
  if (price_list_id === null) return PLAIN;
  const [list] = await listTerms(db, seller_id, price_list_id);
  return list ? { ...PLAIN, listId: price_list_id, discountBps: list.discount_bps, plain: false } : PLAIN;
}

/** Whose stock counts: for a customer what may go to its receiving location, else what lies in the menu's state. */
async function countedOf(db: Db, link: OpenLink): Promise<Counted> {
  const { seller_id: sellerId, customer_id: buyerId, location_id: locationId } = link;
  if (buyerId !== null) {
    const [receiving, parties] = await Promise.all([
      findReceiving(db, buyerId, { id: null, within: null }),
      findParties(db, [sellerId]),
    ]);
    const within = parties.get(sellerId)?.sameStateOnly ? (receiving?.state ?? '') : null;
    return { sellerId, locationId, state: within, buyerId };
  }
  if (locationId !== null) return { sellerId, locationId, state: null, buyerId: null };
  if (link.state !== null) return { sellerId, locationId: null, state: link.state, buyerId: null };
  // Premises may have been added in another state since: then those of the first count.
  const [sole] = await soleState(db, sellerId);
  return { sellerId, locationId: null, state: sole?.state ?? '', buyerId: null };
}

/** The price in cents of an amount, and what it comes to. @param steps that are ordered */
export function priceFor({ ladder, step }: Pick<Item, 'ladder' | 'step'>, steps: number) {
  const { price_cents } = stepAt(ladder, steps);
  const exact = BigInt(steps) * BigInt(step ?? EACH) * BigInt(price_cents);
  return { cents: price_cents, totalCents: Number(halfUp(exact, BigInt(EACH))) };
}

/** How much there is, as levels say it. */
export function levelOf({ units, threshold }: Pick<Item, 'units' | 'threshold'>): 'in stock' | 'low' | 'out' {
  if (units <= 0) return 'out';
  return units < threshold ? 'low' : 'in stock';
}
