import { createMember } from '../../factories/business';
import { openTrade, placeOrder } from '../../factories/trade';
import type { Answer, Client } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { openStage } from '../../setup/stage';

export const stage = await openStage({ WEBHOOK_ALLOW_LOOPBACK: '1' });
export const trade = await openTrade(stage);
export const { buyer, seller, product, stockId, wholesaler } = trade;
export const viewers = {
  retailer: await stage.signIn(await createMember(stage.db, trade.retailer, 'viewer')),
  wholesaler: await stage.signIn(await createMember(stage.db, trade.wholesaler, 'viewer')),
};
export const password = 'a password of the tests';
export const emailOf = (client: Client) => client.tokens?.user.email ?? '';

let skus = 0;
export const sku = () => `STATUS-${++skus}`;
export const takenSku = product.variants[0]?.sku;
export const line = { product_id: product.id, quantity: 1 };
export const pending = () => placeOrder(trade);

export type Send = () => Promise<Answer>;
export interface Case {
  /** The caller and the address, with which the common errors are tried. */
  client: Client;
  address: string;
  cases: Partial<Record<number, Send>>;
}

export const ABSENT = {
  inventory: `/api/v1/inventory/${ABSENT_ID}`,
  order: `/api/v1/orders/${ABSENT_ID}`,
  product: `/api/v1/products/${ABSENT_ID}`,
};
export const read = (client: Client, address: string, absent?: string): Case => ({
  client,
  address,
  cases: { 200: () => client.get(address), ...(absent ? { 404: () => client.get(absent) } : {}) },
});
export const NEW_PASSWORD = 'a new password of mine';
/** The wholesaler's first location. */
export const place = wholesaler.locationIds[0];
/** Locks an account by wrong passwords. */
export const lock = async (email: string) => {
  for (let i = 0; i < 5; i++) await stage.anybody.post('/auth/login', { email, password: 'wrong' });
};
