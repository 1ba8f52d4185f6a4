import { v7 } from 'uuid';
import { nextStatuses, ORDER_STATUSES, type Side } from '../../../server/features/orders/flow/schema';
import type { ErrorCode } from '../../../server/kernel/errors';
import type { OrderBody } from '../../factories/trade';
import type { Answer, Client, ErrorBody } from '../../setup/client';
import { add, free, type ModelOrder, type Seller, type World } from './world';

/** A random number from 0 up to and without n, whole. */
export type Roll = (n: number) => number;

export interface Step {
  client: Client;
  method: 'POST' | 'PATCH';
  path: string;
  body?: object;
  /** The error that the model expects; undefined when the step succeeds. */
  error: ErrorCode | undefined;
  /** What a success changes in the model. */
  apply(answer: unknown): void;
}

const PARTIES: readonly Side[] = ['wholesaler', 'retailer'];

const pick = <T>(roll: Roll, all: readonly T[]): T => all[roll(all.length)] as T;

/** Each kind of step that users take; null where there is nothing to take it with. */
export const STEPS: readonly ((world: World, roll: Roll) => Step | null)[] = [
  place,
  place,
  place,
  enter,
  enter,
  move,
  move,
  move,
  move,
  cancel,
  lower,
  restock,
];

function cart(world: World, roll: Roll, { stock, productId }: Seller) {
  const variants = [...stock.keys()].slice(roll(2));
  const lines = new Map(variants.map((variant) => [variant, 1 + roll(roll(8) === 0 ? 2 * 300 : 12)]));
  const items = [...lines].map(([variant_id, quantity]) => ({ product_id: productId, variant_id, quantity }));
  const short = [...lines].some(([variant, quantity]) => quantity > free(world, variant));
  return { lines, items, short };
}

/** Adds an order to the model, with what it holds. */
function hold(world: World, order: ModelOrder): void {
  world.orders.push(order);
  for (const [variant, quantity] of order.lines) add(world.held, variant, quantity);
}

function idsOf(answer: unknown) {
  const { id, items } = answer as OrderBody;
  return { id, itemIds: new Map(items.map((line) => [line.variant_id, line.id])) };
}

function place(world: World, roll: Roll): Step {
  const buyer = pick(
    roll,
    world.buyers.filter(({ client }) => client),
  );
  const seller = pick(roll, buyer.sellers);
  const { lines, items, short } = cart(world, roll, seller);
  return {
    client: buyer.client as Client,
    method: 'POST',
    path: '/api/v1/orders',
    body: { wholesaler_id: seller.id, items },
    error: short ? 'INSUFFICIENT_STOCK' : undefined,
    apply: (answer) =>
      hold(world, { ...idsOf(answer), seller, buyer, status: 'pending', enteredBy: 'buyer', lines }),
  };
}

function enter(world: World, roll: Roll): Step {
  const buyer = pick(roll, world.buyers);
  const seller = pick(roll, buyer.sellers);
  // Another seller's customer that isn't on board does not exist for this one.
  const stranger = buyer.client === null && roll(5) === 0;
  const by = stranger ? (world.sellers.find((one) => !buyer.sellers.includes(one)) as Seller) : seller;
  const { lines, items, short } = cart(world, roll, by);
  const accept = roll(2) === 0;
  return {
    client: by.client,
    method: 'POST',
    path: '/api/v1/orders',
    body: { retailer_id: buyer.id, items, ...(!accept && { accept }) },
    error: stranger ? 'NOT_FOUND' : short ? 'INSUFFICIENT_STOCK' : undefined,
    apply: (answer) =>
      hold(world, {
        ...idsOf(answer),
        seller,
        buyer,
        status: accept ? 'accepted' : 'pending',
        enteredBy: 'seller',
        lines,
      }),
  };
}

/** A party may take its own steps, and the seller those of a buyer that isn't on board. Rights come before the state. */
function faultOf({ status, buyer }: ModelOrder, side: Side, to: OrderBody['status']): ErrorCode | undefined {
  const sides = buyer.client ? [side] : PARTIES;
  const may = (one: Side, from = status) => nextStatuses(from, one).includes(to);
  if (sides.some((one) => may(one))) return undefined;
  const ever = PARTIES.filter((one) => ORDER_STATUSES.some((from) => may(one, from)));
  return ever.length > 0 && !ever.some((one) => sides.includes(one)) ? 'FORBIDDEN' : 'INVALID_TRANSITION';
}

