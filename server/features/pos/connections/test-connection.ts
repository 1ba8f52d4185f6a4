import type { z } from 'zod';
import type { PosTest } from '../schema';
import type { PosEnvironment } from '../vendors/connector';
import { openConnector } from '../vendors/open-connector';
import { PosError } from '../vendors/pos-error';
import type { MemberContext } from './connections';
import { getOpenable } from './queries';

/** A member waits for the response: a single try, with the contract's full timeout. */
const BRIEFLY = { timeoutMs: 15_000, attempts: 1 };

/** Tests whether a location's POS responds, and lists its locations; read-only. @throws AppError NOT_FOUND */
export async function testPos(ctx: MemberContext, locationId: string): Promise<z.infer<typeof PosTest>> {
  await ctx.precondition?.(ctx.db);
  const connection = await getOpenable(ctx, locationId);
  const { db, cipher, webhookLoopback, vendorHosts } = ctx;
  const outgoing = { allowLoopback: webhookLoopback };
  const environment: PosEnvironment = { db, cipher, outgoing, vendorHosts };
  try {
    const pos = openConnector(environment, connection, BRIEFLY);
    const locations = await pos.listLocations();
    const wanted = connection.config.location_id;
    if (wanted !== undefined && !locations.some(({ id }) => id === wanted)) {
      const message = 'The POS responds, but does not know the location. It lists these.';
      return { ok: false, code: 'unknown_location', message, locations };
    }
    await pos.health();
    return { ok: true, code: null, message: 'The POS responds.', locations };
  } catch (error) {
    if (!(error instanceof PosError)) throw error;
    return { ok: false, code: error.code, message: error.message, locations: [] };
  }
}
