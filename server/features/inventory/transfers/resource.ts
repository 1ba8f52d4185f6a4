import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { walkOf } from '../../../kernel/params';
import { count, id, object, oneOf, text, time } from '../../../platform/db/fields';
import { many, resource } from '../../../platform/db/resource';
import { type Viewer, viewing } from '../../lots/resource';
import { amountOf } from '../../products/resource';
import { products, productVariants } from '../../products/tables';
import { actorOf, goods, isSeen, movement } from '../resource';
import { Place, RoomType } from '../schema';
import { inventoryItems, inventoryMovements, inventoryTransfers } from '../tables';

const t = alias(inventoryTransfers, 't');
const i = alias(inventoryItems, 'i');
const m = alias(inventoryMovements, 'm');

/** SQL: what the viewer sees of the transfer's changes: a limited member may see only one end of it. */
const seen = sql`${inventoryMovements} m join ${inventoryItems} i on i.id = m.item_id
  where m.source_type = 'transfer' and m.source_id = t.id and ${isSeen}`;
const end = resource(
  i,
  {
    location_id: id(i.locationId, Place.location_id.description),
    room_type: oneOf(RoomType)(i.roomType),
  },
  { examples: undefined },
);
/** SQL: the distinct places of the changes that a condition chooses, each as its room and location in one text. */
const placesOf = (which: SQL) =>
  sql`array_agg(distinct i.room_type || i.location_id) filter (where ${which})`;
const ends = (places: SQL, description: string) =>
  many(
    end,
    {
      from: sql`(select right(n, 36)::uuid as location_id, left(n, -36) as room_type from unnest(${places}) n) i`,
      where: sql`true`,
      order: sql`i.room_type, i.location_id`,
    },
    description,
  );

const head = {
  id: id(t.id, 'Id of the transfer'),
  notes: text(t.notes, 'Note given with the transfer'),
  actor: actorOf('t'),
};
const movedAt = time(t.createdAt, 'When the stock was moved');

/** A transfer in the list: how much it moved, and between which rooms. */
export const transferSummary = resource(
  t,
  {
    ...head,
    units: count(sql`sums.units`, 'Units that it moved'),
    amount: amountOf.orNull(
      sql`case when sums.variants = 1 then sums.units end`,
      '`units` in the unit of `first`; null where it moved several variants',
    ),
    variants: count(sql`sums.variants`, 'Number of variants that it moved'),
    first: object(goods, 'The first of these variants'),
    from: ends(sql`sums.departed`, 'Rooms that units left, within the locations of the member'),
    to: ends(sql`sums.entered`, 'Rooms that units entered, within the locations of the member'),
    created_at: movedAt,
    updated_at: time(t.createdAt, 'Equals `created_at`: a transfer never changes'),
  },
  {
    joins: (viewer: Viewer) => sql`${viewing(viewer)}
      cross join lateral (
        select greatest(sum(greatest(m.delta, 0)), sum(greatest(-m.delta, 0)))::float8 as units,
          count(distinct i.variant_id)::int as variants,
          ${placesOf(sql`m.delta < 0`)} as departed, ${placesOf(sql`m.delta > 0`)} as entered
        from ${seen}
      ) sums
      cross join lateral (select i.* from ${seen} order by m.position limit 1) i
      join ${productVariants} v on v.id = i.variant_id join ${products} p on p.id = i.product_id`,
    id: 'TransferSummary',
    examples: undefined,
  },
);
export const TransferList = walkOf(transferSummary.schema);

const { id: ofMovement, delta, amount, quantity_after, amount_after, lot_id } = movement.fields;
const change = resource(
  m,
  {
    ...goods,
    ...end.fields,
    id: ofMovement,
    inventory_id: id(m.itemId, 'Inventory item that changed'),
    delta,
    amount,
    quantity_after,
    amount_after,
    lot_id,
  },
  { examples: undefined },
);

/** A transfer and the ledger rows that it made, in the order in which they were written. */
export const transferRecord = resource(
  t,
  {
    ...head,
    created_at: movedAt,
    movements: many(
      change,
      {
        from: sql`(select m.* from ${seen}) m join ${inventoryItems} i on i.id = m.item_id
          join ${productVariants} v on v.id = i.variant_id join ${products} p on p.id = i.product_id`,
        where: sql`true`,
        order: sql`m.position`,
      },
      'Changes of balances, in the order in which they were made',
    ),
  },
  { joins: viewing, id: 'TransferRecord', examples: undefined },
);
export const TransferRecord = transferRecord.schema;
