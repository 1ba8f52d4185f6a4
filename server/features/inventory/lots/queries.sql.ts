import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { instant, iso } from '../../../platform/db/listing';
import { ID, LATE, LIMITED, OWNER, TIME } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { readingsOf, type Walked, type WalkedList } from '../../../platform/db/walk';
import { isRecent, visibleLots } from '../../lots/queries.sql';
import { batches, lotReach, lotSources, lots } from '../../lots/tables';
import { products, productVariants } from '../../products/tables';
import { visibleItems } from '../queries.sql';
import { inventoryItems, inventoryLots } from '../tables';
import type { Lot } from './schema';

export type LotView = z.infer<typeof Lot>;

type Viewer = Pick<Actor, 'entity' | 'locationIds'>;

/** SQL: lots as a member sees them, from `l`, its batch `b` and its product `p`. */
function lotColumns(actor: Viewer): SQL {
  const held = sql`${inventoryLots} x join ${inventoryItems} i on i.id = x.inventory_item_id
    where x.lot_id = l.id and x.quantity > 0 and ${visibleItems(actor)}`;
  return sql`l.id, b.id as batch, b.batch_id, l.package_tag, b.expires_on::text as expires_on, b.product_id,
    p.name as product_name, l.variant_id, (select v.sku from ${productVariants} v where v.id = l.variant_id) as sku, coalesce((select sum(x.quantity) from ${held}), 0)::int as quantity,
    coalesce((select json_agg(json_build_object('inventory_id', i.id, 'location_id', i.location_id,
        'room_type', i.room_type, 'quantity', x.quantity, 'reserved_quantity', x.reserved_quantity) order by i.id)
      from ${held}), '[]') as holdings,
    coalesce((select json_agg(json_build_object('lot_id', y.id, 'batch_id', z.batch_id, 'package_tag', y.package_tag,
        'expires_on', z.expires_on, 'quantity', s.quantity) order by z.batch_id, y.id)
      from ${lotSources} s join ${lots} y on y.id = s.source_lot_id join ${batches} z on z.id = y.batch_id
      where s.lot_id = l.id and l.entity_id = ${actor.entity.id}), '[]') as sources,
    ${iso(sql`l.created_at`)} as created_at,
    ${iso(sql`greatest(b.updated_at, l.updated_at, l.created_at, y.updated_at)`)} as updated_at`;
}
/** SQL: what a lot is of, and when the entity came to read it. */
const named = ({
  entity,
}: Viewer) => sql`join ${batches} b on b.id = l.batch_id join ${products} p on p.id = b.product_id
  left join ${lotReach} y on y.lot_id = l.id and y.entity_id = ${entity.id}`;

/** SQL: the lots `z` that changed at or after an instant, with their batch, or that a business came to read. */
export function lotsSince({ entity }: Viewer, moment: string): SQL {
  const since = instant(moment);
  if (!isRecent(moment)) {
    return sql`(z.updated_at >= ${since} or l.updated_at >= ${since}
      or exists (select from ${batches} c where c.id = l.batch_id and c.updated_at >= ${since}))`;
  }
  return sql`z.id = any(array(
    select x.lot_id from ${lotReach} x where x.entity_id = ${entity.id} and x.updated_at >= ${since}
    union all select x.id from ${lots} x where x.updated_at >= ${since}
    union all select x.id from ${batches} c join ${lots} x on x.batch_id = c.id where c.updated_at >= ${since}))`;
}

/** What a member may read, as rows `z`, with the lots as `l`. */
export const LOTS: WalkedList<'created_at'> = {
  name: 'lots',
  from: sql`(select entity_id, lot_id as id, created_at, updated_at from ${lotReach}) z join ${lots} l on l.id = z.id`,
  id: sql`z.id`,
  sorts: { created_at: sql`z.created_at` },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
};

export const readLots = statement(
  readingsOf(LOTS).flatMap(
    ({ page }): Array<[Viewer, SQL]> => [
      [OWNER, page(sql`z.entity_id = ${ID} and ${lotsSince(OWNER, TIME)}`)],
      [LIMITED, page(sql`z.entity_id = ${ID} and ${lotsSince(LIMITED, LATE)}`)],
    ],
  ),
  (actor: Viewer, page: SQL) => sql<LotView & Walked>`
    select page.walk_key, ${lotColumns(actor)} from ${page} join ${lots} l on l.id = page.id ${named(actor)}
    order by l.created_at desc, l.id`,
);

export const countLots = statement(
  [[sql`z.entity_id = ${ID}`]],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from ${LOTS.from} where ${where}`,
);

export const countAllLots = statement(
  [[ID]],
  (entityId: string) =>
    sql<{ total: number }>`select count(*)::int as total from ${lotReach} where entity_id = ${entityId}`,
);

export const readLot = statement(
  [
    [OWNER, ID],
    [LIMITED, ID],
  ],
  (actor: Viewer, id: string) => sql<LotView>`
    select ${lotColumns(actor)} from ${lots} l ${named(actor)} where l.id = ${id} and ${visibleLots(actor)}`,
);
