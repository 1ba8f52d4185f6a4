import type { z } from 'zod';
import type { GoodsReceipt, ReceivedGoods } from '../../server/features/inventory/goods-receipts/resource';
import type { Answer, Client } from '../setup/client';
import { ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import type { Business } from './business';
import { createProduct } from './catalog';
import { type ItemBody, openTrade } from './trade';

export const GOODS = '/api/v1/goods-receipts';
export type GoodsBody = z.infer<typeof GoodsReceipt>;
export type ReceivedBody = z.infer<typeof ReceivedGoods>;

export const SUPPLIER = { name: 'Humboldt Sun Farms', license_number: 'CCL18-0001234', state: 'CA' };

let count = 0;
/** A batch number or tag that nothing else has. */
export const unique = (prefix: string) => `${prefix}-${Date.now().toString(36)}-${++count}`;

/** Receives goods at the first location of a business, from a supplier that it writes down. */
export const receive = (
  client: Client,
  { locationIds }: Pick<Business, 'locationIds'>,
  lines: readonly object[],
  fields: object = {},
): Promise<Answer<ReceivedBody>> =>
  client.post<ReceivedBody>(GOODS, { location_id: locationIds[0], supplier: SUPPLIER, lines, ...fields });

/** The same. @throws Error unless they are received */
export const received = async (
  client: Client,
  business: Pick<Business, 'locationIds'>,
  lines: readonly object[],
  fields: object = {},
): Promise<GoodsBody> => ok(await receive(client, business, lines, fields)) as GoodsBody;

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });
/** A day of the businesses' calendar, so many days ago. */
export const daysAgo = (days: number) => today.format(Date.now() - days * 86_400_000);

/** A seller with a product, a connected buyer, and what tests of goods ask for again and again. */
export async function openGoods(stage: Stage) {
  const trade = await openTrade(stage);
  return {
    trade,
    sku: trade.product.variants[0]?.sku ?? '',
    itemOf: async (id: string | undefined, client = trade.seller) =>
      ok(await client.get<ItemBody>(`/api/v1/inventory/${id}`)),
    /** A product of the seller that has no stock yet. */
    goods: async () => {
      const product = await createProduct(stage.db, trade.wholesaler);
      return { ...product, sku: product.variants[0]?.sku ?? '' };
    },
  };
}
