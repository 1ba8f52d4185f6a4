import type { DocumentLine, TaxRule } from '../../../../../server/features/pricing/document';
import { type Business, connect, createBusiness, createMember } from '../../../../factories/business';
import { createProduct, createStock } from '../../../../factories/catalog';
import { createWeighed } from '../../../../factories/weights';
import { pick, type Roll, type Step } from '../../../../rest/orders/trade-model/step';
import type { Client } from '../../../../setup/client';
import { ok } from '../../../../setup/client';
import type { Stage } from '../../../../setup/stage';
import type { Break, Sources } from './prices';

/** What of a stage a walk needs. */
export type Ground = Pick<Stage, 'db' | 'sql' | 'signIn'> & { url: string };

export interface Variant {
  id: string;
  productId: string;
  /** What the wholesale price is now, in cents. */
  wholesale: number;
  category: string;
  /** One step in ten-thousandths of a unit: 10,000 where it is sold each. */
  step: number;
  /** What a step weighs. */
  weight: NonNullable<DocumentLine['weight']>;
}

export interface List {
  id: string;
  bps: number;
  active: boolean;
  rules: Map<string, Break[]>;
}

export interface Offer {
  id: string;
  /** Null for all. */
  buyers: ReadonlySet<string> | null;
  items: ReadonlyMap<string, Break[]>;
}

export interface Tax {
  rule: TaxRule & { id: string };
  /** Empty for all. */
  buyerTypes: readonly string[];
}

export interface Seller {
  id: string;
  client: Client;
  locationId: string;
  variants: readonly Variant[];
  lists: List[];
  offers: Offer[];
  taxes: Tax[];
  /** The one rate of a seller without rules. */
  taxBps: number;
  invoiceAt: 'shipped' | 'delivered';
  termsDays: number;
  blockOverdueDays: number | null;
  /** How far above what was ordered it may pack, in basis points. */
  toleranceBps: number;
  /** Documents so far. */
  invoices: number;
  credits: number;
}

export interface Buyer {
  id: string;
  type: string;
  /** Null for a customer that isn't on board. */
  client: Client | null;
}

export interface Line {
  itemId: string;
  variant: Variant;
  quantity: number;
  /** Prices as they were when the line was added. */
  sources: Sources;
  /** Of its seller; null for the price that follows. */
  manual: number | null;
  bps: number;
  sample: boolean;
  /** Before anything was packed; absent until then. */
  ordered?: number;
}

export type Adjusted = { kind: 'discount' | 'freight' | 'fee' } & ({ cents: number } | { bps: number });

export interface Receipt {
  id: string;
  accepted: Map<string, number>;
  byBuyer: boolean;
  corrections: number;
}

export interface ModelOrder {
  id: string;
  status: 'pending' | 'accepted' | 'preparing' | 'shipped' | 'delivered' | 'cancelled';
  enteredBy: 'buyer' | 'seller';
  lines: Line[];
  adjustments: Adjusted[];
  rules: readonly TaxRule[];
  receipt: Receipt | null;
  invoice: Invoice | null;
}

/** What stays of a line of an invoice. */
export interface Stays {
  quantity: number;
  cents: number;
}

export interface Invoice {
  id: string;
  number: string;
  issued: string;
  due: string;
  total: number;
  /** Null of an opening balance. */
  document: { lines: Line[]; adjustments: Adjusted[]; rules: readonly TaxRule[] } | null;
  stays: Map<string, Stays>;
  /** Of the whole order, where a note set it. */
  discount: number | null;
  pending: number;
  /** Whether its receipt's credit was issued. */
  isCredited: boolean;
}

export interface Payment {
  id: string;
  kind: 'payment' | 'refund';
  method: string;
  reference: string | null;
  amount: number;
  received: string;
  recorded: string;
  voided: string | null;
}

export interface Credit {
  id: string;
  number: string;
  invoiceId: string;
  total: number;
  issued: string;
}

/** Cents of a payment or credit note that went to an invoice or a refund. */
export interface Allocation {
  from: string;
  to: string;
  cents: number;
  made: string;
  reversed: string | null;
}

export interface Pair {
  seller: Seller;
  buyer: Buyer;
  list: List | null;
  termsDays: number | null;
  limit: number | null;
  check: 'placing' | 'accepting' | 'shipping';
  hold: boolean;
  /** Ids of taxes that it does not pay. */
  exempt: ReadonlySet<string>;
  orders: ModelOrder[];
  invoices: Invoice[];
  payments: Payment[];
  credits: Credit[];
  allocations: Allocation[];
}

export interface World {
  ground: Ground;
  sellers: readonly Seller[];
  pairs: Pair[];
  /** The day of every seller: theirs is far from midnight for hours. */
  today: string;
}

export interface MoneyStep extends Step {
  /** One of these is `details.reason` of the error. */
  reasons?: readonly string[];
  pair?: Pair | undefined;
}

