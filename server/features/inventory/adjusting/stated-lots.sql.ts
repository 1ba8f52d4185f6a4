import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { isAmong, uuids } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { blockReason, visibleLots } from '../../lots/queries.sql';
import { batches, lots } from '../../lots/tables';
import type { BlockReason } from '../allocation.sql';
import { visibleItems } from '../queries.sql';
import { inventoryItems } from '../tables';

export const lockBatchesOfLots = statement(
  [[[ID]]],
  (lotIds: readonly string[]) => sql<{ id: string }>`
    select b.id from ${batches} b where b.id in (select l.batch_id from ${lots} l where ${isAmong(sql`l.id`, lotIds)})
    order by b.id for share`,
);

/** Of the pairs, those that the caller sees and that fit: the lot is of the item's product and variant. */
export const lotsOfStatedItems = statement(
  [
    [OWNER, [ID], [ID]],
    [LIMITED, [ID], [ID]],
  ],
  (
    actor: Pick<Actor, 'entity' | 'locationIds'>,
    itemIds: readonly string[],
    lotIds: readonly string[],
  ) => sql<{ id: string; lot_id: string; batch_id: string; blocked: BlockReason | null }>`
    select i.id, l.id as lot_id, b.batch_id, ${blockReason()} as blocked
    from unnest(${uuids(itemIds)}, ${uuids(lotIds)}) as s (item_id, lot_id)
      join ${inventoryItems} i on i.id = s.item_id join ${entities} e on e.id = i.entity_id
      join ${lots} l on l.id = s.lot_id and (l.variant_id is null or l.variant_id = i.variant_id)
      join ${batches} b on b.id = l.batch_id and b.product_id = i.product_id
    where ${visibleItems(actor)} and ${visibleLots(actor)}`,
);
