import type { OrderBody } from '../../../../factories/trade';
import { pick, pickAny, type Roll } from '../../../../rest/orders/trade-model/step';
import type { Client } from '../../../../setup/client';
import { documentOf, priceAt, priceOf, sourcesOf, taxesOf } from './prices';
import { exposureOf, isCounted, openOf } from './sums';
import {
  type Adjusted,
  addDays,
  dollars,
  type Invoice,
  type Kind,
  type Line,
  type ModelOrder,
  type MoneyStep,
  type Pair,
  pickPair,
  type Variant,
  type World,
} from './world';

type Status = ModelOrder['status'];
type Fault = Pick<MoneyStep, 'error' | 'reasons'>;
export const conflict = (reasons: readonly string[]): Fault =>
  reasons.length > 0 ? { error: 'CONFLICT', reasons } : {};

/** What the limit of a pair says of an order that would come to a total, in cents, once it is in a status. */
export const beyond = (pair: Pair, status: Status, total: number, order?: ModelOrder): boolean =>
  pair.limit !== null && isCounted(pair, status) && exposureOf(pair, order) + total > pair.limit;

function isBlocked({ seller: { blockOverdueDays }, ...pair }: Pair, today: string): boolean {
  if (blockOverdueDays === null) return false;
  const before = addDays(today, -blockOverdueDays);
  return pair.invoices.some((one) => one.due < before && openOf(pair as Pair, one) > 0);
}

/** Around the breaks. */
export const quantityOf = (roll: Roll, { step }: Variant) =>
  step === 10_000 ? 1 + roll(pick(roll, [6, 16, 75])) : 1 + roll(pick(roll, [60, 900]));
export const paths = ({ id }: ModelOrder) => `/api/v1/orders/${id}`;

export const place: Kind = (world, roll) => {
  const pair = pickPair(roll, world);
  const { seller, buyer } = pair;
  const bySeller = buyer.client === null || roll(2) === 0;
  const accept = !bySeller || roll(3) > 0;
  const override = bySeller && roll(4) === 0;
  const first = roll(seller.variants.length);
  const lines = seller.variants
    .filter((_, n) => n === first || roll(3) === 0)
    .map((variant): Line => {
      const sources = sourcesOf(pair, variant);
      const quantity = quantityOf(roll, variant);
      const sample = bySeller && roll(8) === 0;
      const isManual = bySeller && !sample && roll(5) === 0;
      return {
        ...{ itemId: '', variant, quantity, sources, sample },
        manual: isManual ? roll(priceAt(sources, quantity).cents * 2) : null,
        bps: bySeller && roll(5) === 0 ? roll(10_001) : 0,
      };
    });
  const status: Status = bySeller && accept ? 'accepted' : 'pending';
  const order: ModelOrder = {
    ...{ id: '', status, enteredBy: bySeller ? 'seller' : 'buyer', lines, adjustments: [] },
    ...{ rules: taxesOf(pair), receipt: null, invoice: null },
  };
  const problems = [
    ...(pair.hold ? ['on_hold'] : []),
    ...(!override && isBlocked(pair, world.today) ? ['overdue'] : []),
    ...(!override && beyond(pair, status, documentOf(order).total) ? ['credit_limit'] : []),
  ];
  return {
    ...{ pair, client: bySeller ? seller.client : (buyer.client as Client) },
    ...{ method: 'POST', path: '/api/v1/orders' },
    body: {
      ...(bySeller ? { retailer_id: buyer.id } : { wholesaler_id: seller.id }),
      ...(bySeller && !accept && { accept }),
      ...(override && { override: ['credit'] }),
      items: lines.map(({ variant, quantity, manual, bps, sample }) => ({
        ...{ product_id: variant.productId, variant_id: variant.id, quantity },
        ...(manual !== null && { unit_price: dollars(manual) }),
        ...(bps > 0 && { discount_bps: bps }),
        ...(sample && { sample }),
      })),
    },
    ...conflict(problems),
    apply: (answer) => {
      const { id, items } = answer as OrderBody;
      order.id = id;
      for (const line of lines) {
        line.itemId = items.find((one) => one.variant_id === line.variant.id)?.id ?? '';
      }
      // The order in which the platform has them decides which line gets a left cent.
      order.lines = items.flatMap((item) => lines.find(({ itemId }) => itemId === item.id) ?? []);
      pair.orders.push(order);
    },
  };
};

/** An order in one of some statuses, with its pair: mostly of the youngest. */
export function orderIn(world: World, roll: Roll, statuses: readonly Status[]) {
  const pair = pickPair(roll, world);
  const order = pickAny(roll, pair.orders.filter(({ status }) => statuses.includes(status)).slice(-12));
  return order && { pair, order };
}

