import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import type { Page } from '../../../kernel/params';
import type { Db } from '../../../platform/db/client';
import { iso, readPage } from '../../../platform/db/listing';
import { users } from '../tables';
import type { PasskeyList } from './schema';
import { passkeys } from './tables';
import type { StoredKey } from './verification';

/** Columns of a published passkey. */
export const published = {
  id: passkeys.id,
  name: passkeys.name,
  rp_id: passkeys.rpId,
  created_at: sql<string>`${iso(sql`${passkeys.createdAt}`)}`,
  last_used_at: sql<string | null>`${iso(sql`${passkeys.lastUsedAt}`)}`,
};

/** Lists a member's own passkeys, oldest first. */
export async function listPasskeys(
  { db, actor }: { db: Db; actor: Actor },
  page: Page,
): Promise<z.infer<typeof PasskeyList>> {
  const mine = eq(passkeys.userId, actor.userId);
  return readPage(
    page,
    db.select(published).from(passkeys).where(mine).orderBy(passkeys.createdAt, passkeys.id),
    db.$count(passkeys, mine),
    (row) => row,
  );
}

/** The WebAuthn standard's name of a member: 16 bytes that say nothing of a person. */
export const userHandleOf = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

/** Reads a member's passkeys at a host as browsers take them. */
export async function descriptorsOf(db: Db, userId: string, rpId: string) {
  const { credentialId, transports } = passkeys;
  const rows = await db
    .select({ id: credentialId, transports })
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.rpId, rpId)))
    .orderBy(passkeys.createdAt);
  return rows.map((row) => ({ ...row, type: 'public-key' as const }));
}

export interface OwnedKey extends StoredKey {
  id: string;
  userId: string;
  email: string;
}

/** Finds a passkey of a present member; null for an unknown one. */
export async function findPasskey(db: Db, credentialId: string): Promise<OwnedKey | null> {
  const [row] = await db
    .select({
      id: passkeys.id,
      userId: passkeys.userId,
      email: users.email,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
      signCount: passkeys.signCount,
    })
    .from(passkeys)
    .innerJoin(users, and(eq(users.id, passkeys.userId), isNull(users.removedAt)))
    .where(eq(passkeys.credentialId, credentialId));
  return row ? { ...row, userHandle: userHandleOf(row.userId) } : null;
}

/** Counts the passkeys that were made for other hosts and so can't be used, by host. */
export async function passkeysElsewhere(
  db: Db,
  rpId: string,
): Promise<Array<{ rpId: string; count: number }>> {
  return db
    .select({ rpId: passkeys.rpId, count: sql<number>`count(*)::int` })
    .from(passkeys)
    .where(sql`${passkeys.rpId} <> ${rpId}`)
    .groupBy(passkeys.rpId)
    .orderBy(passkeys.rpId);
}
