import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { allOf } from '../../../platform/db/listing';
import { isLimitedTo, openWalk } from '../../../platform/db/walk';
import { batches } from '../../lots/tables';
import { visibleItems } from '../queries.sql';
import { inventoryItems, inventoryLots } from '../tables';
import { countAllLots, countLots, LOTS, type LotView, lotsSince, readLot, readLots } from './queries.sql';
import type { ListLots, LotList } from './schema';

/** Lots that a member sees, newest first. */
export async function listLots(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListLots>,
): Promise<z.infer<typeof LotList>> {
  const { batch, batch_id, package_tag, location_id, updated_since } = input;
  const where = allOf([
    sql`z.entity_id = ${actor.entity.id}`,
    batch ? sql`l.batch_id = ${batch}` : undefined,
    batch_id
      ? sql`l.batch_id in (select b.id from ${batches} b where b.number_key = batch_number_key(${batch_id}))`
      : undefined,
    package_tag ? sql`l.package_tag = ${package_tag}` : undefined,
    location_id
      ? sql`l.id in (select x.lot_id from ${inventoryItems} i join ${inventoryLots} x on x.inventory_item_id = i.id
          where i.location_id = ${location_id} and ${visibleItems(actor)} and x.quantity > 0)`
      : undefined,
    updated_since ? lotsSince(actor, updated_since) : undefined,
  ]);
  const count = async () => {
    const isWhole = isLimitedTo(input, []);
    const [row] = await (isWhole ? countAllLots(db, actor.entity.id) : countLots(db, where));
    return row?.total ?? 0;
  };
  const walk = await openWalk(db, LOTS, actor.entity.id, input);
  return walk.read(where, (page) => readLots(db, actor, page), count);
}

/** @throws AppError NOT_FOUND */
export async function getLot({ db, actor }: ReadContext, id: string): Promise<LotView> {
  const [lot] = await readLot(db, actor, id);
  if (!lot) throw notFound();
  return lot;
}
