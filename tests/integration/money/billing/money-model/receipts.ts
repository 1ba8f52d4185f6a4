import { issueDueCredits } from '../../../../../server/features/billing/credits/service';
import { pick, pickAny, type Roll } from '../../../../rest/orders/trade-model/step';
import { added, afterOf, within } from './credits';
import { arrive } from './orders';
import type { Kind, ModelOrder, Pair, World } from './world';

const MOST_CORRECTIONS = 12;

const linesOf = (order: ModelOrder, accepted: ReadonlyMap<string, number>) =>
  order.lines.map(({ itemId, quantity }) => {
    const units = accepted.get(itemId) ?? 0;
    const lacking = quantity - units;
    return {
      ...{ item_id: itemId, accepted: units, rejected: lacking },
      ...(lacking > 0 && { reason_code: 'short' }),
    };
  });

/** What of each line is accepted: all, some or nothing. */
function acceptedOf(roll: Roll, { lines }: ModelOrder): Map<string, number> {
  const isNothing = roll(12) === 0;
  return new Map(
    lines.map(({ itemId, quantity }) => [
      itemId,
      isNothing ? 0 : roll(2) === 0 ? quantity : roll(quantity + 1),
    ]),
  );
}

/** Works out what a receipt leaves to credit. */
function refresh({ invoice, receipt }: ModelOrder): void {
  if (!invoice?.document || !receipt) return;
  const { stays, discount } = invoice;
  invoice.pending = invoice.isCredited
    ? 0
    : Math.max(
        0,
        afterOf(invoice, stays, discount).total -
          afterOf(invoice, within(stays, receipt.accepted), discount).total,
      );
}

/** The buyer counts what arrived, or the seller's driver does. */
export const receive: Kind = (world, roll) => {
  const pair = pick(roll, world.pairs);
  const order = pickAny(
    roll,
    pair.orders.filter(
      ({ status, receipt }) => status === 'shipped' || (status === 'delivered' && receipt === null),
    ),
  );
  if (!order) return null;
  const { client } = pair.buyer;
  const byBuyer = client !== null && (order.status === 'delivered' || roll(3) > 0);
  const accepted = acceptedOf(roll, order);
  return {
    ...{ pair, client: byBuyer ? client : pair.seller.client, method: 'POST' },
    path: `/api/v1/orders/${order.id}/receipts`,
    body: { lines: linesOf(order, accepted) },
    apply: async (answer) => {
      order.receipt = { id: (answer as { id: string }).id, accepted, byBuyer, corrections: 0 };
      if (order.status === 'shipped') await arrive(world, pair, order, 'delivered');
      refresh(order);
    },
  };
};

/** Of what a receipt accepts: what is wrong with that. */
function faultOf({ invoice, receipt }: ModelOrder, accepted: ReadonlyMap<string, number>): string | null {
  if (invoice?.isCredited) return 'credited';
  const had = [...(receipt?.accepted.values() ?? [])].some((units) => units > 0);
  const lines = invoice?.document?.lines ?? null;
  // What was not accepted at all was not invoiced.
  if (!lines) return !had && [...accepted.values()].some((units) => units > 0) ? 'invoiced' : null;
  const invoiced = new Map(lines.map(({ itemId, quantity }) => [itemId, quantity]));
  return [...accepted].some(([id, units]) => units > (invoiced.get(id) ?? 0)) ? 'invoiced' : null;
}

export const correct: Kind = (world, roll) => {
  const pair = pick(roll, world.pairs);
  const order = pickAny(
    roll,
    pair.orders.filter(({ receipt }) => receipt && receipt.corrections < MOST_CORRECTIONS).slice(-15),
  );
  const receipt = order?.receipt;
  if (!order || !receipt) return null;
  const { client } = pair.buyer;
  const byBuyer = client !== null && (receipt.byBuyer || roll(2) === 0);
  const accepted = acceptedOf(roll, order);
  const fault = faultOf(order, accepted);
  return {
    ...{ pair, client: byBuyer ? client : pair.seller.client, method: 'PATCH' },
    path: `/api/v1/orders/${order.id}/receipts/${receipt.id}`,
    body: { lines: linesOf(order, accepted) },
    ...(fault && { error: 'CONFLICT' as const, reasons: [fault] }),
    apply: () => {
      order.receipt = { ...receipt, accepted, byBuyer: byBuyer || receipt.byBuyer };
      order.receipt.corrections += 1;
      refresh(order);
    },
  };
};

/** An order of a pair whose receipt leaves something to credit. */
function pendingIn(world: World, roll: Roll): { pair: Pair; order: ModelOrder } | null {
  const all = world.pairs.flatMap((pair) =>
    pair.orders.filter(({ invoice }) => (invoice?.pending ?? 0) > 0).map((order) => ({ pair, order })),
  );
  return pickAny(roll, all) ?? null;
}

/** Issues what a receipt leaves: at once by the seller, or by the job once the receipt is final. */
export const settleReceipt: Kind = async (world, roll) => {
  const found = pendingIn(world, roll);
  if (!found) return null;
  const { pair, order } = found;
  const { invoice, receipt } = order;
  if (!invoice || !receipt) return null;
  const isJob = roll(2) === 0;
  const credited = async () => {
    const stays = within(invoice.stays, receipt.accepted);
    await added(world, pair, invoice, { stays, discount: invoice.discount });
    Object.assign(invoice, { isCredited: true, pending: 0 });
  };
  if (isJob) {
    const { db, sql } = world.ground;
    await sql`update invoices set pending_until = now() where id = ${invoice.id}`;
    await issueDueCredits({ db });
    await credited();
  }
  return {
    ...{ pair, client: pair.seller.client },
    ...(isJob
      ? { method: 'GET' as const, path: `/api/v1/invoices/${invoice.id}` }
      : { method: 'POST' as const, path: `/api/v1/invoices/${invoice.id}/credits/pending` }),
    apply: isJob ? () => {} : credited,
  };
};
