import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Person, walkOf } from '../../../kernel/params';
import { count, id, object, oneOf, person, text, time } from '../../../platform/db/fields';
import { many, resource } from '../../../platform/db/resource';
import { type Viewer, viewing } from '../../lots/resource';
import { products, productVariants } from '../../products/tables';
import { goods, isSeen } from '../resource';
import { Place, RoomType } from '../schema';
import { inventoryItems, inventoryMovements, inventoryTransfers } from '../tables';
import { TransferRecord } from './schema';

const t = alias(inventoryTransfers, 't');
const i = alias(inventoryItems, 'i');

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
const ends = (which: SQL, description: string) =>
  many(
    end,
    {
      from: sql`(select distinct i.location_id, i.room_type from ${seen} and ${which}) i`,
      where: sql`true`,
      order: sql`i.room_type, i.location_id`,
    },
    description,
  );

/** A transfer in the list: how much it moved, and between which rooms. */
export const transferSummary = resource(
  t,
  {
    id: id(t.id, TransferRecord.shape.id.description),
    notes: text(t.notes, TransferRecord.shape.notes.description),
    actor: object(
      person(sql`t.actor_id`, sql`t.actor_name`, { id: null, name: 'Dana Reyes' }),
      Person.description ?? '',
    ),
    units: count(sql`sums.units`, 'Units that it moved'),
    variants: count(sql`sums.variants`, 'Number of variants that it moved'),
    first: object(goods, 'The first of these variants'),
    from: ends(sql`m.delta < 0`, 'Rooms that units left, within the locations of the member'),
    to: ends(sql`m.delta > 0`, 'Rooms that units entered, within the locations of the member'),
    created_at: time(t.createdAt, 'When the stock was moved'),
    updated_at: time(t.createdAt, 'Equals `created_at`: a transfer never changes'),
  },
  {
    joins: (viewer: Viewer) => sql`${viewing(viewer)}
      cross join lateral (
        select greatest(sum(greatest(m.delta, 0)), sum(greatest(-m.delta, 0)))::float8 as units,
          count(distinct i.variant_id)::int as variants
        from ${seen}
      ) sums
      cross join lateral (select i.* from ${seen} order by m.position limit 1) i
      join ${productVariants} v on v.id = i.variant_id join ${products} p on p.id = i.product_id`,
    id: 'TransferSummary',
    examples: undefined,
  },
);
export const TransferList = walkOf(transferSummary.schema);
