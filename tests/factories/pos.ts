import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { z } from 'zod';
import type { PosMapping, SyncRun } from '../../server/features/pos/resource';
import type { PosConnection } from '../../server/features/pos/schema';
import { posConnections } from '../../server/features/pos/tables';
import type { Db } from '../../server/platform/db/client';
import { type Client, ok } from '../setup/client';
import type { Business } from './business';

export type RunBody = z.infer<typeof SyncRun>;
export type PosBody = z.infer<typeof PosConnection>;
export type MappingBody = z.infer<typeof PosMapping>;

/** Items that the POS reports instead of the location's own stock with a little trade. */
export interface Reported {
  sku: string;
  room?: string;
  quantity: number;
  unit_cost_cents?: number | null;
}

export interface PosOptions {
  stock?: readonly Reported[];
  page_size?: number;
  delay_ms?: number;
  outage?: boolean;
}

function configOf({ stock, ...options }: PosOptions): object {
  return stock ? { ...options, stock: stock.map((item) => ({ room: 'vault', ...item })) } : options;
}

/** Connects a location with the simulator. @returns the connection's id */
export async function connectPos(
  db: Db,
  owner: Business,
  options: PosOptions = {},
  locationId: string = owner.locationIds[0],
): Promise<string> {
  const id = v7();
  await db
    .insert(posConnections)
    .values({ id, entityId: owner.id, locationId, provider: 'simulator', config: configOf(options) });
  return id;
}

export async function configurePos(db: Db, connectionId: string, options: PosOptions): Promise<void> {
  await db
    .update(posConnections)
    .set({ config: configOf(options) })
    .where(eq(posConnections.id, connectionId));
}

/** Asks for a sync and waits for its end. */
export async function sync(
  client: Client,
  locationId: string,
  syncType: 'full' | 'incremental' = 'full',
): Promise<RunBody> {
  const asked = ok(
    await client.post<RunBody>('/api/v1/inventory/sync', { location_id: locationId, sync_type: syncType }),
  );
  return untilEnded(client, asked.id);
}

export async function untilEnded(client: Client, id: string, patienceMs = 30_000): Promise<RunBody> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const run = ok(await client.get<RunBody>(`/api/v1/inventory/sync/${id}`));
    if (run.finished_at !== null) return run;
    if (Date.now() > deadline) throw new Error(`The sync does not end: ${JSON.stringify(run)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Maps a POS item to a variant over REST. */
export async function mapPos(
  client: Client,
  locationId: string,
  mapping: { external_id?: string; sku?: string; variant_id: string },
): Promise<MappingBody> {
  const body = { location_id: locationId, ...mapping };
  return ok(await client.post<MappingBody>('/api/v1/inventory/pos/mappings', body));
}

export const posPath = (locationId: string) => `/api/v1/entity/locations/${locationId}/pos`;

/** Connects a location over REST with a server of the published contract. */
export async function connectHttp(
  client: Client,
  locationId: string,
  { url, token, ...config }: { url: string; token?: string; page_size?: number; room_type?: string },
): Promise<PosBody> {
  return ok(
    await client.post<PosBody>(posPath(locationId), {
      provider: 'http',
      config: { base_url: url, location_id: 'shop-1', ...config },
      ...(token !== undefined && { credentials: { token } }),
    }),
  );
}
