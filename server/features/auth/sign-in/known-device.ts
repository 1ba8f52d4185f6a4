// Other features import this file.
import { eq } from 'drizzle-orm';
import { isId } from '../../../kernel/params';
import type { TokenSigner } from '../../../kernel/signer';
import type { Db } from '../../../platform/db/client';
import { knownDevices } from '../tables';

/** The longest lifetime that browsers give a cookie. */
const COOKIE_SECONDS = 400 * 86_400;

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

export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId));
}
