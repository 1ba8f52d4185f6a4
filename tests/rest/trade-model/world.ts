import { expect } from 'vitest';
import type { z } from 'zod';
import type { Customer } from '../../../server/features/entities/customers/resource';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import type { OrderBody } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import type { Stage } from '../../setup/stage';

export interface Seller {
  id: string;
  client: Client;
  productId: string;
  /** Variants by their id; the value is the id of their stock in the vault. */
  stock: Map<string, string>;
}

export interface Buyer {
  id: string;
  /** Null for a customer that isn't on board: its seller does its steps. */
  client: Client | null;
  sellers: readonly Seller[];
}

export interface ModelOrder {
  id: string;
  seller: Seller;
  buyer: Buyer;
  status: OrderBody['status'];
  enteredBy: OrderBody['entered_by'];
  /** By variant: units, and the ids of the lines. */
  lines: Map<string, number>;
  itemIds: Map<string, string>;
}

/** Three sellers and four buyers, one wholesaler on both sides; what they should have, kept beside the product. */
export interface World {
  sellers: readonly Seller[];
  buyers: readonly Buyer[];
  orders: ModelOrder[];
  /** Units by variant: in the seller's vault, and how many of them orders hold. */
  onHand: Map<string, number>;
  held: Map<string, number>;
  /** Units by `buyer variant` that a buyer on board has received. */
  received: Map<string, number>;
}

/** Units of each variant at the beginning. */
const STOCK = 300;

export async function openWorld({ db, signIn }: Stage): Promise<World> {
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
  const sells = async ({ made, client }: typeof farm): Promise<Seller> => {
    const product = await createProduct(db, made, { prices: [1000, 2550] });
    const stock = new Map<string, string>();
    for (const { id } of product.variants) {
      stock.set(id, await createStock(db, made, id, STOCK));
      onHand.set(id, STOCK);
    }
    return { id: made.id, client, productId: product.id, stock };
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
  const unclaimed = async (seller: Seller, number: number): Promise<Buyer> => {
    const customer = await seller.client.post<z.infer<typeof Customer>>('/api/v1/customers', {
      type: 'retailer',
      name: `Shop ${number}`,
      license_number: `C10-55500${number}`,
      address: { street: '1 Main Street', city: 'Oakland', state: 'CA', zip: '94607' },
    });
    return { id: ok(customer).id, client: null, sellers: [seller] };
  };
  return {
    sellers: [grower, both, other],
    buyers: [
      { id: north.made.id, client: north.client, sellers: [grower] },
      { id: first.made.id, client: first.client, sellers: [both, other] },
      { id: second.made.id, client: second.client, sellers: [both, grower] },
      await unclaimed(both, 1),
      await unclaimed(other, 2),
    ],
    orders: [],
    onHand,
    held: new Map(),
    received: new Map(),
  };
}

export const add = (map: Map<string, number>, key: string, units: number) =>
  map.set(key, (map.get(key) ?? 0) + units);

export const free = ({ onHand, held }: World, variant: string) =>
  (onHand.get(variant) ?? 0) - (held.get(variant) ?? 0);

const sorted = (rows: Iterable<[string, unknown]>) =>
  [...rows].filter(([, value]) => value !== 0).sort(([a], [b]) => (a < b ? -1 : 1));

/** Compares stock and orders with what they should be. */
export async function expectAsInModel({ sql }: Stage, world: World): Promise<void> {
  const { sellers, buyers, orders, onHand, held, received } = world;
  const [stock, rows] = await Promise.all([
    sql<{ entity: string; variant: string; quantity: number; reserved: number }[]>`
      select entity_id as entity, variant_id as variant, sum(quantity)::int as quantity, sum(reserved_quantity)::int as reserved
      from inventory_items where entity_id = any(${[...sellers, ...buyers].map(({ id }) => id)}) group by 1, 2`,
    sql<{ id: string; status: string; entered_by: string; lines: Record<string, number> | null }[]>`
      select o.id, o.status, case when o.by_seller then 'seller' else 'buyer' end as entered_by, (select json_object_agg(variant_id, quantity) from order_items where order_id = o.id) as lines
      from orders o where o.wholesaler_id = any(${sellers.map(({ id }) => id)})`,
  ]);
  const own = new Map(sellers.flatMap(({ id, stock: of }) => [...of.keys()].map((variant) => [variant, id])));
  const sold = stock.filter(({ entity, variant }) => own.get(variant) === entity);
  const bought = stock.filter(({ entity, variant }) => own.get(variant) !== entity);
  expect({
    onHand: sorted(sold.map(({ variant, quantity }) => [variant, quantity])),
    held: sorted(sold.map(({ variant, reserved }) => [variant, reserved])),
    received: sorted(bought.map(({ entity, variant, quantity }) => [`${entity} ${variant}`, quantity])),
    orders: sorted(
      rows.map((row) => [row.id, [row.status, row.entered_by, sorted(Object.entries(row.lines ?? {}))]]),
    ),
  }).toEqual({
    onHand: sorted(onHand),
    held: sorted(held),
    received: sorted(received),
    orders: sorted(orders.map((one) => [one.id, [one.status, one.enteredBy, sorted(one.lines)]])),
  });
}
