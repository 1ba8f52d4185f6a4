import type { z } from 'zod';
import type { InventoryItem } from '../../server/features/inventory/schema';
import type { Order } from '../../server/features/orders/resource';
import type { Product } from '../../server/features/products/resource';
import type { Client } from '../setup/client';
import { ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import { type Business, connect, createBusiness, createMember } from './business';
import { createProduct, createStock, type TestProduct } from './catalog';

export type OrderBody = z.infer<typeof Order>;
export type ItemBody = z.infer<typeof InventoryItem>;
export type ProductBody = z.infer<typeof Product>;

/** A retailer and a wholesaler who are connected, an owner of each signed in, and one product in stock. */
export interface Trade {
  retailer: Business;
  wholesaler: Business;
  buyer: Client;
  seller: Client;
  product: TestProduct;
  /** The wholesaler's stock of the product's first variant, in the vault. */
  stockId: string;
}

interface TradeOptions {
  quantity?: number;
  prices?: readonly number[];
  wholesaler?: Parameters<typeof createBusiness>[2];
  retailer?: Parameters<typeof createBusiness>[2];
}

export async function openTrade(
  stage: Pick<Stage, 'db' | 'signIn'> & Partial<Stage>,
  options: TradeOptions = {},
): Promise<Trade> {
  const { db } = stage;
  const [retailer, wholesaler] = await Promise.all([
    createBusiness(db, 'retailer', options.retailer),
    createBusiness(db, 'wholesaler', options.wholesaler),
  ]);
  const [buyer, seller, product] = await Promise.all([
    createMember(db, retailer, 'owner').then(stage.signIn),
    createMember(db, wholesaler, 'owner').then(stage.signIn),
    createProduct(db, wholesaler, { prices: options.prices ?? [1000] }),
    connect(db, retailer, wholesaler),
  ]);
  const stockId = await createStock(db, wholesaler, product.variantId, options.quantity ?? 100);
  return { retailer, wholesaler, buyer, seller, product, stockId };
}

/** Places an order of so many units of the trade's product. @throws Error unless it is created */
export async function placeOrder(
  { buyer, wholesaler, product }: Pick<Trade, 'buyer' | 'wholesaler' | 'product'>,
  quantity = 1,
  fields: Record<string, unknown> = {},
): Promise<OrderBody> {
  const items = [{ product_id: product.id, quantity }];
  return ok(
    await buyer.post<OrderBody>('/api/v1/orders', { wholesaler_id: wholesaler.id, items, ...fields }),
  );
}

const FORWARD = ['pending', 'accepted', 'preparing', 'shipped', 'delivered'] as const;

/** Places an order and takes it to a status. */
export async function placeOrderIn(
  trade: Trade,
  status: OrderBody['status'],
  quantity = 1,
): Promise<OrderBody> {
  const order = await placeOrder(trade, quantity);
  const path = `/api/v1/orders/${order.id}`;
  if (status === 'cancelled') return ok(await trade.seller.post<OrderBody>(`${path}/cancel`));
  let reached = order;
  for (const next of FORWARD.slice(1, FORWARD.indexOf(status) + 1)) {
    reached = ok(await trade.seller.patch<OrderBody>(`${path}/status`, { status: next }));
  }
  return reached;
}
