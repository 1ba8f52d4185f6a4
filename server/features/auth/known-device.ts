import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { isId } from '../../kernel/params';
import type { TokenSigner } from '../../kernel/signer';
import type { Db } from '../../platform/db/client';

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
  const deviceId = known ?? v7();
  await db.execute(sql`
    insert into known_devices (user_id, device_id) values (${userId}, ${deviceId})
    on conflict (user_id, device_id) do update set failures = 0, used_at = now()`);
  await db.execute(sql`
    delete from known_devices where user_id = ${userId} and device_id in (
      select device_id from known_devices where user_id = ${userId}
      order by used_at desc offset ${DEVICES_PER_USER})`);
  return deviceId;
}

export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.execute(sql`delete from known_devices where user_id = ${userId}`);
}
