import { type Kind, pickAny } from './step';
import { key } from './world';

/** The wholesaler that also buys lists what it has, or had, of its supplier, at a price that moves. */
export const list: Kind = (world, roll) => {
  const { seller, buyer } = world.reseller;
  const [supplier] = buyer.sellers;
  const variant = pickAny(roll, [...(supplier?.prices.keys() ?? [])]);
  if (!variant) return null;
  const cents = 1200 + roll(20) * 50;
  return {
    client: seller.client,
    method: 'PUT',
    path: `/api/v1/listings/${variant}`,
    body: { sku: `RS-${variant}`, wholesale_price: cents / 100 },
    error: world.onHand.has(key(buyer, variant)) ? undefined : 'NOT_FOUND',
    apply: () => {
      seller.prices.set(variant, cents);
    },
  };
};

export const unlist: Kind = (world, roll) => {
  const { seller, buyer } = world.reseller;
  const variant = pickAny(roll, [...(buyer.sellers[0]?.prices.keys() ?? [])]);
  if (!variant || roll(4) > 0) return null;
  return {
    client: seller.client,
    method: 'DELETE',
    path: `/api/v1/listings/${variant}`,
    error: seller.prices.has(variant) ? undefined : 'NOT_FOUND',
    apply: () => {
      seller.prices.delete(variant);
    },
  };
};
