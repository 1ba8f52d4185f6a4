import type { z } from 'zod';
import type { Transfer } from '../../server/features/inventory/transfers/schema';
import type { Client } from '../setup/client';

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
