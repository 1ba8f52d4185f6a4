import { type SQL, sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { users } from '../auth/tables';
import { creditNotes } from '../billing/credits/tables';
import { invoices } from '../billing/invoices/tables';
import { payments } from '../billing/payments/tables';
import { accounts } from '../entities/customers/tables';
import { entities, locations } from '../entities/tables';
import { teamOf } from '../entities/team/queries.sql';
import { invitations } from '../entities/team/tables';
import { stockCounts } from '../inventory/counts/tables';
import { goodsReceipts } from '../inventory/goods-receipts/tables';
import { inventoryLots, inventoryTransfers } from '../inventory/tables';
import { SAME_BATCH } from '../lots/queries.sql';
import { batches, batchReach, lotReach, lots } from '../lots/tables';
import { drafts } from '../orders/drafts/tables';
import { orders } from '../orders/tables';
import { priceLists } from '../pricing/lists/tables';
import { listings, productReach, products, productVariants } from '../products/tables';
import { recallBatches, recallResponses, recalls } from '../recalls/tables';
import { searchTexts } from './tables';

/** What changed: an object, and of whom the text is; null for all who have one. */
export interface Changed {
  owner_id: string | null;
  object_id: string;
}

/** A text before its words are taken: folded. */
export interface Folded {
  kind: string;
  owner_id: string;
  object_id: string;
  at: string;
  name: string;
  more: string;
}

/** Where texts come from: an object of one table. */
export interface Source {
  /** Kinds of its texts, of which those that it no longer has are removed; none where they stay for who has seen it. */
  kinds: readonly string[];
  /** SQL: `kind`, `owner_id`, `object_id`, `at`, `name` and `more` of the objects in `asked` (`x`). */
  texts: SQL;
  /** SQL: `owner_id` and `object_id` of all objects behind `z`, which is one, in the order of both. */
  all: SQL;
  /** Whether goods are described, which have other words, too. */
  isGoods?: true;
}

const here = sql`(x.owner_id is null or x.owner_id = w.owner_id)`;
/** SQL: the objects of a table that are asked for, by its alias. */
const askedFrom = (table: SQL, id: SQL) => sql`asked x join ${table} on ${id} = x.object_id`;
/** SQL: whether a business is on board: others find nothing. */
const isHere = (id: SQL) =>
  sql`exists (select from ${entities} n where n.id = ${id} and n.managed_by is null)`;
const byId = (table: SQL) =>
  sql`select null::uuid as owner_id, y.id as object_id from ${table} y, z where y.id > z.object_id order by y.id`;

/** SQL: the texts of a document (alias `d`) for both of its parties: each names the other as it calls it. */
const ofParties = (
  kind: string,
  table: SQL,
  seller: string,
  buyer: string,
  at: SQL,
  more: SQL = sql`null`,
): Source => {
  const [s, b, k] = [sql.raw(`d.${seller}`), sql.raw(`d.${buyer}`), sql.raw(`'${kind}'`)];
  return {
    kinds: [kind],
    texts: sql`
      select ${k} as kind, w.owner_id, d.id as object_id, ${at} as at, w.name, ${more} as more
      from ${askedFrom(sql`${table} d`, sql`d.id`)} cross join lateral (
        select ${s} as owner_id, coalesce((select concat_ws(' ', a.name, a.nickname) from ${accounts} a
          where a.seller_id = ${s} and a.buyer_id = ${b}), e.name) as name from ${entities} e where e.id = ${b}
        union all select ${b}, e.name from ${entities} e where e.id = ${s} and ${isHere(b)}
      ) w where ${here}`,
    all: byId(table),
  };
};

const account: Source = {
  kinds: ['customer', 'supplier'],
  texts: sql`
    select 'customer' as kind, a.seller_id as owner_id, a.buyer_id as object_id, a.created_at as at,
      concat_ws(' ', a.name, a.nickname) as name,
      (select string_agg(concat_ws(' ', c ->> 'name', c ->> 'email'), ' ') from jsonb_array_elements(a.contacts) c) as more
    from asked x join ${accounts} a on a.seller_id = x.owner_id and a.buyer_id = x.object_id
    union all
    select 'supplier', a.buyer_id, a.seller_id, a.created_at, e.name, null
    from asked x join ${accounts} a on a.seller_id = x.owner_id and a.buyer_id = x.object_id
      join ${entities} e on e.id = a.seller_id
    where ${isHere(sql`a.buyer_id`)}`,
  all: sql`select y.seller_id as owner_id, y.buyer_id as object_id from ${accounts} y, z
    where (y.seller_id, y.buyer_id) > (z.owner_id, z.object_id) order by y.seller_id, y.buyer_id`,
};

/** SQL: what goods are called besides their names, of the product `p`. */
const described = sql`concat_ws(' ', p.brand, p.category, replace(p.subcategory, '_', ' '))`;

/**
 * Goods have a text for their owner, for those who sell them on, and for holders who have no account with the owner. Who had one keeps it:
 * rights are looked at when goods are found.
 */
const product: Source = {
  kinds: [],
  isGoods: true,
  texts: sql`
    select g.kind, w.owner_id, g.object_id, g.at, g.name, g.more
    from ${askedFrom(sql`${products} p`, sql`p.id`)}
      cross join lateral (
        select p.entity_id as owner_id
        union select g.seller_id from ${listings} g where g.product_id = p.id
        union select r.entity_id from ${productReach} r where r.product_id = p.id and r.entity_id <> p.entity_id
          and not exists (select from ${accounts} a where a.seller_id = p.entity_id and a.buyer_id = r.entity_id)
        union select t.owner_id from ${searchTexts} t where t.object_id = p.id and t.kind = 'product'
      ) w
      cross join lateral (
        select 'product' as kind, p.id as object_id, p.created_at as at, p.name, concat_ws(' ', ${described},
          (select string_agg(v.name, ' ' order by v.position) from ${productVariants} v
            where v.product_id = p.id and v.deleted_at is null)) as more
        union all
        select 'variant', v.id, v.created_at, concat_ws(' ', p.name, v.name), ${described}
        from ${productVariants} v where v.product_id = p.id and v.deleted_at is null
      ) g
    where ${here}`,
  all: byId(sql`${products}`),
};

const batch: Source = {
  kinds: ['batch'],
  isGoods: true,
  texts: sql`
    select 'batch' as kind, w.entity_id as owner_id, b.id as object_id, w.created_at as at, p.name, ${described} as more
    from ${askedFrom(sql`${batches} b`, sql`b.id`)} join ${batchReach} w on w.batch_id = b.id and (x.owner_id is null or x.owner_id = w.entity_id)
      join ${products} p on p.id = b.product_id
    where ${isHere(sql`w.entity_id`)}`,
  all: sql`select y.entity_id as owner_id, y.batch_id as object_id from ${batchReach} y, z
    where (y.entity_id, y.batch_id) > (z.owner_id, z.object_id) order by y.entity_id, y.batch_id`,
};

const lot: Source = {
  kinds: ['lot'],
  isGoods: true,
  texts: sql`
    select 'lot' as kind, w.entity_id as owner_id, l.id as object_id, w.created_at as at, concat_ws(' ', p.name, v.name) as name,
      ${described} as more
    from ${askedFrom(sql`${lots} l`, sql`l.id`)} join ${lotReach} w on w.lot_id = l.id and (x.owner_id is null or x.owner_id = w.entity_id)
      join ${batches} b on b.id = l.batch_id join ${products} p on p.id = b.product_id
      left join ${productVariants} v on v.id = l.variant_id
    where ${isHere(sql`w.entity_id`)}`,
  all: sql`select y.entity_id as owner_id, y.lot_id as object_id from ${lotReach} y, z
    where (y.entity_id, y.lot_id) > (z.owner_id, z.object_id) order by y.entity_id, y.lot_id`,
};

/** SQL: who sees the recall `r`. */
const seesRecall = sql`
  select r.entity_id as owner_id
  union select h.entity_id from ${recallResponses} h where h.recall_id = r.id
  union select h.entity_id from ${recallBatches} h where h.recall_id = r.id
  union select i.entity_id from ${batches} b join ${batches} o on ${SAME_BATCH} join ${lots} l on l.batch_id = o.id
    join ${inventoryLots} i on i.lot_id = l.id where b.id = r.batch_id and r.closed_at is null`;

const recall: Source = {
  kinds: ['recall'],
  isGoods: true,
  texts: sql`
    select 'recall' as kind, w.owner_id, r.id as object_id, r.created_at as at, p.name, concat_ws(' ', ${described}, r.reason) as more
    from ${askedFrom(sql`${recalls} r`, sql`r.id`)} join ${batches} b on b.id = r.batch_id join ${products} p on p.id = b.product_id
      cross join lateral (${seesRecall}) w
    where ${here} and ${isHere(sql`w.owner_id`)}`,
  all: byId(sql`${recalls}`),
};

/** A limited member learns nothing of other locations: their names are in the text for those without a limit alone. */
const transfer: Source = {
  kinds: ['transfer', 'transfer_whole'],
  texts: sql`
    select w.kind, t.entity_id as owner_id, t.id as object_id, t.created_at as at, t.actor_name as name,
      concat_ws(' ', t.notes, w.places) as more
    from ${askedFrom(sql`${inventoryTransfers} t`, sql`t.id`)} cross join lateral (
      select 'transfer' as kind, null as places
      union all select 'transfer_whole', (select string_agg(k.name, ' ') from ${locations} k where k.id = any(t.location_ids))
    ) w`,
  all: byId(sql`${inventoryTransfers}`),
};

const count: Source = {
  kinds: ['count'],
  texts: sql`
    select 'count' as kind, c.entity_id as owner_id, c.id as object_id, c.created_at as at,
      concat_ws(' ', k.name, replace(c.room_type, '_', ' ')) as name, concat_ws(' ', c.assignee_name, c.actor_name) as more
    from ${askedFrom(sql`${stockCounts} c`, sql`c.id`)} join ${locations} k on k.id = c.location_id`,
  all: byId(sql`${stockCounts}`),
};

const goodsReceipt: Source = {
  kinds: ['goods_receipt'],
  texts: sql`
    select 'goods_receipt' as kind, r.entity_id as owner_id, r.id as object_id, r.created_at as at, coalesce(r.supplier_name, '') as name,
      concat_ws(' ', k.name, r.notes, r.actor_name) as more
    from ${askedFrom(sql`${goodsReceipts} r`, sql`r.id`)} join ${locations} k on k.id = r.location_id`,
  all: byId(sql`${goodsReceipts}`),
};

const priceList: Source = {
  kinds: ['price_list'],
  texts: sql`
    select 'price_list' as kind, l.entity_id as owner_id, l.id as object_id, l.created_at as at, l.name, null as more
    from ${askedFrom(sql`${priceLists} l`, sql`l.id`)}`,
  all: byId(sql`${priceLists}`),
};

const member: Source = {
  kinds: ['member'],
  texts: sql`
    select 'member' as kind, w.entity_id as owner_id, t.user_id as object_id, coalesce(t.joined_at, t.invited_at) as at,
      coalesce(t.name, t.email) as name, concat_ws(' ', t.email, t.role) as more
    from asked x cross join lateral (
      select u.entity_id from ${users} u where u.id = x.object_id
      union select i.entity_id from ${invitations} i where i.id = x.object_id
    ) w cross join lateral (select * from ${teamOf(sql`w.entity_id`)} where t.user_id = x.object_id) t`,
  all: sql`select null::uuid as owner_id, y.id as object_id
    from (select u.id from ${users} u union select i.id from ${invitations} i) y, z where y.id > z.object_id order by y.id`,
};

const place = sql`(select concat_ws(' ', k.name, k.city) from ${locations} k where k.id = d.receiving_location_id)`;

/** Sources by the names that changes have. */
export const SOURCES = {
  account,
  order: ofParties('order', sql`${orders}`, 'wholesaler_id', 'retailer_id', sql`d.created_at`, place),
  product,
  batch,
  lot,
  invoice: ofParties('invoice', sql`${invoices}`, 'seller_id', 'buyer_id', sql`d.created_at`),
  payment: ofParties('payment', sql`${payments}`, 'seller_id', 'buyer_id', sql`d.created_at`),
  credit_note: ofParties('credit_note', sql`${creditNotes}`, 'seller_id', 'buyer_id', sql`d.created_at`),
  draft: ofParties('draft', sql`${drafts}`, 'seller_id', 'buyer_id', sql`d.created_at`),
  price_list: priceList,
  recall,
  transfer,
  count,
  goods_receipt: goodsReceipt,
  member,
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof SOURCES;
export const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[];

/** The folded texts of objects that changed. */
export const foldedTexts = statement(
  SOURCE_NAMES.map((name): [SourceName, Changed[]] => [name, [{ owner_id: ID, object_id: ID }]]),
  (name: SourceName, changed: readonly Changed[]) => sql<Folded>`
    with asked as materialized (
      select owner_id, object_id from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as x (owner_id uuid, object_id uuid))
    select t.kind, t.owner_id, t.object_id, t.at::text as at, search_fold(t.name) as name, search_fold(coalesce(t.more, '')) as more
    from (${SOURCES[name].texts}) t`,
);

/** Objects of a source behind one of them, in their order. */
export const objectsAfter = statement(
  SOURCE_NAMES.map((name): [SourceName, string, string, number] => [name, ID, ID, 1]),
  (name: SourceName, owner: string, object: string, most: number) => sql<Changed>`
    with z as (select ${owner}::uuid as owner_id, ${object}::uuid as object_id)
    select f.owner_id, f.object_id from (${SOURCES[name].all}) f limit ${most}`,
);
