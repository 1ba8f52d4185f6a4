import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { knownDevices } from '../tables';

const DEVICES_PER_USER = 50;

/**
 * Records a sign-in of a user from a device, and forgets those that they used longest ago, all in one statement.
 * @returns whether the member had signed in with it before, and with any at all: the parts of a statement see the rows from before it
 */
export const rememberDevice = statement(
  [[ID, ID]],
  (userId: string, deviceId: string) => sql<{ known: boolean; any: boolean }>`
    with remembered as (
      insert into ${knownDevices} (user_id, device_id) values (${userId}, ${deviceId})
      on conflict (user_id, device_id) do update set failures = 0, used_at = now()
    ), forgotten as (
      delete from ${knownDevices} where user_id = ${userId} and device_id in (
        select device_id from ${knownDevices} where user_id = ${userId} and device_id <> ${deviceId}
        order by used_at desc offset ${DEVICES_PER_USER - 1})
    )
    select coalesce(bool_or(device_id = ${deviceId}), false) as known, count(*) > 0 as "any"
    from ${knownDevices} where user_id = ${userId}`,
);
