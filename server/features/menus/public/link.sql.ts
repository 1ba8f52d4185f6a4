import { type SQL, sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { licenses } from '../../entities/licenses/tables';
import { entityLogos } from '../../entities/logo/tables';
import { connections, entities, locations } from '../../entities/tables';
import { priceLists } from '../../pricing/lists/tables';
import type { Category } from '../../products/categories';
import { isOver, mayShip, today } from '../queries.sql';
import type { AVAILABILITIES, GOODS_CHOICES, PRICES_SHOWN } from '../state';
import { menuLinks, menuPassers, menus, menuViews } from '../tables';

/** Days without a mail after which a customer's link is dead. */
const MAILED_DAYS = 90;

/** A link that is open, with its menu. */
export interface OpenLink {
  link_id: string;
  menu_id: string;
  seller_id: string;
  seller_name: string;
  timezone: string;
  /** Whose prices it shows; null for no customer in particular. */
  customer_id: string | null;
  name: string;
  message: string | null;
  prices: (typeof PRICES_SHOWN)[number];
  price_list_id: string | null;
  goods: (typeof GOODS_CHOICES)[number];
  categories: Category[];
  brands: string[];
  variant_ids: string[];
  availability: (typeof AVAILABILITIES)[number];
  certificates: boolean;
  takes_requests: boolean;
  minimum_order_cents: number | null;
  passcode_hash: string | null;
  location_id: string | null;
  state: string | null;
  version: number;
  token_sealed: string;
}

/** SQL: whether a seller `e` and a business trade, which both still exist. */
const tradesWith = (
  customerId: SQL,
) => sql`(exists (select from ${entities} b where b.id = ${customerId} and b.deleted_at is null)
  and exists (select from ${connections} c where c.status = 'accepted'
    and (c.requester_id = e.id and c.target_id = ${customerId} or c.target_id = e.id and c.requester_id = ${customerId})))`;

/** SQL: whether a seller `e` may be seen: by its own standing, and with premises that goods may leave. */
const isOpen = sql`e.deleted_at is null and e.suspended_at is null and not e.under_review`;

const customer = sql`coalesce(m.customer_id, k.customer_id)`;

/** SQL: whether the link `k` of the menu `m` of the seller `e` shows anything. */
const isShown = sql`k.revoked_at is null and m.deleted_at is null and m.status = 'active' and not ${isOver} and ${isOpen}
  and exists (select from ${locations} l where ${mayShip} and (m.location_id is null or l.id = m.location_id))
  and (k.customer_id is null or coalesce(k.last_mailed_at, k.created_at) > now() - make_interval(days => ${MAILED_DAYS}))
  and (${customer} is null or ${tradesWith(customer)})`;

const columns = sql`k.id as link_id, m.id as menu_id, e.id as seller_id, e.name as seller_name, e.timezone, ${customer} as customer_id, m.name, m.message,
  m.prices, m.price_list_id, m.goods, m.categories::text[] as categories, m.brands, m.variant_ids::text[] as variant_ids, m.availability, m.certificates,
  m.takes_requests, m.minimum_order_cents::float8 as minimum_order_cents, m.passcode_hash, m.location_id, m.state, m.version::float8 as version, k.token_sealed`;

const from = sql`${menuLinks} k join ${menus} m on m.id = k.menu_id join ${entities} e on e.id = m.entity_id`;

/** The link of a token's hash, while it is open. */
export const openLinks = statement(
  [['x']],
  (hash: string) => sql<OpenLink>`select ${columns} from ${from} where k.token_hash = ${hash} and ${isShown}`,
);

/** The same of a link by its id, which a member opens or a job mails. */
export const openLinkById = statement(
  [[ID]],
  (linkId: string) => sql<OpenLink>`select ${columns} from ${from} where k.id = ${linkId} and ${isShown}`,
);

/** A menu by its own link, whatever its state. */
export const menuLinkOf = statement(
  [[ID]],
  (menuId: string) => sql<OpenLink & { is_live: boolean }>`
    select ${columns}, ${isShown} as is_live from ${from} where k.menu_id = ${menuId} and k.customer_id is null order by k.created_at desc limit 1`,
);

/** Whether the seller of a menu may be seen, whatever became of the menu. */
export const isSellerOpen = statement(
  [[ID]],
  (sellerId: string) => sql<{ open: boolean; name: string }>`
    select ${isOpen} as open, e.name from ${entities} e where e.id = ${sellerId}`,
);

/** What a menu says of its seller. */
export interface SellerRow {
  license_verified: boolean;
  licenses: Array<{ number: string; state: string; type: string | null }>;
  logo: boolean;
  minimum_order_cents: number | null;
  day: string;
}

export const sellerOf = statement(
  [[ID]],
  (sellerId: string) => sql<SellerRow>`
    select e.license_verified, exists (select from ${entityLogos} g where g.entity_id = e.id) as logo,
      e.minimum_order_cents::float8 as minimum_order_cents, ${today}::text as day,
      coalesce((select json_agg(json_build_object('number', n.number, 'state', n.state, 'type', n.type) order by n.number, n.state)
        from (select distinct on (number, state) number, state, type from ${licenses} where entity_id = e.id and status = 'active'
          and (expires_on is null or expires_on >= ${today}) order by number, state, created_at, id) n), '[]') as licenses
    from ${entities} e where e.id = ${sellerId}`,
);

/** The discount of a list that is in use. */
export const listTerms = statement(
  [[ID, ID]],
  (sellerId: string, listId: string) => sql<{ discount_bps: number }>`
    select discount_bps from ${priceLists} where id = ${listId} and entity_id = ${sellerId} and active`,
);

/** The state of the oldest of a seller's premises that goods may leave. */
export const soleState = statement(
  [[ID]],
  (sellerId: string) => sql<{ state: string }>`
    select l.postal_state as state from ${entities} e join ${locations} l on ${mayShip} where e.id = ${sellerId}
    order by l.created_at, l.id limit 1`,
);

export const logoOfSeller = statement(
  [[ID]],
  (sellerId: string) => sql<{ contents: Buffer }>`
    select contents from ${entityLogos} where entity_id = ${sellerId}`,
);

/** Adds up views of a link. */
export const addViews = statement(
  [[ID, ID, '2026-01-01', 1]],
  (linkId: string, menuId: string, day: string, views: number) => sql`
    with opened as (update ${menuLinks} set last_opened_on = greatest(last_opened_on, ${day}::date) where id = ${linkId} returning id)
    insert into ${menuViews} as w (link_id, menu_id, day, views)
    select id, ${menuId}::uuid, ${day}::date, ${views}::int from opened
    on conflict (link_id, day) do update set views = w.views + excluded.views`,
);

/** Days that views are kept. */
const VIEW_DAYS = 90;
export const purgeViews = statement(
  [[]],
  () => sql`delete from ${menuViews} where day < (now() at time zone 'UTC')::date - ${VIEW_DAYS}::int`,
);

/** Days in which who gave the right passcode isn't kept out by others' wrong ones. */
const PASSER_DAYS = 30;
export const isPasser = statement(
  [[ID, 'x']],
  (menuId: string, network: string) => sql<{ passed: boolean }>`
    select true as passed from ${menuPassers} where menu_id = ${menuId} and network = ${network}
      and passed_at > now() - make_interval(days => ${PASSER_DAYS})`,
);
/** Notes that a network gave the right passcode, at most once an hour. */
export const notePasser = statement(
  [[ID, 'x']],
  (menuId: string, network: string) => sql`
    insert into ${menuPassers} as p (menu_id, network, passed_at) values (${menuId}, ${network}, now())
    on conflict (menu_id, network) do update set passed_at = excluded.passed_at where p.passed_at < now() - interval '1 hour'`,
);
export const purgePassers = statement(
  [[]],
  () => sql`delete from ${menuPassers} where passed_at < now() - make_interval(days => ${PASSER_DAYS})`,
);

/** Notes that a menu's seller is notified of wrong passcodes, at most once a day. @returns no row within the day */
export const noteGuessed = statement(
  [[ID]],
  (menuId: string) => sql<{ entity_id: string; name: string }>`
    update ${menus} set guessed_at = now()
    where id = ${menuId} and (guessed_at is null or guessed_at < now() - interval '1 day') returning entity_id, name`,
);
