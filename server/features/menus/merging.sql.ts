import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { Merging } from '../entities/service';
import { orderRequests } from './requests/tables';
import { menuRecipients } from './sending/tables';
import { menuLinks, menus } from './tables';

/** Menus, links, requests and recipients of a customer name the survivor. Of two links to one menu the survivor's stays. */
export const moveMenus = statement(
  [[{ from: ID, to: ID, sellerId: ID, disputed: [] }]],
  ({ from, to, sellerId }: Merging) => sql`
    with own as (update ${menus} set customer_id = ${to}, version = version + 1, updated_at = change_time()
        where customer_id = ${from} and entity_id = ${sellerId}),
      links as (update ${menuLinks} k set customer_id = ${to},
          revoked_at = case when k.revoked_at is null and exists (
            select from ${menuLinks} o where o.menu_id = k.menu_id and o.customer_id = ${to} and o.revoked_at is null) then now() else k.revoked_at end
        where k.customer_id = ${from} and k.entity_id = ${sellerId}),
      asked as (update ${orderRequests} set customer_id = case when customer_id = ${from} then ${to}::uuid else customer_id end,
          accepted_for = case when accepted_for = ${from} then ${to}::uuid else accepted_for end, updated_at = change_time()
        where entity_id = ${sellerId} and (customer_id = ${from} or accepted_for = ${from})),
      doubled as (delete from ${menuRecipients} r where r.customer_id = ${from} and r.entity_id = ${sellerId} and exists (
        select from ${menuRecipients} o where o.send_id = r.send_id and o.customer_id = ${to}))
    update ${menuRecipients} r set customer_id = ${to} where r.customer_id = ${from} and r.entity_id = ${sellerId}
      and not exists (select from ${menuRecipients} o where o.send_id = r.send_id and o.customer_id = ${to})`,
);
