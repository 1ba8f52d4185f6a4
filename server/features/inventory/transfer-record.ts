import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import { iso } from '../../platform/db/listing';
import { pipelined } from '../../platform/db/pipelined';
import { visibleItems } from './queries';
import type { TransferRecord } from './transfers/schema';

type TransferView = z.infer<typeof TransferRecord>;
type Row = Omit<TransferView, 'actor' | 'movements'> & { actor_id: string; actor_name: string };

/**
 * A transfer as the ledger tells it: one movement per balance that it changed. A member who is limited to locations sees
 * the movements there, and no transfer that touched none of them.
 * @throws AppError NOT_FOUND
 */
export async function getTransfer({ db, actor }: ReadContext, id: string): Promise<TransferView> {
  const [[transfer], movements] = await pipelined([
    db.execute<Row & { [column: string]: unknown }>(sql`
      select t.id, t.notes, t.actor_id, t.actor_name, ${iso(sql`t.created_at`)} as created_at
      from inventory_transfers t where t.id = ${id} and t.entity_id = ${actor.entity.id}`),
    db.execute<TransferView['movements'][number] & { [column: string]: unknown }>(sql`
      select m.id, m.item_id as inventory_id, i.product_id, i.product_name, i.variant_id, i.sku, i.location_id,
        i.room_type, m.delta, m.quantity_after
      from inventory_movements m join inventory_items i on i.id = m.item_id
      where m.source_type = 'transfer' and m.source_id = ${id} and ${visibleItems(actor)} order by m.position`),
  ]);
  if (!transfer || movements.length === 0) throw notFound();
  const { actor_id, actor_name, notes, created_at } = transfer;
  return { id, notes, actor: { id: actor_id, name: actor_name }, created_at, movements: [...movements] };
}
