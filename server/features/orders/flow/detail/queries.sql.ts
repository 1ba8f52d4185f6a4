import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/actor';
import type { TextRow } from '../../../../platform/db/resource';
import { ID, LIMITED } from '../../../../platform/db/samples';
import { mappedStatement } from '../../../../platform/db/statement';
import { sellerNotes } from '../../parts/tables';
import { visibleOrders } from '../../queries.sql';
import { order } from '../../resource';
import { linesShortOf } from '../../stock/recalled.sql';
import { orderItems } from '../../tables';

/** SQL: what a seller noted for itself about an order that it got. */
const notesFor = ({ entity }: Pick<Actor, 'entity'>): SQL =>
  sql`(select n.notes from ${sellerNotes} n where n.order_id = o.id and o.wholesaler_id = ${entity.id})`;

/** SQL: as JSON, what the lines of a seller's order lack since a recall. */
const shortFor = ({ entity }: Pick<Actor, 'entity'>): SQL =>
  sql`case when o.recall_id is not null and o.wholesaler_id = ${entity.id} then (
    select json_agg(json_build_object('item_id', s.item_id, 'missing', s.missing))::text
    from (${linesShortOf(sql`o.id`)}) s) end`;

/** SQL: as JSON, what a unit of each line had cost the seller of an order when it shipped (decision 926). */
const costsFor = ({ entity }: Pick<Actor, 'entity'>): SQL =>
  sql`case when o.wholesaler_id = ${entity.id} and o.status in ('shipped', 'delivered') then (
    select json_object_agg(x.id, x.unit_cost)::text from ${orderItems} x where x.order_id = o.id and x.unit_cost is not null) end`;

/** An order of the caller's as JSON text, with what it alone sees of it. */
export const readDetail = mappedStatement(
  [[ID, LIMITED]],
  (id: string, actor: Pick<Actor, 'entity'>) => sql<
    TextRow & { notes: string | null; short: string | null; costs: string | null }
  >`
    select ${order.text} as text, ${order.proven} as proven, ${notesFor(actor)} as notes,
      ${shortFor(actor)} as short, ${costsFor(actor)} as costs
    from ${order.from} ${order.joins(actor)} where o.id = ${id} and ${visibleOrders(actor)}`,
  ({ text, notes, short, costs, proven }): TextRow => {
    const more = [
      notes !== null && `"seller_notes":${JSON.stringify(notes)}`,
      short && `"short_items":${short}`,
    ];
    const added = more
      .filter(Boolean)
      .map((field) => `,${field}`)
      .join('');
    const whole = text === null ? null : `${text.slice(0, -1)}${added}}`;
    return { proven, text: whole && costs ? withCosts(whole, JSON.parse(costs)) : whole };
  },
);

/** @param costs of a unit by the id of its line */
function withCosts(text: string, costs: Record<string, number>): string {
  const order = JSON.parse(text) as { items: Array<{ id: string }> };
  const items = order.items.map((item) => ({ ...item, unit_cost: costs[item.id] }));
  return JSON.stringify({ ...order, items });
}
