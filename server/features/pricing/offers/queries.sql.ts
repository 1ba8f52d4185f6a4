import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { Id, Search } from '../../../kernel/params';
import { among, collection, filter } from '../../../platform/db/collection';
import { insertRows } from '../../../platform/db/insert';
import { contains, texts, uuids } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { isConnected } from '../../entities/customers/resource';
import { survivorOf } from '../../entities/customers/service.sql';
import { accounts } from '../../entities/customers/tables';
import type { Merging } from '../../entities/service';
import { listings, products, productVariants } from '../../products/tables';
import { offer, statusNow } from './resource';
import { Audience, OfferStatus } from './schema';
import { offerBreaks, offerBuyers, offerItems, offers } from './tables';

const f = alias(offers, 'f');
type Owner = Pick<Actor, 'entity'>;

/** SQL: the offers (alias `f`) of the caller's business. The only way to a row. */
export const ownOffers = ({ entity }: Owner) => sql`f.entity_id = ${entity.id}`;

export const OFFERS = collection(offer, {
  name: 'offers',
  visible: ownOffers,
  sorts: { created_at: f.createdAt, ends_at: f.endsAt },
  fallback: 'created_at',
  keys: { created_at: 'timestamptz' },
  changed: f.updatedAt,
  filters: {
    status: among(statusNow, OfferStatus),
    audience: among(f.audience, Audience),
    search: filter(Search.meta({ description: 'Part of the name; ignores case and accents' }), 'x', (asked) =>
      contains(sql`f.name`, asked),
    ),
    variant_id: filter(
      Id.meta({ description: 'Only offers of this variant' }),
      ID,
      (id) => sql`exists (select from ${offerItems} t where t.offer_id = f.id and t.variant_id = ${id})`,
    ),
    buyer_id: filter(
      Id.meta({ description: 'Only offers that name this customer, those for all aside' }),
      ID,
      (id, { entity }: Owner) => sql`exists (select from ${offerBuyers} w
        where w.offer_id = f.id and w.buyer_id = ${survivorOf(entity.id, id)})`,
    ),
  },
});
export const offerPage = pageOf(OFFERS, OWNER);
/** Offers as the resource. */
export const readOffers = rowsWhere(offer, [[sql`f.id = ${ID} and ${ownOffers(OWNER)}`]]);

export const countOffers = statement(
  [[ID]],
  (entityId: string) =>
    sql<{ total: number }>`select count(*)::int as total from ${offers} where entity_id = ${entityId}`,
);

/** Connected customers of a seller by the ids that it knows them by, in their order; others are absent. */
export const connectedCustomers = statement(
  [[ID, [ID]]],
  (sellerId: string, ids: readonly string[]) => sql<{ place: number; id: string }>`
    select n.place::int as place, a.buyer_id as id
    from unnest(${uuids(ids)}) with ordinality n (id, place)
      join ${accounts} a on a.seller_id = ${sellerId} and a.buyer_id = ${survivorOf(sellerId, sql`n.id`)}
    where ${isConnected} order by n.place`,
);

/** A variant that a seller sells, by its own SKU. */
export interface OwnVariant {
  id: string;
  sku: string;
  /** In ten-thousandths of the unit; null where it is sold each. */
  step: number | null;
}

/** What a seller sells, or lists of others', of these ids and SKUs. None can be deleted until the transaction ends. */
export const lockOwnVariants = statement(
  [[ID, [ID], ['x']]],
  (sellerId: string, ids: readonly string[], skus: readonly string[]) => sql<OwnVariant>`
    select v.id, coalesce(g.sku, v.sku) as sku, v.step
    from ${productVariants} v join ${products} p on p.id = v.product_id
      left join ${listings} g on g.variant_id = v.id and g.seller_id = ${sellerId}
    where v.id = any(array(
        select unnest(${uuids(ids)})
        union all select s.id from ${productVariants} s where s.entity_id = ${sellerId} and s.sku = any(${texts(skus)}) and s.deleted_at is null
        union all select s.variant_id from ${listings} s where s.seller_id = ${sellerId} and s.sku = any(${texts(skus)})))
      and (p.entity_id = ${sellerId} and v.deleted_at is null and p.deleted_at is null or g.id is not null)
    order by v.id for key share of v`,
);

/** Any number of breaks, by one parameter. */
export const insertBreaks = statement([[[]]], (rows: ReadonlyArray<typeof offerBreaks.$inferInsert>) =>
  insertRows(offerBreaks, rows),
);

/** The offers to a customer that goes name the survivor, where the seller has an account with it; without one the account itself moves. */
export const moveOffers = statement(
  [[{ from: ID, to: ID, sellerId: ID, disputed: [] }]],
  ({ from, to, sellerId }: Merging) => sql`
    with gone as (
      delete from ${offerBuyers} w where w.seller_id = ${sellerId} and w.buyer_id = ${from}
        and exists (select from ${accounts} s where s.seller_id = ${sellerId} and s.buyer_id = ${to}) returning w.offer_id)
    insert into ${offerBuyers} (offer_id, seller_id, buyer_id) select g.offer_id, ${sellerId}, ${to} from gone g on conflict do nothing`,
);
