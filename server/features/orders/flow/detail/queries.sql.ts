import { eq, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/actor';
import type { Db } from '../../../../platform/db/client';
import type { TextRow } from '../../../../platform/db/resource';
import { ID, LIMITED } from '../../../../platform/db/samples';
import { statement } from '../../../../platform/db/statement';
import { sellerNotes } from '../../parts/tables';
import { visibleOrders } from '../../queries.sql';
import { order } from '../../resource';
import { orderItems } from '../../tables';

/** SQL: as JSON, what a seller noted for itself about an order that it got. */
const notesFor = ({ entity }: Pick<Actor, 'entity'>): SQL =>
  sql`(select json_build_object('seller_notes', n.notes)::text from ${sellerNotes} n
    where n.order_id = o.id and o.wholesaler_id = ${entity.id})`;

/** Stores the seller's notes about an order; null removes them. */
export async function storeNotes(db: Db, orderId: string, notes: string | null): Promise<void> {
  if (notes === null) await db.delete(sellerNotes).where(eq(sellerNotes.orderId, orderId));
  else
    await db
      .insert(sellerNotes)
      .values({ orderId, notes })
      .onConflictDoUpdate({ target: sellerNotes.orderId, set: { notes } });
}

/** SQL: as JSON, what a unit of each line had cost the seller of an order when it shipped (decision 926). */
const costsFor = ({ entity }: Pick<Actor, 'entity'>): SQL =>
  sql`case when o.wholesaler_id = ${entity.id} and o.status in ('shipped', 'delivered') then (
    select json_object_agg(x.id, x.unit_cost)::text from ${orderItems} x where x.order_id = o.id and x.unit_cost is not null) end`;

export interface DetailRow extends TextRow {
  /** JSON of what the seller noted for itself; null for the buyer, and without any. */
  notes: string | null;
  costs: string | null;
  /** Whether a recall took units from it, and the reader sells it: its lines may lack some. */
  isShort: boolean;
}

/** An order of the caller's as JSON text, with what it alone sees of it. */
export const readDetail = statement(
  [[ID, LIMITED]],
  (id: string, actor: Pick<Actor, 'entity'>) => sql<DetailRow>`
    select ${order.text} as text, ${order.proven} as proven, ${notesFor(actor)} as notes, ${costsFor(actor)} as costs,
      o.recall_id is not null and o.wholesaler_id = ${actor.entity.id} as "isShort"
    from ${order.from} ${order.joins(actor)} where o.id = ${id} and ${visibleOrders(actor)}`,
);
