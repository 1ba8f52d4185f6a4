import { type SQL, sql } from 'drizzle-orm';
import { ID } from '../db/samples';
import { statement } from '../db/statement';
import { bouncedAddresses, countedMails, unsubscribedFrom } from './tables';

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
      where c.entity_id = ${entityId} and c.share in ('outreach', 'menu') and c.created_at > clock_timestamp() - interval '1 day'
      group by c.address
    )
    select (select count(*)::int from recipients) as total,
      exists (select from recipients r where r.address = ${address}) as included,
      (select ceil(extract(epoch from r.last - clock_timestamp() + interval '1 day'))::int from recipients r
        order by r.last desc offset ${most - 1} limit 1) as seconds`,
);

/** SQL: what is left of an address that was erased: it still wants no mails. */
export const erasedAddress = (address: SQL): SQL =>
  sql`'sha256:' || encode(sha256(convert_to(lower(${address}), 'UTF8')), 'hex')`;

export const findUnsubscribed = statement(
  [[ID, 'x']],
  (sellerId: string, address: string) => sql<{ seller_id: string }>`
    select seller_id from ${unsubscribedFrom} where seller_id = ${sellerId} and address in (lower(${address}), ${erasedAddress(sql`${address}::text`)})`,
);

/** Ends reminders, statements and the like of a seller to an address. */
export const insertUnsubscribed = statement(
  [[ID, 'x']],
  (sellerId: string, address: string) => sql`
    insert into ${unsubscribedFrom} (seller_id, address) values (${sellerId}, lower(${address})) on conflict do nothing`,
);

export const isBounced = statement(
  [['x']],
  (address: string) => sql<{ address: string }>`
    select address from ${bouncedAddresses} where address = lower(${address})`,
);

/** Remembers that a mail server rejected an address for good. */
export const insertBounced = statement(
  [['x', 550]],
  (address: string, status: number) => sql`
    insert into ${bouncedAddresses} (address, status) values (lower(${address}), ${status}::int) on conflict do nothing`,
);
