import type { Cipher } from '../../kernel/cipher';
import type { Db } from '../../platform/db/client';
import { type Leased, LeaseLost } from '../../platform/lease/lease';
import { type EndpointRow, renewEndpointRow, takeEndpointRow } from './leased-endpoint.sql';
import type { Batching } from './schema';
import { SECRET_PURPOSE } from './sign';

/** A leased endpoint. */
export interface LeasedEndpoint extends Leased {
  url: string;
  /** False once an attempt has disabled it. */
  active: boolean;
  /** The current one first; the previous one during a rotation. */
  secrets: string[];
  failingSince: Date | null;
  /** How many events a request carries; null for one. */
  batch: Batching | null;
}

type LeaseContext = { db: Db; cipher: Cipher };

/** Takes an endpoint to deliver to; null when another process holds it, or it is disabled or deleted. */
export async function takeEndpoint(
  { db, cipher }: LeaseContext,
  endpointId: string,
): Promise<LeasedEndpoint | null> {
  const row = await takeEndpointRow(db, endpointId);
  return row && { id: row.id, token: row.token, active: true, ...settingsOf(row, cipher) };
}

/**
 * Renews the lease and reads the endpoint again.
 * @returns false when the lease is lost or the endpoint is disabled or deleted
 */
export async function renewEndpoint(
  { db, cipher }: LeaseContext,
  endpoint: LeasedEndpoint,
): Promise<boolean> {
  try {
    const row = await renewEndpointRow(db, endpoint);
    Object.assign(endpoint, settingsOf(row, cipher));
    return true;
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
}

function settingsOf(row: EndpointRow, cipher: Cipher) {
  const sealed = [row.secret, row.previous_secret].filter((secret) => secret !== null);
  return {
    url: row.url,
    secrets: sealed.map((secret) => cipher.open(SECRET_PURPOSE, secret)),
    failingSince: row.failing_since ? new Date(row.failing_since) : null,
    batch: row.batch,
  };
}
