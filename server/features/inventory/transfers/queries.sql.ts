import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { allOf, iso, since, uuids } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER, TIME } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { readingsOf, type Walked, type WalkedList } from '../../../platform/db/walk';
import { products, productVariants } from '../../products/tables';
import { visibleItems } from '../queries.sql';
import { inventoryItems, inventoryMovements, inventoryTransfers } from '../tables';
import type { ListTransfers, TransferSummary } from './schema';

type Viewer = Pick<Actor, 'entity' | 'locationIds'>;

/** SQL: the transfers (alias `t`) that a member may read: all of the business, or those at one of their locations. */
function visibleTransfers({ entity, locationIds }: Viewer): SQL {
  const own = sql`t.entity_id = ${entity.id}`;
  return locationIds === null ? own : sql`${own} and t.location_ids && ${uuids(locationIds)}`;
}

/** SQL: the transfers from or to a location that a member may see: of another one they learn nothing. */
function at({ locationIds }: Viewer, locationId: string): SQL {
  if (locationIds !== null && !locationIds.includes(locationId)) return sql`false`;
  return sql`t.location_ids @> ${uuids([locationId])}`;
}

export const TRANSFERS: WalkedList<'created_at'> = {
  name: 'transfers',
  from: sql`${inventoryTransfers} t`,
  id: sql`t.id`,
  sorts: { created_at: sql`t.created_at` },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
};

export function transferConditions(viewer: Viewer, input: z.infer<typeof ListTransfers>): SQL {
  return allOf([
    visibleTransfers(viewer),
    input.location_id ? at(viewer, input.location_id) : undefined,
    since(sql`t.created_at`, input.updated_since),
  ]);
}

const FILTERS: z.infer<typeof ListTransfers> = { limit: 1, location_id: ID, updated_since: TIME };

type Row = Omit<z.infer<typeof TransferSummary>, 'actor'> & { actor_id: string; actor_name: string };

/** SQL: the distinct places of the changes that a condition chooses. */
const placesOf = (
  which: SQL,
) => sql`coalesce(json_agg(distinct jsonb_build_object('location_id', i.location_id,
  'room_type', i.room_type)) filter (where ${which}), '[]')`;

export const transfersFrom = statement(
  [OWNER, LIMITED].flatMap((viewer) =>
    readingsOf(TRANSFERS).map(({ page, order }): [SQL, SQL, Viewer] => [
      page(transferConditions(viewer, FILTERS)),
      order,
      viewer,
    ]),
  ),
  (page: SQL, order: SQL, viewer: Viewer) => {
    // A limited member may see only one end of it.
    const seen = sql`${inventoryMovements} m join ${inventoryItems} i on i.id = m.item_id
      where m.source_type = 'transfer' and m.source_id = t.id and ${visibleItems(viewer)}`;
    return sql<Row & Walked>`
      select page.walk_key, t.id, t.notes, t.actor_id, t.actor_name, sums.units, sums.variants, sums.departed as from,
        sums.entered as to, goods.first, ${iso(sql`t.created_at`)} as created_at, ${iso(sql`t.created_at`)} as updated_at
      from ${page} join ${inventoryTransfers} t on t.id = page.id
        cross join lateral (
          select greatest(sum(greatest(m.delta, 0)), sum(greatest(-m.delta, 0)))::float8 as units,
            count(distinct i.variant_id)::int as variants,
            ${placesOf(sql`m.delta < 0`)} as departed, ${placesOf(sql`m.delta > 0`)} as entered
          from ${seen}
        ) sums
        cross join lateral (
          select json_build_object('product_id', x.product_id, 'product_name', x.product_name, 'variant_id', x.variant_id,
            'sku', x.sku, 'variant_name', v.name, 'category', p.category, 'image', p.images[1]) as first
          from (select i.product_id, i.product_name, i.variant_id, i.sku from ${seen} order by m.position limit 1) x
            join ${productVariants} v on v.id = x.variant_id join ${products} p on p.id = x.product_id
        ) goods
      ${order}`;
  },
);
