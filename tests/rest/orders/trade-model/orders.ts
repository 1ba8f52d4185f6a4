import { nextStatuses, type Side } from '../../../../server/features/orders/shapes/flow.schema';
import type { ErrorCode } from '../../../../server/kernel/errors';
import { ORDER_STATUSES } from '../../../../server/kernel/order-statuses';
import type { OrderBody } from '../../../factories/trade';
import type { Client } from '../../../setup/client';
import { type Kind, pick, pickAny, type Roll, type Step } from './step';
import {
  add,
  free,
  hold,
  key,
  type Line,
  type ModelOrder,
  openBackorders,
  placing,
  type Seller,
  type Shortage,
  type Wanted,
  type World,
} from './world';

const PARTIES: readonly Side[] = ['wholesaler', 'retailer'];
const OPEN: readonly string[] = ['pending', 'accepted', 'preparing'];

/** What a buyer wants of a seller's goods: now and then more than there is. */
export function cart(roll: Roll, { prices }: Seller): Map<string, number> {
  const variants = [...prices.keys()].slice(roll(prices.size));
  return new Map(variants.map((variant) => [variant, 1 + roll(roll(8) === 0 ? 2 * 300 : 12)]));
}
export const itemsOf = ({ productOf }: World, wanted: Wanted) =>
  [...wanted].map(([variant_id, quantity]) => ({
    product_id: productOf.get(variant_id),
    variant_id,
    quantity,
  }));
export const shortageOf = (roll: Roll): Shortage =>
  roll(3) === 0 ? pick(roll, ['partial', 'backorder']) : 'reject';

export const place: Kind = (world, roll) => {
  const buyer = pick(
    roll,
    world.buyers.filter(({ client }) => client),
  );
  const seller = pick(roll, buyer.sellers);
  const [wanted, shortage] = [cart(roll, seller), shortageOf(roll)];
  const planned = placing(world, seller, wanted, shortage);
  const prices = new Map(seller.prices);
  return {
    client: buyer.client as Client,
    method: 'POST',
    path: '/api/v1/orders',
    body: { wholesaler_id: seller.id, items: itemsOf(world, wanted), shortage },
    error: planned.error,
    apply: async (answer) => {
      const placed = { seller, buyer, status: 'pending', enteredBy: 'buyer' } as const;
      await hold(world, answer, { ...placed, wanted, shortage, prices, placing: planned });
    },
  };
};

export const enter: Kind = (world, roll) => {
  const buyer = pick(roll, world.buyers);
  const seller = pick(roll, buyer.sellers);
  // Another seller's customer that isn't on board does not exist for this one.
  const stranger = buyer.client === null && roll(5) === 0;
  const by = stranger ? (world.sellers.find((one) => !buyer.sellers.includes(one)) as Seller) : seller;
  const [wanted, shortage, accept] = [cart(roll, by), shortageOf(roll), roll(2) === 0];
  const planned = placing(world, by, wanted, shortage);
  const prices = new Map(by.prices);
  return {
    client: by.client,
    method: 'POST',
    path: '/api/v1/orders',
    body: { retailer_id: buyer.id, items: itemsOf(world, wanted), shortage, ...(!accept && { accept }) },
    error: stranger ? 'NOT_FOUND' : planned.error,
    apply: async (answer) => {
      const placed = { seller, buyer, status: accept ? 'accepted' : 'pending', enteredBy: 'seller' } as const;
      await hold(world, answer, { ...placed, wanted, shortage, prices, placing: planned });
    },
  };
};

/** A party may take its own steps, and the seller those of a buyer that isn't on board. Rights come before the state. */
function faultOf({ status, buyer }: ModelOrder, side: Side, to: OrderBody['status']): ErrorCode | undefined {
  const sides = buyer.client ? [side] : PARTIES;
  const may = (one: Side, from = status) => nextStatuses(from, one).includes(to);
  if (sides.some((one) => may(one))) return undefined;
  const ever = PARTIES.filter((one) => ORDER_STATUSES.some((from) => may(one, from)));
  return ever.length > 0 && !ever.some((one) => sides.includes(one)) ? 'FORBIDDEN' : 'INVALID_TRANSITION';
}

/** A side of an order, and who acts for it. */
function actorOf({ buyer, seller }: ModelOrder, roll: Roll, odds: number): { side: Side; client: Client } {
  return buyer.client && roll(odds) === 0
    ? { side: 'retailer', client: buyer.client }
    : { side: 'wholesaler', client: seller.client };
}

/** Any status by either party: what the flow forbids is an error, and changes nothing. */
export const move: Kind = (world, roll) => {
  const order = pickAny(
    roll,
    world.orders.filter(({ status }) => status !== 'delivered' && status !== 'cancelled'),
  );
  if (!order) return null;
  const { side, client } = actorOf(order, roll, 4);
  const onward = nextStatuses(order.status, side).filter((to) => to !== 'cancelled');
  const to =
    onward.length > 0 && roll(6) > 0 ? (onward[0] as OrderBody['status']) : pick(roll, ORDER_STATUSES);
  return {
    client,
    method: 'PATCH',
    path: `/api/v1/orders/${order.id}/status`,
    body: { status: to },
    error: faultOf(order, side, to),
    apply: () => become(world, order, to),
  };
};

