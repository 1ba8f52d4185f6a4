import type { z } from 'zod';
import type { Transfer } from '../../server/features/inventory/transfers/schema';
import { type Client, ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import { createProduct, createStock, type Place } from './catalog';
import { type ItemBody, openTrade } from './trade';

export type TransferBody = z.infer<typeof Transfer>;

/** A line of a transfer to the sales floor of a location, unless `fields` says another room. */
export const lineTo = (
  to_location_id: string,
  inventory_id: string,
  quantity: number,
  fields: object = {},
) => ({ inventory_id, to_location_id, to_room_type: 'sales_floor', quantity, ...fields });

export const transferAs = (client: Client, lines: unknown, fields: object = {}) =>
  client.post<TransferBody>('/api/v1/inventory/transfers', { lines, ...fields });

/** A trade whose wholesaler has two locations, and what tests transfer between them. */
export async function openTransfers(stage: Stage) {
  const { db, sql } = stage;
  const trade = await openTrade(stage, { wholesaler: { locationCount: 2 } });
  const [here, there] = trade.wholesaler.locationIds as unknown as [string, string];

  async function stock(quantity: number, place?: Place): Promise<string> {
    const { variantId } = await createProduct(db, trade.wholesaler);
    return createStock(db, trade.wholesaler, variantId, quantity, place);
  }
  const line = (inventory_id: string, quantity: number, fields?: object) =>
    lineTo(here, inventory_id, quantity, fields);
  const transfer = (lines: unknown, fields?: object, client: Client = trade.seller) =>
    transferAs(client, lines, fields);
  const itemOf = async (id: string, client: Client = trade.seller) =>
    ok(await client.get<ItemBody>(`/api/v1/inventory/${id}`));
  const rowAt = async (variantOf: string, location: string, room: string) => {
    const [row] = await sql<{ id: string; quantity: number }[]>`
      select t.id, t.quantity from inventory_items t join inventory_items s on s.variant_id = t.variant_id
      where s.id = ${variantOf} and t.location_id = ${location} and t.room_type = ${room}`;
    return row;
  };
  return { trade, here, there, stock, line, transfer, itemOf, rowAt };
}
