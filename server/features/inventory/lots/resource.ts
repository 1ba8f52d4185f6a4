import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { unchanged, walkOf } from '../../../kernel/params';
import { count, exampleId, id, oneOf, text, time } from '../../../platform/db/fields';
import { many, readOnlyOf, resource, type ViewOf } from '../../../platform/db/resource';
import { externalIdsOfReader } from '../../entities/external-ids/resource';
import { ExternalIdsChange } from '../../entities/external-ids/schema';
import { lotNames, soldAsLot, type Viewer, viewing } from '../../lots/resource';
import { batches, lotReach, lotSources, lots } from '../../lots/tables';
import { amountOf, amountsAlike, appearance } from '../../products/resource';
import { products, productVariants } from '../../products/tables';
import { isSeen } from '../resource';
import { LotNames, RoomType } from '../schema';
import { inventoryItems, inventoryLots } from '../tables';
import { LotId } from './schema';

const l = alias(lots, 'l');
const b = alias(batches, 'b');
const i = alias(inventoryItems, 'i');
const x = alias(inventoryLots, 'x');
const s = alias(lotSources, 's');

/** SQL: the rows `x` and `i` of the lot that the viewer sees. */
const held = {
  from: sql`${inventoryLots} x join ${inventoryItems} i on i.id = x.inventory_item_id join ${productVariants} v on v.id = i.variant_id`,
  where: sql`x.lot_id = l.id and x.quantity > 0 and ${isSeen}`,
};

/** SQL: the units of the lot that the viewer has. */
const units = sql`coalesce((select sum(x.quantity) from ${held.from} where ${held.where}), 0)::int`;

const holding = resource(
  i,
  {
    inventory_id: id(i.id, 'Id of the inventory item', exampleId('02')),
    location_id: id(i.locationId, 'Id of the location', exampleId('07')),
    room_type: oneOf(RoomType)(i.roomType, undefined, 'vault'),
    quantity: count(x.quantity, 'Units of the lot on hand', 24),
    amount: amountOf(sql`x.quantity`, undefined, 24),
    unit: appearance.unit,
    step: appearance.step,
    reserved_quantity: count(x.reservedQuantity, 'Units of the lot that orders have reserved', 2),
  },
  { examples: undefined },
);
const source = resource(
  s,
  {
    ...lotNames,
    quantity: count(s.quantity, 'Units of the source that went into the lot'),
    ...amountsAlike(sql`s.quantity`),
  },
  { examples: undefined },
);

/** A lot as a business `e` sees it, where a member is limited to `e.locations`. */
export const lot = resource(
  l,
  {
    id: id(l.id, 'Id of the lot', exampleId('10')),
    batch: id(b.id, 'Id of the batch', exampleId('11')),
    batch_id: lotNames.batch_id,
    package_tag: text(l.packageTag, LotNames.package_tag.description, '1A4060300002F1D000000014'),
    expires_on: lotNames.expires_on,
    product_id: id(b.productId, 'Id of the product', exampleId('03')),
    product_name: text(sql`p.name`, 'Name of the product', 'Blue Dream'),
    variant_id: id(l.variantId, 'Id of the variant; null for any variant of the product', exampleId('04')),
    sku: text.orNull(
      sql`(select v.sku from ${productVariants} v where v.id = l.variant_id)`,
      'SKU of the variant; null for any variant',
      'BD-3.5',
    ),
    quantity: count(units, 'Units that your business has on hand', 24),
    ...amountsAlike(units, 24),
    holdings: many(holding, { ...held, order: sql`i.id` }, 'Where your units are'),
    sources: many(
      source,
      {
        // The lot is the outer `l`: that of the sources is joined after it.
        from: sql`(select * from ${lotSources} where lot_id = l.id and l.entity_id = e.id) s
          join ${lots} l on l.id = s.source_lot_id join ${batches} b on b.id = l.batch_id
          cross join lateral ${soldAsLot} v`,
        where: sql`true`,
        order: sql`b.batch_id, l.id`,
      },
      'Lots that it was made from',
      [],
    ),
    created_at: time(l.createdAt, 'When the lot was created'),
    updated_at: time(
      sql`greatest(b.updated_at, l.updated_at, l.created_at, z.updated_at)`,
      'When the lot or its batch last changed for you, apart from units on hand',
    ),
    external_ids: externalIdsOfReader('lot', sql`l.id`, sql`e.id`),
  },
  {
    joins: (
      viewer: Viewer,
    ) => sql`${viewing(viewer)} join ${batches} b on b.id = l.batch_id join ${products} p on p.id = b.product_id
      cross join lateral ${soldAsLot} v
      left join ${lotReach} z on z.lot_id = l.id and z.entity_id = e.id`,
    id: 'Lot',
  },
);
export const Lot = lot.schema;
export type LotView = ViewOf<typeof lot>;
export const LotList = walkOf(Lot);

export const LOT_READ_ONLY = readOnlyOf(lot, 'id', 'external_ids');
export const UpdateLot = z
  .strictObject({
    id: LotId.shape.id,
    external_ids: ExternalIdsChange.optional(),
    ...unchanged(LOT_READ_ONLY),
  })
  .meta({ examples: [{ external_ids: { metrc: '9001' } }] });