function become(world: World, order: ModelOrder, to: OrderBody['status']): void {
  const { status: from, seller, buyer } = order;
  order.status = to;
  if (from === to) return;
  for (const [variant, { quantity }] of order.lines) {
    if (to === 'shipped') add(world.onHand, key(seller, variant), -quantity);
    if (to === 'shipped' || to === 'cancelled') add(world.held, key(seller, variant), -quantity);
    if (to === 'delivered' && buyer.client) add(world.onHand, key(buyer, variant), quantity);
  }
  if (to !== 'cancelled') return;
  for (const one of world.backorders) {
    if (one.orderId === order.id && one.status === 'open') one.status = 'cancelled';
  }
}

export const cancel: Kind = (world, roll) => {
  const order = pickAny(roll, world.orders.slice(-30));
  if (!order) return null;
  const { side, client } = actorOf(order, roll, 2);
  return {
    client,
    method: 'POST',
    path: `/api/v1/orders/${order.id}/cancel`,
    error: faultOf(order, side, 'cancelled'),
    apply: () => become(world, order, 'cancelled'),
  };
};

/** The seller lowers a line of an order that isn't prepared yet; what it takes off may go on backorder. */
export const lower: Kind = (world, roll) => {
  const order = pickAny(
    roll,
    world.orders.filter(
      ({ status, lines }) =>
        status === 'accepted' && Math.max(...[...lines.values()].map(({ quantity }) => quantity)) > 1,
    ),
  );
  if (!order) return null;
  const [variant, line] = [...order.lines].sort(([, a], [, b]) => b.quantity - a.quantity)[0] as [
    string,
    Line,
  ];
  const less = 1 + roll(line.quantity - 1);
  const [off, backorder] = [line.quantity - less, roll(3) === 0];
  const { seller, buyer, id: orderId } = order;
  return {
    client: seller.client,
    method: 'PATCH',
    path: `/api/v1/orders/${orderId}/items/${line.itemId}`,
    body: { quantity: less, ...(backorder && { backorder }) },
    apply: async () => {
      line.quantity = less;
      add(world.held, key(seller, variant), -off);
      if (!backorder) return;
      const prices = new Map([[variant, line.cents]]);
      await openBackorders(world, { seller, buyer, orderId, units: new Map([[variant, off]]), prices });
    },
  };
};

/** The buyer raises a line of a pending order, and the seller of one that it entered. */
export const raise: Kind = (world, roll) => {
  const order = pickAny(
    roll,
    world.orders.filter(
      ({ status, enteredBy, buyer }) =>
        (status === 'pending' && buyer.client) ||
        (enteredBy === 'seller' && (status === 'pending' || status === 'accepted')),
    ),
  );
  if (!order) return null;
  const { seller, buyer, enteredBy, status } = order;
  const byBuyer = buyer.client !== null && status === 'pending' && (enteredBy === 'buyer' || roll(2) === 0);
  const [variant, line] = pick(roll, [...order.lines]);
  const more = 1 + roll(10);
  return {
    client: byBuyer ? (buyer.client as Client) : seller.client,
    method: 'PATCH',
    path: `/api/v1/orders/${order.id}/items/${line.itemId}`,
    body: { quantity: line.quantity + more },
    error: free(world, seller, variant) < more ? 'INSUFFICIENT_STOCK' : undefined,
    apply: () => {
      line.requested = Math.max(line.requested, line.quantity) + more;
      line.quantity += more;
      add(world.held, key(seller, variant), more);
    },
  };
};

/** Either side changes what is its own, until the order ships. */
export const edit: Kind = (world, roll) => {
  const order = pickAny(roll, world.orders.slice(-60));
  if (!order) return null;
  const { side, client } = actorOf(order, roll, 2);
  const field = pick(roll, ['po_number', 'notes', 'delivery_window', 'seller_notes'] as const);
  const value = `Written ${roll(1_000_000)}`;
  const isOthers =
    side === 'retailer'
      ? field === 'seller_notes'
      : (field === 'po_number' || field === 'notes') && order.enteredBy === 'buyer';
  return {
    client,
    method: 'PATCH',
    path: `/api/v1/orders/${order.id}`,
    body: { [field]: value },
    error: isOthers ? 'FORBIDDEN' : OPEN.includes(order.status) ? undefined : 'CONFLICT',
    apply: () => {
      if (field === 'po_number') order.poNumber = value;
    },
  };
};

export const restock: Kind = async (world, roll): Promise<Step | null> => {
  const seller = pick(roll, world.sellers);
  const variant = pick(roll, [...seller.prices.keys()]);
  const [item] = await world.stage.sql<{ id: string }[]>`
    select id from inventory_items where entity_id = ${seller.id} and variant_id = ${variant} and room_type = 'vault'`;
  if (!item) return null;
  const change = roll(4) === 0 ? -roll(600) - 1 : 1 + roll(40);
  return {
    client: seller.client,
    method: 'PATCH',
    path: `/api/v1/inventory/${item.id}`,
    body: { quantity_change: change, reason_code: change < 0 ? 'DAMAGE' : 'ADJUSTMENT', notes: 'Counted' },
    error: free(world, seller, variant) + change < 0 ? 'INSUFFICIENT_STOCK' : undefined,
    apply: () => {
      add(world.onHand, key(seller, variant), change);
    },
  };
};
