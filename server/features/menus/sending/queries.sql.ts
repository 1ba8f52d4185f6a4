import { sql } from 'drizzle-orm';
import { allOf, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { accounts } from '../../entities/customers/tables';
import { connections, entities } from '../../entities/tables';
import { orderItems, orders } from '../../orders/tables';
import { products } from '../../products/tables';
import type { Segment } from '../schema';
import type { SkipReason } from '../state';
import { menuLinks, menus } from '../tables';
import { menuMarks, menuRecipients, menuSends } from './tables';

/** Customers of one run at most: more wait for the limit of a day anyway. */
const MOST_RECIPIENTS = 5_000;

/** An order that counts has another status. */
const CANCELLED = 'cancelled';

/** SQL: customers (account `a`) that a seller trades with. */
const traded = (sellerId: string) => sql`a.seller_id = ${sellerId}
  and exists (select from ${entities} b where b.id = a.buyer_id and b.deleted_at is null)
  and exists (select from ${connections} c where c.status = 'accepted'
    and (c.requester_id = a.seller_id and c.target_id = a.buyer_id or c.target_id = a.seller_id and c.requester_id = a.buyer_id))`;

/** Customers of a segment, or those of a seller that are named. */
export const customersOf = statement(
  [
    [ID, { representative: ID, bought_category: 'flower', not_ordered_days: 1, price_list_id: ID }, null],
    [ID, {}, [ID]],
  ],
  (sellerId: string, segment: Segment, ids: readonly string[] | null) => {
    const {
      representative,
      bought_category: category,
      not_ordered_days: days,
      price_list_id: list,
    } = segment;
    const where = allOf([
      traded(sellerId),
      ids ? sql`a.buyer_id = any(${uuids(ids)})` : undefined,
      representative ? sql`a.representative_id = ${representative}` : undefined,
      list ? sql`a.price_list_id = ${list}` : undefined,
      category
        ? sql`exists (select from ${orderItems} x join ${orders} o on o.id = x.order_id join ${products} p on p.id = x.product_id
            where o.wholesaler_id = a.seller_id and o.retailer_id = a.buyer_id and o.status <> ${CANCELLED}
              and o.created_at > now() - interval '1 year' and p.category = ${category})`
        : undefined,
      days
        ? sql`not exists (select from ${orders} o where o.wholesaler_id = a.seller_id and o.retailer_id = a.buyer_id
            and o.status <> ${CANCELLED} and o.created_at > now() - make_interval(days => ${days}))`
        : undefined,
    ]);
    return sql<{ id: string }>`
      select a.buyer_id as id from ${accounts} a where ${where} order by a.buyer_id limit ${MOST_RECIPIENTS}`;
  },
);

/** What became of runs. */
export const outcomesOf = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{
    send_id: string;
    sent: number;
    skipped: Array<{ customer_id: string; reason: SkipReason }>;
  }>`
    select r.send_id, (count(*) filter (where r.status = 'sent'))::int as sent,
      coalesce(json_agg(json_build_object('customer_id', r.customer_id, 'reason', r.reason) order by r.customer_id)
        filter (where r.status = 'skipped'), '[]') as skipped
    from ${menuRecipients} r where r.send_id = any(${uuids(ids)}) group by r.send_id`,
);

/** Ends a run of which no one waits anymore. */
export const finishSend = statement(
  [[ID]],
  (id: string) => sql`
    update ${menuSends} set finished_at = now() where id = ${id} and finished_at is null
      and not exists (select from ${menuRecipients} r where r.send_id = ${id} and r.status in ('waiting', 'queued'))`,
);

/** Recipients whose mail has failed each time: it is tried for hours, and waits for its turn for a day at most. */
export const overdueRecipients = statement(
  [[]],
  () => sql<{ send_id: string; customer_id: string }>`
    select r.send_id, r.customer_id from ${menuSends} s join ${menuRecipients} r on r.send_id = s.id and r.status = 'queued'
    where s.finished_at is null and s.created_at < now() - interval '3 days' limit 500`,
);

/** Menus whose schedule is due. */
export const dueMenus = statement(
  [[]],
  () => sql<{ id: string }>`
    select m.id from ${menus} m where m.next_send_at <= now() and m.deleted_at is null order by m.next_send_at limit 100`,
);

/** A customer's link to a menu that works. */
export const linkOfCustomer = statement(
  [[ID, ID]],
  (menuId: string, customerId: string) => sql<{
    id: string;
    token_sealed: string;
    last_mailed_at: string | null;
  }>`
    select id, token_sealed, last_mailed_at::text from ${menuLinks}
    where menu_id = ${menuId} and customer_id = ${customerId} and revoked_at is null`,
);

/** A good as it is now, for the marks of its price group. */
export interface Mark {
  variant_id: string;
  price_cents: number;
  in_stock: boolean;
}

/** Notes for a price group what has appeared, come back or become cheaper since it was last noted, at the time of a run. */
export const noteMarks = statement(
  [[ID, 'x', [{ variant_id: ID, price_cents: 1, in_stock: true }]]],
  (menuId: string, group: string, marks: readonly Mark[]) => sql`
    insert into ${menuMarks} as m (menu_id, price_group, variant_id, price_cents, in_stock, appeared_at, seen_at)
    select ${menuId}::uuid, ${group}, g.variant_id, g.price_cents, g.in_stock, now(), now()
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as g (variant_id uuid, price_cents bigint, in_stock boolean)
    on conflict (menu_id, price_group, variant_id) do update set
      appeared_at = case when m.seen_at < (select max(z.seen_at) from ${menuMarks} z where z.menu_id = m.menu_id and z.price_group = m.price_group)
        then now() else m.appeared_at end,
      restocked_at = case when excluded.in_stock and not m.in_stock then now() else m.restocked_at end,
      cheaper_at = case when excluded.price_cents < m.price_cents then now() else m.cheaper_at end,
      price_cents = excluded.price_cents, in_stock = excluded.in_stock, seen_at = now()`,
);

/** When a price group was last noted. */
export const notedAt = statement(
  [[ID, 'x']],
  (menuId: string, group: string) => sql<{ at: string | null }>`
    select max(seen_at)::text as at from ${menuMarks} where menu_id = ${menuId} and price_group = ${group}`,
);

/** What of a price group has changed since a moment, the newest first. @param withPrices without them nothing follows from a price */
export const changedSince = statement(
  [
    [ID, 'x', '2026-01-01T00:00:00Z', true],
    [ID, 'x', '2026-01-01T00:00:00Z', false],
  ],
  (menuId: string, group: string, since: string, withPrices: boolean) => {
    const at = withPrices
      ? sql`greatest(appeared_at, restocked_at, cheaper_at)`
      : sql`greatest(appeared_at, restocked_at)`;
    return sql<{ variant_id: string; kind: 'new' | 'back' | 'cheaper' }>`
      select variant_id, case when appeared_at > ${since}::timestamptz then 'new'
        when restocked_at > ${since}::timestamptz then 'back' else 'cheaper' end as kind
      from ${menuMarks} where menu_id = ${menuId} and price_group = ${group} and ${at} > ${since}::timestamptz
      order by ${at} desc, variant_id limit 100`;
  },
);
