import { expect } from 'vitest';
import type { z } from 'zod';
import type { Customer } from '../../../../server/features/entities/customers/resource';
import type { BackorderStatus } from '../../../../server/features/orders/backorders/schema';
import type { DraftStatus } from '../../../../server/features/orders/drafts/machine';
import type { Draft } from '../../../../server/features/orders/drafts/resource';
import type { ErrorCode } from '../../../../server/kernel/errors';
import { type Business, connect, createBusiness, createMember } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import type { OrderBody } from '../../../factories/trade';
import { type Client, ok } from '../../../setup/client';
import type { Stage } from '../../../setup/stage';

export interface Seller {
  id: string;
  client: Client;
  /** What it sells now: cents by variant, its own and others' that it lists. */
  prices: Map<string, number>;
}

export interface Buyer {
  id: string;
  /** Null for a customer that isn't on board: its seller does its steps. */
  client: Client | null;
  license: string;
  sellers: Seller[];
}

export interface Line {
  itemId: string;
  quantity: number;
  requested: number;
  cents: number;
}

export interface ModelOrder {
  id: string;
  number: string;
  seller: Seller;
  buyer: Buyer;
  status: OrderBody['status'];
  enteredBy: OrderBody['entered_by'];
  poNumber: string | null;
  lines: Map<string, Line>;
}

export type Shortage = 'reject' | 'partial' | 'backorder';
/** Units by variant. */
export type Wanted = ReadonlyMap<string, number>;

export interface ModelBackorder {
  id: string;
  seller: Seller;
  buyer: Buyer;
  variant: string;
  orderId: string | null;
  quantity: number;
  filled: number;
  cents: number;
  status: BackorderStatus;
}

export interface ModelDraft {
  id: string;
  seller: Seller;
  buyer: Buyer;
  bySeller: boolean;
  status: DraftStatus;
  /** From then on both parties see it. */
  wasSent: boolean;
  wanted: Wanted;
  prices: ReadonlyMap<string, number>;
  shortage: Shortage;
  accept: boolean;
  orderId: string | null;
}

export interface ModelClaim {
  id: string;
  /** The customer that is claimed. */
  row: Buyer;
  /** The business that claims it. */
  survivor: Buyer;
  email: string;
  status: 'offered' | 'confirmed' | 'rejected';
}

/** Three sellers and four buyers or more, one wholesaler on both sides; what they should have, kept beside the product. */
export interface World {
  stage: Stage;
  sellers: readonly Seller[];
  buyers: Buyer[];
  /** The wholesaler that also buys, and sells on. */
  reseller: { seller: Seller; buyer: Buyer };
  orders: ModelOrder[];
  drafts: ModelDraft[];
  backorders: ModelBackorder[];
  claims: ModelClaim[];
  /** Ids of customers that were merged. */
  aliases: Array<{ id: string; seller: Seller; survivor: Buyer }>;
  productOf: Map<string, string>;
  /** Units by `business variant`: in stock, and how many of them orders hold. */
  onHand: Map<string, number>;
  held: Map<string, number>;
}

/** Units of each variant at the beginning. */
const STOCK = 300;
const PRICES = [1000, 2550];

export async function openWorld(stage: Stage): Promise<World> {
  const { db, signIn } = stage;
  const business = async (type: Business['type']) => {
    const made = await createBusiness(db, type);
    return { made, client: await signIn(await createMember(db, made, 'owner')) };
  };
  const [farm, north, south, first, second] = await Promise.all([
    business('cultivator'),
    business('wholesaler'),
    business('wholesaler'),
    business('retailer'),
    business('retailer'),
  ]);
  const onHand = new Map<string, number>();
  const productOf = new Map<string, string>();
  const sells = async ({ made, client }: typeof farm): Promise<Seller> => {
    const product = await createProduct(db, made, { prices: PRICES });
    const prices = new Map<string, number>();
    for (const [n, { id }] of product.variants.entries()) {
      await createStock(db, made, id, STOCK);
      prices.set(id, PRICES[n] ?? 0);
      productOf.set(id, product.id);
      onHand.set(key(made, id), STOCK);
    }
    return { id: made.id, client, prices };
  };
  const [grower, both, other] = [await sells(farm), await sells(north), await sells(south)];
  for (const [buyer, seller] of [
    [north, farm],
    [first, north],
    [first, south],
    [second, north],
    [second, farm],
  ] as const) {
    await connect(db, buyer.made, seller.made);
  }
  const buys = ({ made, client }: typeof farm, ...from: Seller[]): Buyer => ({
    ...{ id: made.id, client, license: '', sellers: from },
  });
  const reselling = buys(north, grower);
  const buyers = [reselling, buys(first, both, other), buys(second, both, grower)];
  for (const [n, seller] of [both, other].entries()) {
    const license = `C10-55500${n}`;
    const made = await seller.client.post<z.infer<typeof Customer>>('/api/v1/customers', customer(license));
    buyers.push({ id: ok(made).id, client: null, license, sellers: [seller] });
  }
  return {
    ...{ stage, sellers: [grower, both, other], buyers, reseller: { seller: both, buyer: reselling } },
    ...{ orders: [], drafts: [], backorders: [], claims: [], aliases: [] },
    ...{ productOf, onHand, held: new Map() },
  };
}

