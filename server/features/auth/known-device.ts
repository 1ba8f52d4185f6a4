import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { newId } from '../../kernel/ids';
import { isId } from '../../kernel/params';
import type { TokenSigner } from '../../kernel/signer';
import type { Db } from '../../platform/db/client';
import { knownDevices } from './tables';

/** The longest lifetime that browsers give a cookie. */
const COOKIE_SECONDS = 400 * 86_400;
const DEVICES_PER_USER = 50;

export function deviceCookieName(secure: boolean): string {
  return secure ? '__Host-tallyleaf-device' : 'tallyleaf-device';
}

/** Reads the device id of a cookie; null when it is missing, forged or expired. */
export async function deviceIdOf(signer: TokenSigner, cookie: string | undefined): Promise<string | null> {
  if (!cookie) return null;
  const claims = await signer.verify('device', cookie).catch(() => null);
  return claims && isId(claims.tokenId) ? claims.tokenId : null;
}

/** Builds the Set-Cookie header that makes a browser known. */
export async function deviceCookie(signer: TokenSigner, deviceId: string, secure: boolean): Promise<string> {
  const claims = { sessionId: deviceId, tokenId: deviceId };
  const token = await signer.sign('device', claims, new Date(), COOKIE_SECONDS);
  const name = deviceCookieName(secure);
  return `${name}=${token}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/**
 * Records a sign-in of a user from a browser. One browser may be known for several users.
 * @param known the id from its cookie, if any
 * @returns the id for its cookie
 */
export async function rememberDevice(db: Db, userId: string, known: string | null): Promise<string> {
  const deviceId = known ?? newId();
  await db
    .insert(knownDevices)
    .values({ userId, deviceId })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceId],
      set: { failures: 0, usedAt: sql`now()` },
    });
  const ofUser = eq(knownDevices.userId, userId);
  const oldest = db
    .select({ deviceId: knownDevices.deviceId })
    .from(knownDevices)
    .where(ofUser)
    .orderBy(desc(knownDevices.usedAt))
    .offset(DEVICES_PER_USER);
  await db.delete(knownDevices).where(and(ofUser, inArray(knownDevices.deviceId, oldest)));
  return deviceId;
}

export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId));
}
