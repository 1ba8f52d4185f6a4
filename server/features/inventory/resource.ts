import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { Person, walkOf } from '../../kernel/params';
import {
  count,
  delta,
  id,
  object,
  oneOf,
  person,
  provenBy,
  text,
  time,
  wordOf,
} from '../../platform/db/fields';
import { resource } from '../../platform/db/resource';
import { entities } from '../entities/tables';
import { receipts } from '../orders/parts/tables';
import { returns } from '../orders/receipts/tables';
import { orders } from '../orders/tables';
import { amountOf, appearance } from '../products/resource';
import { productVariants } from '../products/tables';
import { goodsReceipts } from './goods-receipts/tables';
import { LOT_BASES, Place, ReasonCode, SourceType } from './schema';
import { inventoryItems, inventoryMovements } from './tables';

const i = alias(inventoryItems, 'i');
const m = alias(inventoryMovements, 'm');

/** SQL: whether a viewer `e` sees the stock `i`. */
export const isSeen = sql`i.entity_id = e.id and (e.locations is null or i.location_id = any(e.locations))`;

/** What is stocked: from `i`, the stock, `v`, its variant, and `p`, its product. */
export const goods = {
  product_id: id(i.productId, Place.product_id.description),
  product_name: text(i.productName, Place.product_name.description),
  variant_id: id(i.variantId, Place.variant_id.description),
  sku: text(i.sku, Place.sku.description),
  ...appearance,
};

/** Who did it, of a row with `actorColumns`. */
export const actorOf = (row: 'm' | 't') =>
  object(
    person(sql.raw(`${row}.actor_id`), sql.raw(`${row}.actor_name`), { id: null, name: 'Dana Reyes' }),
    Person.description ?? '',
  );

/** SQL: the order of a movement `m`, as `number`, `party` and `order_id`: itself, or that of its receipt or return. */
const orderOf = sql`select d.order_number as number, e.name as party, d.id as order_id
  from ${orders} d join ${entities} e on e.id = case when d.wholesaler_id = m.entity_id then d.retailer_id else d.wholesaler_id end
  where d.id = case m.source_type when 'order' then m.source_id
    when 'receipt' then (select r.order_id from ${receipts} r where r.id = m.source_id)
    when 'return' then (select r.order_id from ${returns} r where r.id = m.source_id) end`;

/** SQL: what a movement `m` came by, for who may read it. */
const originFor = ({ permissions }: Pick<Actor, 'permissions'>) => sql`(
  select g.number, g.supplier_name as party, null::uuid as order_id from ${goodsReceipts} g
  where m.source_type = 'goods_receipt' and g.id = m.source_id
  ${permissions.includes('read:orders') ? sql`union all ${orderOf}` : sql``})`;

export const movement = resource(
  m,
  {
    id: id(m.id, 'Id of the movement'),
    created_at: time(m.createdAt, 'When the change was made'),
    updated_at: time(m.createdAt, 'Equals `created_at`: a movement never changes'),
    reason_code: wordOf(ReasonCode)(m.reasonCode),
    delta: delta(m.delta, 'Change of the units on hand; negative for units that left'),
    amount: amountOf(sql`m.delta`, '`delta` in `unit`'),
    reserved_delta: delta(m.reservedDelta, 'Change of the reserved units'),
    quantity_after: provenBy(count(m.quantityAfter, 'Units on hand afterwards'), sql`m.quantity_after >= 0`),
    amount_after: amountOf(sql`m.quantity_after`, '`quantity_after` in `unit`'),
    unit: appearance.unit,
    step: appearance.step,
    reserved_after: provenBy(count(m.reservedAfter, 'Reserved units afterwards'), sql`m.reserved_after >= 0`),
    notes: text(m.notes, 'Note given with the change'),
    actor: actorOf('m'),
    source: object(
      {
        type: wordOf(SourceType)(m.sourceType),
        id: id(
          m.sourceId,
          'Id of the order, sync, import, transfer or goods receipt; null for other sources',
        ),
        number: text.orNull(
          sql`o.number`,
          'Number of the order or goods receipt; null for other sources, and of orders without `read:orders`',
          'ORD-20260105-7ZPT6C',
        ),
        party: text.orNull(
          sql`o.party`,
          'Name of the business on its other side; null for none, and of orders without `read:orders`',
          'Harbor & Pine',
        ),
        order_id: id.orNull(sql`o.order_id`, 'Id of the order that it belongs to; null as `number`'),
      },
      'Origin of the change',
    ),
    lot_id: id(m.lotId, 'The lot whose units moved; null for units without a lot'),
    lot_basis: oneOf(z.enum(LOT_BASES))(
      m.lotBasis,
      '`stated` when the change named the lot, `inferred` when Tallyleaf chose it',
    ),
  },
  {
    joins: (
      viewer: Pick<Actor, 'permissions'>,
    ) => sql`cross join lateral (select w.unit, w.step from ${inventoryItems} x join ${productVariants} w on w.id = x.variant_id
      where x.id = m.item_id offset 0) v left join lateral ${originFor(viewer)} o on true`,
    id: 'InventoryMovement',
    examples: undefined,
  },
);
export const Movement = movement.schema;
export const MovementList = walkOf(Movement);
