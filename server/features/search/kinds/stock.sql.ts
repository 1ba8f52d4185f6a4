import { sql } from 'drizzle-orm';
import { entities, locations } from '../../entities/tables';
import { COUNTS } from '../../inventory/counts/queries.sql';
import { COUNT_STATUSES } from '../../inventory/counts/schema';
import { GOODS_RECEIPTS } from '../../inventory/goods-receipts/queries.sql';
import { GoodsKind } from '../../inventory/goods-receipts/schema';
import { LOTS } from '../../inventory/lots/queries.sql';
import { TRANSFERS } from '../../inventory/transfers/queries.sql';
import { BATCHES, blockReason } from '../../lots/queries.sql';
import { TestStatus } from '../../lots/schema';
import { batches } from '../../lots/tables';
import { PRODUCTS } from '../../products/queries.sql';
import { joinSeller, seenVariants } from '../../products/resource';
import { products, productVariants } from '../../products/tables';
import { RECALLS } from '../../recalls/queries.sql';
import { type Kind, listOf, NONE, NOWHERE, nameOf, parts, type Reader } from './kind.sql';
import { statesOf } from './partners.sql';

/** SQL: the seller of a product of others, through whom the reader sees it. */
const sellerOf = ({ entity }: Reader) =>
  sql`case when p.entity_id <> ${entity.id} then ${nameOf(sql`coalesce(through.seller_id, p.entity_id)`)} end`;

const ACTIVE = {
  status: sql`case when p.active or through.seller_id is not null then 'active' else 'inactive' end`,
  states: { active: sql`p.active`, inactive: sql`not p.active` },
};

export const product: Kind = {
  needs: 'read:products',
  list: (reader) => listOf(PRODUCTS, reader),
  joins: ({ entity }) => joinSeller(entity.id),
  shown: (reader) => ({
    title: sql`p.name`,
    subtitle: parts(sql`p.brand`, sellerOf(reader)),
    number: NONE,
    status: ACTIVE.status,
    path: sql`'/products/' || p.id`,
    locationId: NOWHERE,
    updatedAt: sql`p.updated_at`,
  }),
  states: () => ACTIVE.states,
  isGoods: true,
};

/** Variants of the products in a list, as the reader's view of each has them. */
export const variant: Kind = {
  needs: 'read:products',
  list: (reader) => {
    const { visible } = listOf(PRODUCTS, reader);
    return {
      from: sql`${productVariants} w join ${products} p on p.id = w.product_id`,
      id: sql`w.id`,
      visible,
    };
  },
  joins: ({ entity }) => sql`${joinSeller(entity.id)} cross join lateral (
    select coalesce(g.sku, h.sku, v.sku) as sku from ${seenVariants.from} where ${seenVariants.where} and v.id = w.id) s`,
  shown: (reader) => ({
    title: sql`p.name || ' · ' || w.name`,
    subtitle: parts(sql`s.sku`, sql`p.brand`, sellerOf(reader)),
    number: sql`s.sku`,
    status: ACTIVE.status,
    path: sql`'/products/' || p.id`,
    locationId: NOWHERE,
    updatedAt: sql`greatest(w.updated_at, p.updated_at)`,
  }),
  states: () => ACTIVE.states,
  namedBy: 'product',
  isGoods: true,
  checksNumber: true,
};

const batchStatus = sql`coalesce(${blockReason()}, b.test_status)`;
const batchStates = {
  ...statesOf(batchStatus, ['held', 'expired', ...TestStatus.options]),
  recalled: sql`b.recall_id is not null`,
};
/** SQL: the reader's business, by whose calendar batches expire. */
const holder = ({ entity }: Reader) => sql`join ${entities} e on e.id = ${entity.id}`;

export const batch: Kind = {
  needs: 'read:inventory',
  list: (reader) => listOf(BATCHES, reader),
  joins: (reader) => sql`join ${products} p on p.id = b.product_id ${holder(reader)}`,
  shown: () => ({
    title: sql`b.batch_id`,
    subtitle: sql`p.name`,
    number: sql`b.batch_id`,
    status: batchStatus,
    path: sql`'/batches/' || b.id`,
    locationId: NOWHERE,
    updatedAt: sql`greatest(b.updated_at, z.updated_at)`,
  }),
  states: () => batchStates,
  namedBy: 'product',
};

