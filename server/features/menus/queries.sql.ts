import { sql } from 'drizzle-orm';
import { uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { accounts } from '../entities/customers/tables';
import { entities, locations } from '../entities/tables';
import { priceLists } from '../pricing/lists/tables';
import { listings, products, productVariants } from '../products/tables';
import { orderRequests } from './requests/tables';
import { menuLinks, menus, menuViews } from './tables';

/** SQL: the day of a business `e`, in its calendar. */
export const today = sql`(now() at time zone e.timezone)::date`;

/** SQL: whether a menu `m` of a business `e` is over. */
export const isOver = sql`coalesce(m.expires_on < ${today}, false)`;

/** SQL: premises `l` of a business `e` that goods may leave today. */
export const mayShip = sql`l.entity_id = e.id and l.deleted_at is null and not l.unconfirmed and l.licensed_until >= ${today}`;

/** Counts and links of menus: what their rows don't have. */
export const menuExtras = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{
    id: string;
    token_sealed: string | null;
    views: number;
    waiting: number;
    over: boolean;
  }>`
    select m.id, k.token_sealed, ${isOver} as over,
      coalesce((select sum(w.views) from ${menuViews} w where w.menu_id = m.id and w.day > (now() at time zone 'UTC')::date - 7), 0)::int as views,
      (select count(*) from ${orderRequests} r where r.entity_id = m.entity_id and r.menu_id = m.id and r.status = 'waiting')::int as waiting
    from ${menus} m join ${entities} e on e.id = m.entity_id
      left join ${menuLinks} k on k.menu_id = m.id and k.customer_id is null and k.revoked_at is null
    where m.id = any(${uuids(ids)})`,
);

/** How many menus a business has that aren't deleted. */
export const countMenus = statement(
  [[ID]],
  (entityId: string) => sql<{ total: number }>`
    select count(*)::int as total from ${menus} m where m.entity_id = ${entityId} and m.deleted_at is null`,
);

/** What of the things that a menu names its business has: variants that it sells, a list, a location. */
export const ownThings = statement(
  [[ID, [ID], ID, ID]],
  (entityId: string, variantIds: readonly string[], listId: string | null, locationId: string | null) => sql<{
    variants: string[];
    list: boolean;
    location: boolean;
  }>`
    select array(
        select v.id from ${productVariants} v join ${products} p on p.id = v.product_id
        where v.id = any(${uuids(variantIds)}) and v.entity_id = ${entityId} and v.deleted_at is null and p.deleted_at is null
        union select g.variant_id from ${listings} g where g.variant_id = any(${uuids(variantIds)}) and g.seller_id = ${entityId}
      )::text[] as variants,
      exists (select from ${priceLists} l where l.id = ${listId}::uuid and l.entity_id = ${entityId}) as list,
      exists (select from ${locations} l where l.id = ${locationId}::uuid and l.entity_id = ${entityId} and l.deleted_at is null) as location`,
);

/** The states of a business's premises that goods may leave today. */
export const shippingStates = statement(
  [[ID]],
  (entityId: string) => sql<{ state: string }>`
    select distinct l.postal_state as state from ${entities} e join ${locations} l on ${mayShip} where e.id = ${entityId}`,
);

/** A page of the links of a menu that were mailed to customers, the oldest first. */
export const customerLinks = statement(
  [[ID, { page: 1, limit: 1 }]],
  (menuId: string, { page, limit }: { page: number; limit: number }) => sql<{
    id: string;
    customer_id: string;
    customer_name: string;
    token_sealed: string;
    views: number;
    last_opened_on: string | null;
    last_mailed_at: string | null;
    revoked_at: string | null;
    total: number;
  }>`
    select k.id, k.customer_id, coalesce(a.nickname, b.name) as customer_name, k.token_sealed, k.last_opened_on::text as last_opened_on,
      to_char(k.last_mailed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_mailed_at,
      to_char(k.revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as revoked_at,
      coalesce((select sum(w.views) from ${menuViews} w where w.link_id = k.id and w.day > (now() at time zone 'UTC')::date - 7), 0)::int as views,
      (count(*) over ())::int as total
    from ${menuLinks} k join ${entities} b on b.id = k.customer_id
      left join ${accounts} a on a.seller_id = k.entity_id and a.buyer_id = k.customer_id
    where k.menu_id = ${menuId}
    order by k.created_at, k.id limit ${limit} offset ${(page - 1) * limit}`,
);
