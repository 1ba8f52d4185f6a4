import type { z } from 'zod';
import type { Draft } from '../../server/features/orders/drafts/resource';
import { type Client, ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import type { OrderBody, Trade } from './trade';

export type DraftBody = z.infer<typeof Draft>;
export const DRAFTS = '/api/v1/drafts';

/** The UTC day so many days from now, as `2026-01-31`. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
export const act = (client: Client, { id }: DraftBody, verb: string) =>
  client.post<DraftBody>(`${DRAFTS}/${id}/${verb}`);
export const place = (client: Client, { id }: DraftBody, verb: 'order' | 'accept') =>
  client.post<OrderBody>(`${DRAFTS}/${id}/${verb}`);
export const read = async (client: Client, { id }: DraftBody) =>
  ok(await client.get<DraftBody>(`${DRAFTS}/${id}`));

/** Drafts and quotes of a trade's seller for three of its product, unless the fields say otherwise. */
export function draftsOf({ sql }: Pick<Stage, 'sql'>, trade: Trade) {
  const bodyOf = (fields: object = {}) => ({
    retailer_id: trade.retailer.id,
    items: [{ product_id: trade.product.id, quantity: 3 }],
    valid_until: inDays(10),
    ...fields,
  });
  const write = async (fields?: object, client = trade.seller) =>
    ok(await client.post<DraftBody>(DRAFTS, bodyOf(fields)));
  return {
    bodyOf,
    write,
    quote: async (fields?: object) => ok(await act(trade.seller, await write(fields), 'send')),
    eventsOf: ({ id }: DraftBody) => sql<{ entity_id: string; type: string }[]>`
      select entity_id, type from events where data->>'id' = ${id} and type like 'quote.%' order by id`,
    /** Units of the trade's stock that are reserved. */
    async reserved() {
      const [row] = await sql`select reserved_quantity as n from inventory_items where id = ${trade.stockId}`;
      return row?.n as number;
    },
  };
}