/** Quantity, price or discount of a line: by the buyer before it is accepted, by the seller before it is prepared. */
export const edit: Kind = (world, roll) => {
  const found = orderIn(world, roll, ['pending', 'accepted']);
  if (!found) return null;
  const { pair, order } = found;
  const byBuyer = pair.buyer.client !== null && order.status === 'pending' && roll(2) === 0;
  const line = pick(roll, order.lines);
  const mayRaise = byBuyer || order.enteredBy === 'seller';
  const wanted = quantityOf(roll, line.variant);
  const quantity = mayRaise || wanted < line.quantity ? wanted : line.quantity;
  const moved = { ...line, quantity };
  const body: Record<string, unknown> = { quantity };
  const override = !byBuyer && roll(6) === 0;
  if (override) body.override = ['credit'];
  if (!byBuyer && !line.sample && roll(3) === 0) {
    const cents = roll(3) === 0 ? null : roll(priceAt(line.sources, quantity).cents * 2);
    body.unit_price = cents === null ? null : dollars(cents);
    if (cents === null || cents !== priceOf(moved).cents) moved.manual = cents;
  }
  if (!byBuyer && roll(4) === 0) {
    moved.bps = roll(2) === 0 ? 0 : roll(10_001);
    body.discount_bps = moved.bps;
  }
  const after = documentOf({ ...order, lines: order.lines.map((one) => (one === line ? moved : one)) }).total;
  const raised = after > documentOf(order).total;
  const problem = raised && !override && beyond(pair, order.status, after, order);
  return {
    ...{ pair, client: byBuyer ? (pair.buyer.client as Client) : pair.seller.client },
    ...{ method: 'PATCH', path: `${paths(order)}/items/${line.itemId}`, body },
    ...conflict(problem ? ['credit_limit'] : []),
    apply: () => {
      Object.assign(line, moved);
    },
  };
};

/** Discounts, freight and fees of the whole order, until it ships. */
export const adjust: Kind = (world, roll) => {
  const found = orderIn(world, roll, ['pending', 'accepted', 'preparing']);
  if (!found) return null;
  const { pair, order } = found;
  const adjustments = Array.from({ length: roll(4) }, (): Adjusted => {
    const kind = pick(roll, ['discount', 'discount', 'freight', 'fee'] as const);
    return roll(2) === 0
      ? { kind, bps: roll(kind === 'discount' ? 10_001 : 2000) }
      : { kind, cents: roll(9000) };
  });
  const override = roll(6) === 0;
  const after = documentOf({ ...order, adjustments }).total;
  const problem = after > documentOf(order).total && !override && beyond(pair, order.status, after, order);
  return {
    ...{ pair, client: pair.seller.client, method: 'PUT', path: `${paths(order)}/adjustments` },
    body: {
      adjustments: adjustments.map((one) =>
        'bps' in one ? one : { kind: one.kind, amount: dollars(one.cents) },
      ),
      ...(override && { override: ['credit'] }),
    },
    ...conflict(problem ? ['credit_limit'] : []),
    apply: () => {
      order.adjustments = adjustments;
    },
  };
};

const NEXT: Partial<Record<Status, Status>> = {
  pending: 'accepted',
  accepted: 'preparing',
  preparing: 'shipped',
  shipped: 'delivered',
};

/** The next step of an order by its seller; shipping and delivering issue invoices. */
export const move: Kind = (world, roll) => {
  const found = orderIn(world, roll, ['pending', 'accepted', 'preparing', 'preparing', 'shipped']);
  if (!found) return null;
  const { pair, order } = found;
  const to = NEXT[order.status] as Status;
  const override = roll(6) === 0;
  const isChecked = to === 'accepted' || to === 'shipped';
  const begins = isChecked && !isCounted(pair, order.status);
  const problems = [
    ...(isChecked && pair.hold ? ['on_hold'] : []),
    ...(begins && !override && beyond(pair, to, documentOf(order).total, order) ? ['credit_limit'] : []),
  ];
  return {
    ...{ pair, client: pair.seller.client, method: 'PATCH', path: `${paths(order)}/status` },
    body: { status: to, ...(override && { override: ['credit'] }) },
    ...conflict(problems),
    apply: () => arrive(world, pair, order, to),
  };
};

export const cancel: Kind = (world, roll) => {
  const found = roll(3) === 0 ? orderIn(world, roll, ['pending', 'accepted', 'preparing']) : undefined;
  if (!found) return null;
  return {
    ...{ pair: found.pair, client: found.pair.seller.client, method: 'POST' },
    path: `${paths(found.order)}/cancel`,
    apply: () => {
      found.order.status = 'cancelled';
    },
  };
};

/** An order reaches a status, and is invoiced where its seller does that (decision 670). */
export async function arrive(world: World, pair: Pair, order: ModelOrder, to: Status): Promise<void> {
  order.status = to;
  const { seller } = pair;
  const isIssued = to === 'delivered' || (to === 'shipped' && seller.invoiceAt === 'shipped');
  if (!isIssued || order.invoice) return;
  const accepted = seller.invoiceAt === 'delivered' ? order.receipt?.accepted : undefined;
  const lines = order.lines
    .map((line) => ({ ...line, quantity: accepted?.get(line.itemId) ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0);
  if (lines.length === 0) return;
  const [found] = await world.ground.sql<
    { id: string }[]
  >`select id from invoices where order_id = ${order.id}`;
  seller.invoices += 1;
  // A break that is no longer reached by what was accepted sets no other price.
  const agreed = new Map(order.lines.map((line) => [line.itemId, priceOf(line).cents]));
  const frozen = lines.map((line) => ({ ...line, manual: agreed.get(line.itemId) ?? 0 }));
  const document = { lines: frozen, adjustments: order.adjustments, rules: order.rules };
  const invoice: Invoice = {
    ...{ id: found?.id ?? 'none', number: `INV-${String(seller.invoices).padStart(7, '0')}` },
    ...{ issued: world.today, due: addDays(world.today, pair.termsDays ?? seller.termsDays) },
    ...{ total: documentOf(document).total, document, discount: null, pending: 0, isCredited: false },
    stays: new Map(
      frozen.map((line) => [line.itemId, { quantity: line.quantity, cents: priceOf(line).cents }]),
    ),
  };
  order.invoice = invoice;
  pair.invoices.push(invoice);
}