/** Any status by either party: what the flow forbids is an error, and changes nothing. */
function move(world: World, roll: Roll): Step | null {
  const open = world.orders.filter(({ status }) => status !== 'delivered' && status !== 'cancelled');
  if (open.length === 0) return null;
  const order = pick(roll, open);
  const side = order.buyer.client && roll(4) === 0 ? 'retailer' : 'wholesaler';
  const allowed = nextStatuses(order.status, side);
  const onward = allowed.filter((to) => to !== 'cancelled');
  const to =
    onward.length > 0 && roll(6) > 0 ? (onward[0] as OrderBody['status']) : pick(roll, ORDER_STATUSES);
  return {
    client: side === 'retailer' ? (order.buyer.client as Client) : order.seller.client,
    method: 'PATCH',
    path: `/api/v1/orders/${order.id}/status`,
    body: { status: to },
    error: faultOf(order, side, to),
    apply: () => become(world, order, to),
  };
}

function become(world: World, order: ModelOrder, to: OrderBody['status']): void {
  const from = order.status;
  order.status = to;
  if (from === to) return;
  for (const [variant, quantity] of order.lines) {
    if (to === 'shipped') add(world.onHand, variant, -quantity);
    if (to === 'shipped' || to === 'cancelled') add(world.held, variant, -quantity);
    if (to === 'delivered' && order.buyer.client)
      add(world.received, `${order.buyer.id} ${variant}`, quantity);
  }
}

function cancel(world: World, roll: Roll): Step | null {
  if (world.orders.length === 0) return null;
  const order = pick(roll, world.orders.slice(-30));
  const side = order.buyer.client && roll(2) === 0 ? 'retailer' : 'wholesaler';
  return {
    client: side === 'retailer' ? (order.buyer.client as Client) : order.seller.client,
    method: 'POST',
    path: `/api/v1/orders/${order.id}/cancel`,
    error: faultOf(order, side, 'cancelled'),
    apply: () => become(world, order, 'cancelled'),
  };
}

/** The seller lowers a line of an order that isn't prepared yet. */
function lower(world: World, roll: Roll): Step | null {
  const open = world.orders.filter(
    ({ status, lines }) => status === 'accepted' && Math.max(...lines.values()) > 1,
  );
  if (open.length === 0) return null;
  const order = pick(roll, open);
  const [variant, quantity] = [...order.lines].sort(([, a], [, b]) => b - a)[0] as [string, number];
  const less = 1 + roll(quantity - 1);
  return {
    client: order.seller.client,
    method: 'PATCH',
    path: `/api/v1/orders/${order.id}/items/${order.itemIds.get(variant)}`,
    body: { quantity: less },
    error: undefined,
    apply: () => {
      order.lines.set(variant, less);
      add(world.held, variant, less - quantity);
    },
  };
}

function restock(world: World, roll: Roll): Step {
  const seller = pick(roll, world.sellers);
  const [variant, itemId] = pick(roll, [...seller.stock]);
  const change = roll(4) === 0 ? -roll(600) - 1 : 1 + roll(40);
  return {
    client: seller.client,
    method: 'PATCH',
    path: `/api/v1/inventory/${itemId}`,
    body: { quantity_change: change, reason_code: change < 0 ? 'DAMAGE' : 'ADJUSTMENT', notes: 'Counted' },
    error: free(world, variant) + change < 0 ? 'INSUFFICIENT_STOCK' : undefined,
    apply: () => add(world.onHand, variant, change),
  };
}

/** Sends a step under a key of its own; now and then it is cut off first, and sent again. */
export async function send(step: Step, roll: Roll): Promise<Answer> {
  const options = { headers: { 'idempotency-key': v7() }, ...(step.body && { body: step.body }) };
  const once = () => step.client.send(step.method, step.path, options);
  if (roll(12) === 0) {
    const { url, tokens } = step.client;
    await fetch(`${url}${step.path}`, {
      method: step.method,
      headers: {
        ...options.headers,
        authorization: `Bearer ${tokens?.access_token}`,
        'content-type': 'application/json',
      },
      body: step.body ? JSON.stringify(step.body) : null,
      signal: AbortSignal.timeout(1 + roll(25)),
    }).catch(() => {});
  }
  for (;;) {
    const answer = await once();
    // While the request that was cut off still runs.
    if ((answer.body as Partial<ErrorBody>).error?.code !== 'IDEMPOTENCY_IN_PROGRESS') return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
