import { sql } from 'drizzle-orm';
import { ID } from '../db/samples';
import { statement } from '../db/statement';
import { countedMails, unsubscribedFrom } from './tables';

/**
 * Recipients of a business's outreach within 24 hours, whether an address is one of them, and in how many seconds there are fewer than
 * `most`; null while there are.
 */
export const recipientsOf = statement(
  [[ID, 'x', 20]],
  (entityId: string, address: string, most: number) => sql<{
    total: number;
    included: boolean;
    seconds: number | null;
  }>`
    with recipients as materialized (
      select c.address, max(c.created_at) as last from ${countedMails} c
      where c.entity_id = ${entityId} and c.share = 'outreach' and c.created_at > clock_timestamp() - interval '1 day'
      group by c.address
    )
    select (select count(*)::int from recipients) as total,
      exists (select from recipients r where r.address = ${address}) as included,
      (select ceil(extract(epoch from r.last - clock_timestamp() + interval '1 day'))::int from recipients r
        order by r.last desc offset ${most - 1} limit 1) as seconds`,
);

export const findUnsubscribed = statement(
  [[ID, 'x']],
  (sellerId: string, address: string) => sql<{ seller_id: string }>`
    select seller_id from ${unsubscribedFrom} where seller_id = ${sellerId} and address = lower(${address})`,
);

/** Ends reminders, statements and the like of a seller to an address. */
export const insertUnsubscribed = statement(
  [[ID, 'x']],
  (sellerId: string, address: string) => sql`
    insert into ${unsubscribedFrom} (seller_id, address) values (${sellerId}, lower(${address})) on conflict do nothing`,
);
