import type { z } from 'zod';
import type { Lot } from '../../server/features/inventory/lots/resource';
import type { Batch } from '../../server/features/lots/resource';
import type { Client } from '../setup/client';
import { ok } from '../setup/client';
import type { ItemBody } from './trade';

export type BatchBody = z.infer<typeof Batch>;
export type LotBody = z.infer<typeof Lot>;

/** Puts units that had no lot into a lot of a batch, both made if need be. */
export async function createLot(
  client: Client,
  stockId: string,
  batchId: string,
  quantity: number,
  fields: Record<string, unknown> = {},
): Promise<LotBody> {
  const item = ok(await client.get<ItemBody>(`/api/v1/inventory/${stockId}`));
  return ok(
    await client.post<LotBody>('/api/v1/lots', {
      product_id: item.product_id,
      batch_id: batchId,
      variant_id: item.variant_id,
      location_id: item.location_id,
      room_type: item.room_type,
      quantity,
      ...fields,
    }),
  );
}
