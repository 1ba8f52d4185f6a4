import type { OrderItem } from '@/components/orders/types';
import type { Stepped } from '@/components/ui/format';
import { priceAt } from './ladder';

/** What a line comes to follows from these. */
export type Priced = Stepped & {
  /** Steps. */
  quantity: number;
  /** Dollars for one unit. */
  unit_price: number;
  discount_bps?: number;
};

/** Parts of one step: it has at most four decimals. */
const PARTS = 10_000;

/** Cents for a line, rounded half up once, as the server and its database compute them. */
export function lineCents({ quantity, unit_price, step, discount_bps = 0 }: Priced): number {
  const parts = BigInt(quantity) * BigInt(Math.round((step ?? 1) * PARTS));
  const exact = parts * BigInt(Math.round(unit_price * 100)) * BigInt(PARTS - discount_bps);
  const whole = BigInt(PARTS) * BigInt(PARTS);
  return Number((exact + whole / 2n) / whole);
}

/** A line of an order with another quantity: the price it has then, which stays where its seller gave it. */
export function withAmount(item: OrderItem, quantity: number): Priced {
  const given = item.price_source === 'manual' || item.price_source === 'sample';
  const price = given || quantity === item.quantity ? null : priceAt(item.price_ladder, quantity, item);
  const { unit_price, unit, step, discount_bps } = item;
  return { unit, step, discount_bps, quantity, unit_price: price ?? unit_price };
}
