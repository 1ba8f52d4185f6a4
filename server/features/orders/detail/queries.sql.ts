import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { type TextRow, viewOf } from '../../../platform/db/resource';
import { ID, LIMITED } from '../../../platform/db/samples';
import { mappedStatement } from '../../../platform/db/statement';
import { type OrderView, visibleOrders } from '../queries.sql';
import { order } from '../resource';
import { sellerNotes } from '../tables';
import type { OrderDetailView } from './schema';

/** SQL: what a seller noted for itself about an order that it got. */
const notesFor = ({ entity }: Pick<Actor, 'entity'>): SQL =>
  sql`(select n.notes from ${sellerNotes} n where n.order_id = o.id and o.wholesaler_id = ${entity.id})`;

/** An order of the caller's, with what it alone sees of it. */
export const readDetail = mappedStatement(
  [[ID, LIMITED]],
  (id: string, actor: Pick<Actor, 'entity'>) => sql<Pick<TextRow, 'text'> & { notes: string | null }>`
    select ${order.text} as text, ${notesFor(actor)} as notes from ${order.from} ${order.joins(actor)}
    where o.id = ${id} and ${visibleOrders(actor)}`,
  ({ text, notes }): OrderDetailView => ({
    ...viewOf<OrderView>({ text }),
    ...(notes !== null && { seller_notes: notes }),
  }),
);