/** What a seller enters of a shop. */
export const customer = (license: string) => ({
  ...{ type: 'retailer', name: `Shop ${license}`, license_number: license },
  address: { street: '1 Main Street', city: 'Oakland', state: 'CA', zip: '94607' },
});

export const key = ({ id }: { id: string }, variant: string) => `${id} ${variant}`;
export const add = (map: Map<string, number>, what: string, units: number) =>
  map.set(what, (map.get(what) ?? 0) + units);
export const free = ({ onHand, held }: World, seller: Seller, variant: string) =>
  (onHand.get(key(seller, variant)) ?? 0) - (held.get(key(seller, variant)) ?? 0);

export interface Placing {
  error: ErrorCode | undefined;
  /** Units by variant that the order holds, without lines that hold nothing; and those that it lacks. */
  holds: Map<string, number>;
  missing: Map<string, number>;
}

/** What placing an order would do now. */
export function placing(world: World, seller: Seller, wanted: Wanted, shortage: Shortage): Placing {
  const holds = new Map<string, number>();
  const missing = new Map<string, number>();
  for (const [variant, units] of wanted) {
    const there = Math.min(units, free(world, seller, variant));
    if (there > 0) holds.set(variant, there);
    if (there < units) missing.set(variant, units - there);
  }
  const isShort = shortage === 'reject' ? missing.size > 0 : holds.size === 0;
  return { error: isShort ? 'INSUFFICIENT_STOCK' : undefined, holds, missing };
}

interface Placed extends Pick<ModelOrder, 'seller' | 'buyer' | 'status' | 'enteredBy'> {
  placing: Placing;
  wanted: Wanted;
  prices: ReadonlyMap<string, number>;
  shortage: Shortage;
}

/** Adds an order that was placed to the model, with what it holds and what it puts on backorder. */
export async function hold(world: World, answer: unknown, placed: Placed): Promise<ModelOrder> {
  const { id, order_number: number, items } = answer as OrderBody;
  const { seller, buyer, wanted, prices, shortage } = placed;
  const { holds, missing } = placed.placing;
  const lines = new Map<string, Line>();
  for (const { id: itemId, variant_id: variant } of items) {
    const quantity = holds.get(variant) ?? 0;
    lines.set(variant, {
      itemId,
      quantity,
      requested: wanted.get(variant) ?? 0,
      cents: prices.get(variant) ?? 0,
    });
    add(world.held, key(seller, variant), quantity);
  }
  expect([...lines.keys()].sort()).toEqual([...holds.keys()].sort());
  const { status, enteredBy } = placed;
  const order = { id, number, seller, buyer, status, enteredBy, poNumber: null, lines };
  world.orders.push(order);
  if (shortage === 'backorder' && missing.size > 0) {
    await openBackorders(world, { seller, buyer, orderId: id, units: missing, prices });
  }
  return order;
}

interface Opened extends Pick<ModelBackorder, 'seller' | 'buyer' | 'orderId'> {
  units: Wanted;
  prices: ReadonlyMap<string, number>;
}

/** Adds to the model what an order left on backorder: no response of an order names these. */
export async function openBackorders(world: World, { units, prices, ...of }: Opened): Promise<void> {
  const known = world.backorders.filter(({ orderId }) => orderId === of.orderId).map(({ id }) => id);
  const rows = await world.stage.sql<{ id: string; variant_id: string }[]>`
    select id, variant_id from backorders where order_id = ${of.orderId} and id <> all(${known}::uuid[]) order by id`;
  expect(rows.map((row) => row.variant_id).sort()).toEqual([...units.keys()].sort());
  for (const { id, variant_id: variant } of rows) {
    const cents = prices.get(variant) ?? 0;
    const quantity = units.get(variant) ?? 0;
    world.backorders.push({ ...of, id, variant, quantity, filled: 0, cents, status: 'open' });
  }
}

export type DraftBody = z.infer<typeof Draft>;