export const lot: Kind = {
  needs: 'read:inventory',
  list: (reader) => listOf(LOTS, reader),
  joins: (
    reader,
  ) => sql`join ${batches} b on b.id = l.batch_id join ${products} p on p.id = b.product_id ${holder(reader)}
    left join ${productVariants} v on v.id = l.variant_id`,
  shown: () => ({
    title: sql`coalesce(l.package_tag, b.batch_id)`,
    subtitle: parts(
      sql`p.name`,
      sql`v.name`,
      sql`case when l.package_tag is not null then 'Batch ' || b.batch_id end`,
    ),
    number: sql`l.package_tag`,
    status: batchStatus,
    path: sql`'/batches/' || b.id`,
    locationId: NOWHERE,
    updatedAt: sql`greatest(coalesce(l.updated_at, l.created_at), z.updated_at)`,
  }),
  states: () => batchStates,
  namedBy: 'product',
};

export const recall: Kind = {
  needs: 'read:inventory',
  list: (reader) => listOf(RECALLS, reader),
  joins: () => sql`join ${batches} b on b.id = r.batch_id join ${products} p on p.id = b.product_id`,
  shown: () => ({
    title: sql`'Recall of ' || b.batch_id`,
    subtitle: parts(sql`p.name`, sql`'Class ' || r.class`),
    number: sql`b.batch_id`,
    status: sql`case when r.closed_at is null then 'open' else 'closed' end`,
    path: sql`'/recalls/' || r.id`,
    locationId: NOWHERE,
    updatedAt: sql`r.updated_at`,
  }),
  states: () => ({ open: sql`r.closed_at is null`, closed: sql`r.closed_at is not null` }),
  namedBy: 'product',
};

export const transfer: Kind = {
  needs: 'read:inventory',
  list: (reader) => listOf(TRANSFERS, reader),
  joins: () => sql``,
  shown: ({ locationIds }) => ({
    title: sql`'Transfer by ' || t.actor_name`,
    // Of other locations a limited member learns nothing.
    subtitle: parts(
      locationIds === null
        ? sql`(select string_agg(k.name, ', ' order by k.name) from ${locations} k where k.id = any(t.location_ids))`
        : NONE,
      sql`left(t.notes, 100)`,
    ),
    number: NONE,
    status: NONE,
    path: sql`'/inventory/transfers/' || t.id`,
    locationId: NOWHERE,
    updatedAt: sql`t.created_at`,
  }),
  wholeTexts: 'transfer_whole',
};

export const count: Kind = {
  needs: 'read:inventory',
  list: (reader) => listOf(COUNTS, reader),
  joins: () => sql`join ${locations} k on k.id = c.location_id`,
  shown: () => ({
    title: sql`'Count of ' || k.name || ' · ' || replace(c.room_type, '_', ' ')`,
    subtitle: sql`coalesce(c.assignee_name, c.actor_name)`,
    number: NONE,
    status: sql`c.status`,
    path: sql`'/inventory/count/' || c.id`,
    locationId: sql`c.location_id`,
    updatedAt: sql`greatest(c.created_at, c.updated_at)`,
  }),
  states: () => statesOf(sql`c.status`, COUNT_STATUSES),
};

export const goodsReceipt: Kind = {
  needs: 'read:inventory',
  list: (reader) => listOf(GOODS_RECEIPTS, reader),
  joins: () => sql`join ${locations} k on k.id = r.location_id`,
  shown: () => ({
    title: sql`r.number`,
    subtitle: parts(sql`coalesce(r.supplier_name, initcap(r.kind))`, sql`r.reference`, sql`k.name`),
    number: sql`r.number`,
    status: NONE,
    path: sql`'/inventory/receipts/' || r.id`,
    locationId: sql`r.location_id`,
    updatedAt: sql`r.updated_at`,
  }),
  // What it is of is a word like a state: it doesn't change, and needs no text.
  states: () => statesOf(sql`r.kind`, GoodsKind.options),
};
