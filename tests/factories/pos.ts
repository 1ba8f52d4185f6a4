import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { z } from 'zod';
import type { Db } from '../../server/db/client';
import type { SyncRun } from '../../server/inventory/pos/schema';
import { posConnections } from '../../server/inventory/pos/tables';
import { type Client, ok } from '../setup/client';
import type { Business } from './business';

export type RunBody = z.infer<typeof SyncRun>;

/** What a point of sale is to report, in place of the location's own stock with a little trade. */
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
