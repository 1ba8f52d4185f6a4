import { sql } from 'drizzle-orm';
import type { Cipher } from '../../kernel/cipher';
import type { Db } from '../../platform/db/client';
import { iso } from '../../platform/db/listing';
import { type Leased, LeaseLost, Leases } from '../../platform/lease/lease';
import { SECRET_PURPOSE } from './sign';

/** A leased endpoint. */
export interface LeasedEndpoint extends Leased {
  url: string;
  /** False once an attempt has disabled it. */
  active: boolean;
  /** The current one first; the previous one during a rotation. */
  secrets: string[];
  failingSince: Date | null;
}

interface EndpointRow {
  url: string;
  secret: string;
  previous_secret: string | null;
  failing_since: string | null;
}

type LeaseContext = { db: Db; cipher: Cipher };

const endpointLeases = new Leases<LeasedEndpoint>(sql`webhook_endpoints`);
const SETTINGS = sql`url, secret, case when previous_secret_until > now() then previous_secret end as previous_secret,
  ${iso(sql`failing_since`)} as failing_since`;

/** Takes an endpoint to deliver to; null when another process holds it, or it is disabled or deleted. */
export async function takeEndpoint(
  { db, cipher }: LeaseContext,
  endpointId: string,
): Promise<LeasedEndpoint | null> {
  const row = await endpointLeases.take<EndpointRow>(db, endpointId, {
    where: sql`t.active`,
    returning: SETTINGS,
  });
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
    const options = { where: sql`t.active`, returning: SETTINGS };
    const row = await endpointLeases.update<EndpointRow>(
      db,
      endpoint,
      sql`lease_token = t.lease_token`,
      options,
    );
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
  };
}

/** Releases an endpoint. */
export async function releaseEndpoint(db: Db, endpoint: LeasedEndpoint): Promise<void> {
  await endpointLeases.release(db, endpoint, sql`null`);
}
