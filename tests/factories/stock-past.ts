import { v7 } from 'uuid';
import { inventoryItems, inventoryMovements } from '../../server/features/inventory/tables';
import type { Client } from '../setup/client';
import type { Stage } from '../setup/stage';
import type { Business } from './business';
import type { TestProduct } from './catalog';
import type { ItemBody } from './trade';

/** What a row has been through: [when, by how much, how much more is reserved]. */
type Past = ReadonlyArray<readonly [string, number, number?]>;

/** A row of stock with a past; it was opened with its first movement, or at `opened`. */
export async function rowWithPast(
  db: Stage['db'],
  owner: Business,
  product: TestProduct,
  past: Past,
  { opened = past[0]?.[0], locationId = owner.locationIds[0] }: { opened?: string; locationId?: string } = {},
): Promise<string> {
  const itemId = v7();
  let [quantity, reserved] = [0, 0];
  const movements = past.map(([when, delta, reservedDelta = 0]) => {
    quantity += delta;
    reserved += reservedDelta;
    return {
      entityId: owner.id,
      itemId,
      reasonCode: 'AUDIT' as const,
      delta,
      reservedDelta,
      quantityAfter: quantity,
      reservedAfter: reserved,
      actorName: 'Counter',
      sourceType: 'count' as const,
      requestId: 'past',
      createdAt: new Date(when),
    };
  });
  await db.insert(inventoryItems).values({
    id: itemId,
    entityId: owner.id,
    locationId,
    roomType: 'vault',
    productId: product.id,
    productName: product.name,
    variantId: product.variantId,
    sku: product.variants[0]?.sku ?? '',
    quantity,
    reservedQuantity: reserved,
    createdAt: new Date(opened ?? 0),
  });
  for (const movement of movements) await db.insert(inventoryMovements).values(movement);
  return itemId;
}

export interface Snapshot {
  date: string;
  location_id: string | null;
  data: ItemBody[];
  pagination: { page: number; limit: number; total: number };
}

export const SNAPSHOT = '/api/v1/inventory/snapshot';
/** Reads the stock of a past day. */
export const snapshotAt = (client: Client, query = '') => client.get<Snapshot>(`${SNAPSHOT}?${query}`);
