import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import type { TextRow } from '../../../platform/db/resource';
import { ID, LIMITED } from '../../../platform/db/samples';
import { mappedStatement } from '../../../platform/db/statement';
import { visibleOrders } from '../queries.sql';
import { linesShortOf } from '../recalled.sql';
import { order } from '../resource';
import { sellerNotes } from '../tables';

/** SQL: what a seller noted for itself about an order that it got. */
const notesFor = ({ entity }: Pick<Actor, 'entity'>): SQL =>
  sql`(select n.notes from ${sellerNotes} n where n.order_id = o.id and o.wholesaler_id = ${entity.id})`;

/** SQL: as JSON, what the lines of a seller's order lack since a recall. */
const shortFor = ({ entity }: Pick<Actor, 'entity'>): SQL =>
  sql`case when o.recall_id is not null and o.wholesaler_id = ${entity.id} then (
    select json_agg(json_build_object('item_id', s.item_id, 'missing', s.missing))::text
    from (${linesShortOf(sql`o.id`)}) s) end`;

/** An order of the caller's as JSON text, with what it alone sees of it. */
export const readDetail = mappedStatement(
  [[ID, LIMITED]],
  (id: string, actor: Pick<Actor, 'entity'>) => sql<TextRow & { notes: string | null; short: string | null }>`
    select ${order.text} as text, ${order.proven} as proven, ${notesFor(actor)} as notes,
      ${shortFor(actor)} as short
    from ${order.from} ${order.joins(actor)} where o.id = ${id} and ${visibleOrders(actor)}`,
  ({ text, notes, short, proven }): TextRow => {
    const more = [
      notes !== null && `"seller_notes":${JSON.stringify(notes)}`,
      short && `"short_items":${short}`,
    ];
    const added = more
      .filter(Boolean)
      .map((field) => `,${field}`)
      .join('');
    return { proven, text: text === null ? null : `${text.slice(0, -1)}${added}}` };
  },
);
