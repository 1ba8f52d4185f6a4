import { eq } from 'drizzle-orm';
import { entities } from '../../server/features/entities/tables';
import { productVariants } from '../../server/features/products/tables';
import { type Client, ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import { createMember } from './business';
import { givePriceList } from './prices';
import { type OrderBody, openTrade, type Trade } from './trade';

const PATH = '/api/v1/orders';

/** A ladder of a price list, in cents. */
export const LADDER = [
  [1, 2000],
  [10, 1800],
  [50, 1550],
] as const;

/** A trade whose buyer has a price list with `LADDER`, and what is done with its orders. */
export interface PricedTrade extends Trade {
  listId: string;
  /** A manager of the seller. */
  manager: Client;
  /** A line of the trade's product. */
  lineFor: (quantity: number, fields?: object) => object;
  /** Adds a line of it to an order. */
  add: (client: Client, order: OrderBody, body: object) => ReturnType<typeof changeItem>;
  /** An order that the seller enters. */
  enter: (body: object, client?: Client) => ReturnType<typeof changeItem>;
  setSeller: (fields: Partial<typeof entities.$inferInsert>) => Promise<unknown>;
  setCase: (caseSize: number) => Promise<unknown>;
}

export async function openPricedTrade(stage: Stage): Promise<PricedTrade> {
  const { db } = stage;
  const trade = await openTrade(stage, { quantity: 1000, prices: [2500] });
  const { wholesaler, retailer, product } = trade;
  const rules = { [product.variantId]: LADDER };
  const lineFor = (quantity: number, fields: object = {}) => ({
    product_id: product.id,
    quantity,
    ...fields,
  });
  return {
    ...trade,
    listId: await givePriceList(db, { seller: wholesaler, buyer: retailer }, rules),
    manager: await stage.signIn(await createMember(db, wholesaler, 'manager')),
    lineFor,
    add: (client, order, body) =>
      client.post<OrderBody>(`${PATH}/${order.id}/items`, { product_id: product.id, ...body }),
    enter: (body, client = trade.seller) =>
      client.post<OrderBody>(PATH, { retailer_id: retailer.id, ...body }),
    setSeller: (fields) => db.update(entities).set(fields).where(eq(entities.id, wholesaler.id)),
    setCase: (caseSize) =>
      db.update(productVariants).set({ caseSize }).where(eq(productVariants.id, product.variantId)),
  };
}

export const itemPath = (order: OrderBody, n = 0) => `${PATH}/${order.id}/items/${order.items[n]?.id}`;

/** Changes a line of an order. */
export const changeItem = (client: Client, order: OrderBody, body: object, n = 0) =>
  client.patch<OrderBody>(itemPath(order, n), body);

/** @throws Error unless it was changed */
export const changedItem = async (...call: Parameters<typeof changeItem>) => ok(await changeItem(...call));

export const adjustOrder = (client: Client, { id }: OrderBody, adjustments: object[]) =>
  client.put<OrderBody>(`${PATH}/${id}/adjustments`, { adjustments });
