import type { Client } from '../../../setup/client';
import { cart } from './orders';
import { type Kind, pick, pickAny } from './step';
import { free, hold, type ModelBackorder } from './world';

/** Either party puts goods on backorder without an order, whatever there is of them. */
export const want: Kind = (world, roll) => {
  const buyer = pick(roll, world.buyers);
  const seller = pick(roll, buyer.sellers);
  const byBuyer = buyer.client !== null && roll(2) === 0;
  const wanted = cart(roll, seller);
  const prices = new Map(seller.prices);
  return {
    client: byBuyer ? (buyer.client as Client) : seller.client,
    method: 'POST',
    path: '/api/v1/backorders',
    body: {
      ...(byBuyer ? { wholesaler_id: seller.id } : { retailer_id: buyer.id }),
      items: [...wanted].map(([variant_id, quantity]) => ({ variant_id, quantity })),
    },
    apply: (answer) => {
      for (const { id, variant_id: variant } of (answer as { data: { id: string; variant_id: string }[] })
        .data) {
        const [quantity, cents] = [wanted.get(variant) ?? 0, prices.get(variant) ?? 0];
        const of = { seller, buyer, variant, quantity, cents, orderId: null };
        world.backorders.push({ ...of, id, filled: 0, status: 'open' });
      }
    },
  };
};

/** The seller orders what there is for some backorders of one buyer. */
export const fill: Kind = (world, roll) => {
  const first = pickAny(
    roll,
    world.backorders.filter(({ status }) => status === 'open'),
  );
  if (!first) return null;
  const { seller, buyer } = first;
  const chosen = world.backorders
    .filter(
      (one) =>
        one.seller === seller &&
        one.buyer === buyer &&
        (one === first || (one.status === 'open' && roll(2) === 0)),
    )
    .slice(-20)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const lines = new Map<string, { cents: number; rows: ModelBackorder[] }>();
  for (const one of chosen) {
    const line = lines.get(one.variant) ?? { cents: one.cents, rows: [] };
    lines.set(one.variant, line);
    if (line.cents === one.cents) line.rows.push(one);
  }
  const wanted = new Map<string, number>();
  for (const [variant, { rows }] of lines) {
    const left = rows.reduce((sum, { quantity, filled }) => sum + quantity - filled, 0);
    const there = Math.min(left, free(world, seller, variant));
    if (there > 0) wanted.set(variant, there);
  }
  const isListed = [...lines.keys()].every((variant) => seller.prices.has(variant));
  return {
    client: seller.client,
    method: 'POST',
    path: '/api/v1/backorders/fill',
    body: { ids: chosen.map(({ id }) => id) },
    error: !isListed ? 'CONFLICT' : wanted.size === 0 ? 'INSUFFICIENT_STOCK' : undefined,
    apply: async (answer) => {
      const placed = { seller, buyer, status: 'accepted', enteredBy: 'seller', shortage: 'reject' } as const;
      const prices = new Map([...lines].map(([variant, { cents }]) => [variant, cents]));
      const planned = { error: undefined, holds: wanted, missing: new Map() };
      await hold(world, answer, { ...placed, wanted, prices, placing: planned });
      for (const [variant, units] of wanted) {
        let left = units;
        for (const one of lines.get(variant)?.rows ?? []) {
          const given = Math.min(left, one.quantity - one.filled);
          left -= given;
          one.filled += given;
          if (one.filled === one.quantity) one.status = 'filled';
        }
      }
    },
  };
};

export const drop: Kind = (world, roll) => {
  const one = pickAny(roll, world.backorders.slice(-30));
  if (!one) return null;
  const { seller, buyer } = one;
  return {
    client: buyer.client && roll(2) === 0 ? buyer.client : seller.client,
    method: 'POST',
    path: `/api/v1/backorders/${one.id}/cancel`,
    error: one.status === 'open' ? undefined : 'INVALID_TRANSITION',
    apply: () => {
      one.status = 'cancelled';
    },
  };
};
