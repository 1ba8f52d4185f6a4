import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/client';
import type { Sso } from './schema';
import { type SsoConnection, ssoAttempts, ssoConnections, ssoIdentities } from './tables';

/** Shows a connection without its secret. */
export const viewOf = (row: SsoConnection): z.infer<typeof Sso> => ({
  ...{ issuer: row.issuer, client_id: row.clientId, groups_claim: row.groupsClaim, mappings: row.mappings },
  ...{ jit: row.jit, trust_mfa: row.trustMfa, tried_at: row.triedAt?.toISOString() ?? null },
  created_at: row.createdAt.toISOString(),
});

/**
 * Deletes the connection of a business, its links, and sign-ins that have begun. The caller holds the business.
 * @returns what it was; null without one
 */
export async function disconnect(db: Db, entityId: string): Promise<z.infer<typeof Sso> | null> {
  await db.delete(ssoAttempts).where(eq(ssoAttempts.entityId, entityId));
  await db.delete(ssoIdentities).where(eq(ssoIdentities.entityId, entityId));
  const [row] = await db.delete(ssoConnections).where(eq(ssoConnections.entityId, entityId)).returning();
  return row ? viewOf(row) : null;
}
