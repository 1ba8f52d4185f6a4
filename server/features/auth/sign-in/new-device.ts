// Other features import this file.
import { createHash } from 'node:crypto';
import type { RequestInfo } from '../../../kernel/actor';
import { deviceOf } from '../../../kernel/device';
import { newId } from '../../../kernel/ids';
import type { Db } from '../../../platform/db/client';
import { storeNotice } from '../../../platform/outbox/notices';
import { rememberDevice } from './new-device.sql';

/**
 * Makes a browser or a program known, by a statement sent at once, and notifies the member of one that is new, unless it is their first.
 * @param known the id from the browser's cookie, if any
 * @returns the id for the cookie
 */
export async function welcomeDevice(
  db: Db,
  member: { id: string; entity_id: string },
  { address, userAgent }: RequestInfo,
  known: string | null,
): Promise<string> {
  const deviceId = known ?? newId();
  const [standing] = await rememberDevice(db, member.id, deviceId);
  if (standing?.any && !standing.known) {
    const name = deviceOf(userAgent);
    await storeNotice(db, member.entity_id, {
      kind: 'new_device',
      object: { type: 'account', id: member.id, name },
      summary: `New sign-in to your account from ${address}: ${name}`,
      permission: null,
      userId: member.id,
    });
  }
  return deviceId;
}

/** The device id of a program, which has no cookie: it is known by its name. */
export function programIdOf(userAgent: string | null): string {
  const hex = createHash('sha256')
    .update(`program ${userAgent ?? ''}`)
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
