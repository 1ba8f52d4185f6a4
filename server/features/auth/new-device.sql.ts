import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { knownDevices } from './tables';

/** Whether a member has signed in with a device before, and with any at all. */
export const standingOf = statement(
  [[ID, ID]],
  (userId: string, deviceId: string) => sql<{ known: boolean; any: boolean }>`
    select coalesce(bool_or(device_id = ${deviceId}), false) as known, count(*) > 0 as "any"
    from ${knownDevices} where user_id = ${userId}`,
);
