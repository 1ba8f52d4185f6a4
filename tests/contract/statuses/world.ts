import { createBusiness, createMember } from '../../factories/business';
import { openTrade, placeOrder } from '../../factories/trade';
import type { Answer, Client } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { openStage } from '../../setup/stage';

export const stage = await openStage();
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
/** Roles that may call an operation, by business type, in the order of `TYPES`: `oam` is owner, admin and manager. */
export type Callers = readonly [string, string, string];
export const TYPES = ['retailer', 'wholesaler', 'cultivator'] as const;
export const ALL: Callers = ['oamv', 'oamv', 'oamv'];
export const MANAGERS: Callers = ['oam', 'oam', 'oam'];
export const ADMINS: Callers = ['oa', 'oa', 'oa'];
export const OWNERS: Callers = ['o', 'o', 'o'];
/** A cultivator buys nothing: what a buyer reads is closed to it. */
export const MARKET: Callers = ['oamv', 'oamv', ''];
export const BUYERS: Callers = ['oam', 'oam', ''];
/** Callers without a token. */
export const PUBLIC = 'public';

/** What the contract tests ask of one operation. */
export interface Case {
  /** Who may call it. Typed from the decisions, not from the declaration. */
  may: Callers | typeof PUBLIC;
  /** The caller and the address, with which the common errors are tried. */
  client: Client;
  address: string;
  /** One request for each documented status beyond the common ones; a 403 of the wrong role is common too. */
  cases: Partial<Record<number, Send>>;
}

export const ABSENT = {
  inventory: `/api/v1/inventory/${ABSENT_ID}`,
  order: `/api/v1/orders/${ABSENT_ID}`,
  product: `/api/v1/products/${ABSENT_ID}`,
};
/** The entries of a file; one may be built from the path of its operation. */
export type Cases = Record<string, Case | ((path: string) => Case)>;
/** A read of one object that every member may do. @param id fills the path's first parameter */
export const readOf = (client: Client, id: string) => (path: string) =>
  read(client, path.replace(/\{\w+\}/, id), path.replaceAll(/\{\w+\}/g, ABSENT_ID));
/** A read that every member may do. */
export const read = (client: Client, address: string, absent?: string): Case => ({
  may: ALL,
  client,
  address,
  cases: { 200: () => client.get(address), ...(absent ? { 404: () => client.get(absent) } : {}) },
});
export const NEW_PASSWORD = 'a new password of mine';
export const newLocation = { name: 'x', address: { street: 'x', city: 'x', state: 'CA', zip: '9' } };
/** The wholesaler's first location. */
export const place = wholesaler.locationIds[0];
/** Locks an account by wrong passwords. */
export const lock = async (email: string) => {
  for (let i = 0; i < 5; i++) await stage.anybody.post('/auth/login', { email, password: 'wrong' });
};
/** The owner of a retailer of its own. */
export const ownerOf = async (locationCount: number) => {
  const business = await createBusiness(stage.db, 'retailer', { locationCount });
  return stage.signIn(await createMember(stage.db, business, 'owner'));
};
export const newOwner = () => ownerOf(1);