export type Kind = (world: World, roll: Roll) => MoneyStep | null | Promise<MoneyStep | null>;

/** Steps of goods of which no order takes all. */
const STOCK = 5_000_000;
const HOUR = 3_600_000;

/** A zone in which it is about noon. */
function zoneOfNoon(): { timezone: string; today: string } {
  const ahead = 12 - new Date().getUTCHours();
  return {
    timezone: ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`,
    today: new Date(Date.now() + ahead * HOUR).toISOString().slice(0, 10),
  };
}

/** A customer as its seller enters it. */
export const customerOf = (license: string) => ({
  ...{ type: 'retailer', name: `Shop ${license}`, license_number: license },
  address: { street: '1 Main Street', city: 'Oakland', state: 'CA', zip: '94607' },
});

/** Three sellers and four buyers, two of which are not on board; one wholesaler is on both sides. */
export async function openWorld(ground: Ground): Promise<World> {
  const { db, signIn } = ground;
  const { timezone, today } = zoneOfNoon();
  const business = async (type: Business['type'], fields: object = {}) => {
    const made = await createBusiness(db, type, { timezone, ...fields });
    return { made, client: await signIn(await createMember(db, made, 'owner')) };
  };
  const farm = await business('cultivator', { defaultTermsDays: 10, weightToleranceBps: 500 });
  const north = await business('wholesaler', { taxRateBps: 500, defaultTermsDays: 30 });
  const south = await business('wholesaler', {
    ...{ taxRateBps: 825, invoiceAt: 'delivered', blockOverdueDays: 20 },
  });
  const shop = await business('retailer');
  const sells = async ({ made, client }: typeof farm, fields: Partial<Seller>): Promise<Seller> => {
    const variants: Variant[] = [];
    for (const [category, price] of [
      ['flower', 2017],
      ['vapes', 999],
    ] as const) {
      const { id: productId, variantId } = await createProduct(db, made, { category, prices: [price] });
      await createStock(db, made, variantId, STOCK);
      const path = `/api/v1/products/${productId}/variants/${variantId}`;
      ok(await client.patch(path, { weight: 3.5, weight_unit: 'g' }));
      const weight = { amount: 35_000, unit: 'g' } as const;
      variants.push({ id: variantId, productId, wholesale: price, category, step: 10_000, weight });
    }
    const bulk = await createWeighed(
      { seller: client },
      { unit: 'lb', step: 0.01, price: 1250, steps: 900_000 },
    );
    const [{ cents = 0 } = {}] = await ground.sql<{ cents: number }[]>`
      select wholesale_price_cents::int as cents from product_variants where id = ${bulk.variantId}`;
    variants.push({
      ...{ id: bulk.variantId, productId: bulk.productId, wholesale: cents, category: 'flower', step: 100 },
      weight: { amount: 100, unit: 'lb' },
    });
    return {
      ...{ id: made.id, client, locationId: made.locationIds[0], variants, lists: [], offers: [], taxes: [] },
      ...{ taxBps: 0, invoiceAt: 'shipped', termsDays: 0, blockOverdueDays: null, invoices: 0, credits: 0 },
      toleranceBps: 0,
      ...fields,
    };
  };
  const grower = await sells(farm, { termsDays: 10, toleranceBps: 500 });
  const both = await sells(north, { taxBps: 500, termsDays: 30 });
  const other = await sells(south, { taxBps: 825, invoiceAt: 'delivered', blockOverdueDays: 20 });
  const buys = ({ made, client }: typeof farm): Buyer => ({ id: made.id, type: made.type, client });
  const [reseller, retailer] = [buys(north), buys(shop)];
  const pairs: Pair[] = [];
  for (const [buyer, seller, of] of [
    [north, farm, pairOf(grower, reseller)],
    [shop, farm, pairOf(grower, retailer)],
    [shop, north, pairOf(both, retailer)],
    [shop, south, pairOf(other, retailer)],
  ] as const) {
    await connect(db, buyer.made, seller.made);
    pairs.push(of);
  }
  for (const [n, seller] of [both, other].entries()) {
    const made = await seller.client.post<{ id: string }>('/api/v1/customers', customerOf(`C10-90000${n}`));
    pairs.push(pairOf(seller, { id: ok(made).id, type: 'retailer', client: null }));
  }
  return { ground, sellers: [grower, both, other], pairs, today };
}

export const pairOf = (seller: Seller, buyer: Buyer): Pair => ({
  ...{ seller, buyer, list: null, termsDays: null, limit: null, check: 'placing', hold: false },
  ...{ exempt: new Set(), orders: [], invoices: [], payments: [], credits: [], allocations: [] },
});

export const pickPair = (roll: Roll, { pairs }: World): Pair => pick(roll, pairs);
export const dollars = (cents: number) => cents / 100;

/** Days before or after a day. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
export const latest = (...days: (string | null | undefined)[]): string =>
  days.reduce<string>((last, day) => (day && day > last ? day : last), '');
