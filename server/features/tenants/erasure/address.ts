// Other features import this file.
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';

/**
 * Erases what names an address of a person who may have no account: requests of menus and bounces go blank; that the address
 * wants no mails stays, as a hash.
 * @param db of the owner of the tables
 * @returns how many rows had it
 */
export async function eraseAddress(db: Db, email: string): Promise<number> {
  const address = email.toLowerCase();
  const named = (name: string) => sql.identifier(name);
  const hash = sql`'sha256:' || encode(sha256(convert_to(${address}::text, 'UTF8')), 'hex')`;
  const [found] = await db.execute<{ rows: number }>(sql`
    with requests as (update ${named('order_requests')} set contact = null, address = null, notes = null,
        business = case when order_id is null then null else business end, blanked_at = coalesce(blanked_at, now())
        where address = ${address} or lower(contact ->> 'email') = ${address} returning 1),
      bounced as (delete from ${named('bounced_addresses')} where address = ${address} returning 1),
      all_mails as (update ${named('unsubscribed_addresses')} set address = ${hash} where address = ${address} returning 1),
      of_sellers as (update ${named('unsubscribed_from')} set address = ${hash} where address = ${address} returning 1)
    select ((select count(*) from requests) + (select count(*) from bounced) + (select count(*) from all_mails)
      + (select count(*) from of_sellers))::int as rows`);
  return found?.rows ?? 0;
}
