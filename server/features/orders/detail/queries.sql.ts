import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import type { TextRow } from '../../../platform/db/resource';
import { ID, LIMITED } from '../../../platform/db/samples';
import { mappedStatement } from '../../../platform/db/statement';
import { visibleOrders } from '../queries.sql';
import { order } from '../resource';
import { sellerNotes } from '../tables';

/** SQL: what a seller noted for itself about an order that it got. */
const notesFor = ({ entity }: Pick<Actor, 'entity'>): SQL =>
  sql`(select n.notes from ${sellerNotes} n where n.order_id = o.id and o.wholesaler_id = ${entity.id})`;

/** An order of the caller's as JSON text, with what it alone sees of it. */
export const readDetail = mappedStatement(
  [[ID, LIMITED]],
  (id: string, actor: Pick<Actor, 'entity'>) => sql<TextRow & { notes: string | null }>`
    select ${order.text} as text, ${order.proven} as proven, ${notesFor(actor)} as notes
    from ${order.from} ${order.joins(actor)} where o.id = ${id} and ${visibleOrders(actor)}`,
  ({ text, notes, proven }): TextRow => ({
    proven,
    text:
      text === null || notes === null
        ? text
        : `${text.slice(0, -1)},"seller_notes":${JSON.stringify(notes)}}`,
  }),
);
