import type { OrderBody } from '../../../../factories/trade';
import { pick, pickAny, type Roll } from '../../../../rest/orders/trade-model/step';
import { beyond, conflict, orderIn, paths, quantityOf } from './orders';
import { documentOf, sourcesOf } from './prices';
import type { Kind, Line, ModelOrder, MoneyStep, Pair, World } from './world';

/** What a seller changes of a line, and what its limit says of the order then. */
function changeOf(
  pair: Pair,
  order: ModelOrder,
  line: Line,
  moved: Line,
  body: object,
): Pick<MoneyStep, 'pair' | 'client' | 'method' | 'path' | 'body' | 'error' | 'reasons' | 'apply'> {
  const lines = order.lines.map((one) => (one === line ? moved : one));
  const after = documentOf({ ...order, lines }).total;
  const problem = after > documentOf(order).total && beyond(pair, order.status, after, order);
  return {
    ...{ pair, client: pair.seller.client, method: 'PATCH' as const, body },
    path: `${paths(order)}/items/${line.itemId}`,
    ...conflict(problem ? ['credit_limit'] : []),
    apply: () => {
      Object.assign(line, moved);
    },
  };
}

/** An order that its seller entered and still edits. */
function entered(world: World, roll: Roll) {
  const found = orderIn(world, roll, ['pending', 'accepted']);
  return found?.order.enteredBy === 'seller' ? found : null;
}

/** The seller adds samples of a variant to an order, which may have them or be charged for others. */
export const addSample: Kind = (world, roll) => {
  const found = entered(world, roll);
  if (!found) return null;
  const { pair, order } = found;
  const variant = pick(roll, pair.seller.variants);
  const quantity = quantityOf(roll, variant);
  const present = order.lines.find((one) => one.sample && one.variant === variant);
  return {
    ...{ pair, client: pair.seller.client, method: 'POST', path: `${paths(order)}/items` },
    body: { product_id: variant.productId, variant_id: variant.id, quantity, sample: true },
    apply: (answer) => {
      if (present) {
        present.quantity += quantity;
        return;
      }
      const { items } = answer as OrderBody & { items: Array<{ sample: boolean }> };
      const itemId = items.find((one) => one.variant_id === variant.id && one.sample)?.id ?? '';
      order.lines.push({
        ...{
          itemId,
          variant,
          quantity,
          sources: sourcesOf(pair, variant),
          manual: null,
          bps: 0,
          sample: true,
        },
      });
    },
  };
};

/** A line becomes a sample, or is charged for at the prices that it keeps. */
export const makeSample: Kind = (world, roll) => {
  const found = orderIn(world, roll, ['pending', 'accepted']);
  const line = found && pick(roll, found.order.lines);
  if (!found || !line) return null;
  const { pair, order } = found;
  const step = changeOf(
    pair,
    order,
    line,
    { ...line, sample: !line.sample, manual: null },
    {
      sample: !line.sample,
    },
  );
  const isTaken = order.lines.some((one) => one !== line && one.variant === line.variant);
  return isTaken ? { ...step, ...conflict(['line_exists']) } : step;
};

/** What of goods by weight was packed, which may be more than was ordered where the seller says so. */
export const pack: Kind = (world, roll) => {
  const found = orderIn(world, roll, ['preparing']);
  const line =
    found &&
    pickAny(
      roll,
      found.order.lines.filter(({ variant }) => variant.step !== 10_000),
    );
  if (!found || !line) return null;
  const { pair, order } = found;
  const ordered = line.ordered ?? line.quantity;
  const most = ordered + Math.floor((ordered * pair.seller.toleranceBps) / 10_000);
  const quantity = Math.max(1, Math.floor(ordered * (0.9 + roll(160) / 1000)));
  const amount = (quantity * line.variant.step) / 10_000;
  const step = changeOf(pair, order, line, { ...line, quantity, ordered }, { amount });
  return quantity > line.quantity && quantity > most ? { ...step, ...conflict(['weight_tolerance']) } : step;
};
