import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Id, listOf, walkOf } from '../../../kernel/params';
import { count, delta, exampleId, flag, id, object, oneOf, person, time } from '../../../platform/db/fields';
import { resource, type ViewOf } from '../../../platform/db/resource';
import { amountOf } from '../../products/resource';
import { products, productVariants } from '../../products/tables';
import { goods } from '../resource';
import { RoomType } from '../schema';
import { inventoryItems } from '../tables';
import { CountStatus } from './schema';
import { stockCountLines, stockCounts } from './tables';

const c = alias(stockCounts, 'c');
const i = alias(inventoryItems, 'i');

/** SQL: whether expected quantities of the count `c` are hidden. */
export const HIDDEN = sql`(c.blind and c.status = 'counting')`;
const lines = sql`from ${stockCountLines} l where l.count_id = c.id`;
const COUNTER = { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9c11', name: 'Dana Reyes' };
const STARTER = { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9c12', name: 'Sam Ortiz' };

export const stockCount = resource(
  c,
  {
    id: id(c.id, 'Id of the count', '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9c01'),
    location_id: id(c.locationId, 'Id of the location', exampleId('07')),
    room_type: oneOf(RoomType)(c.roomType, undefined, 'vault'),
    status: oneOf(CountStatus)(c.status),
    blind: flag(c.blind, 'Whether expected quantities are hidden until the review', true),
    assignee: object(
      person(sql`c.assignee_id`, sql`c.assignee_name`, COUNTER),
      'Who counts; null when any member may',
      sql`c.assignee_id is not null`,
    ),
    counted: count(sql`(select count(*)::int ${lines})`, 'Items counted so far', 12),
    different: count.orNull(
      sql`case when not ${HIDDEN} then (select count(*)::int ${lines} and l.counted <> l.expected) end`,
      'Counted items whose quantity differs; null while a blind count is under way',
    ),
    actor: object(person(sql`c.actor_id`, sql`c.actor_name`, STARTER), 'Who started it'),
    created_at: time(c.createdAt, 'When it was started'),
    finished_at: time(c.finishedAt, 'When it was applied or canceled; null until then'),
    updated_at: time(
      sql`greatest(c.created_at, c.updated_at, (select max(l.counted_at) ${lines}))`,
      'When it or an entry of it last changed',
      '2026-01-02T15:14:05.000Z',
    ),
  },
  { id: 'StockCount' },
);
export const StockCount = stockCount.schema;
export type CountView = ViewOf<typeof stockCount>;
export const StockCountList = walkOf(StockCount);

/** An item of the room of a count with what was counted of it; of the count that the viewer is the id of. */
export const countLine = resource(
  i,
  {
    inventory_id: id(i.id, 'Id of the inventory item'),
    ...goods,
    counted: count.orNull(sql`l.counted`, 'Units counted; null while the item is not counted'),
    counted_amount: amountOf.orNull(
      sql`l.counted`,
      '`counted` in `unit`; null while the item is not counted',
    ),
    expected_quantity: count.orNull(
      sql`case when not ${HIDDEN} then coalesce(l.expected, i.quantity) end`,
      'Units that the item had when it was counted, or has now; null while a blind count is under way',
    ),
    expected_amount: amountOf.orNull(
      sql`case when not ${HIDDEN} then coalesce(l.expected, i.quantity) end`,
      '`expected_quantity` in `unit`; null where that is null',
    ),
    difference: delta.orNull(
      sql`case when not ${HIDDEN} then l.counted - l.expected end`,
      '`counted` less `expected_quantity`; null while either is unknown',
    ),
    counted_by: object(
      person(sql`l.actor_id`, sql`l.actor_name`, COUNTER),
      'Who counted it last; null until then',
      sql`l.item_id is not null`,
    ),
    counted_at: time.orNull(sql`l.counted_at`, 'When it was counted last; null until then'),
  },
  {
    joins: (countId: string) => sql`join ${stockCounts} c on c.id = ${countId}
      left join ${stockCountLines} l on l.count_id = c.id and l.item_id = i.id
      join ${productVariants} v on v.id = i.variant_id join ${products} p on p.id = i.product_id`,
    id: 'StockCountLine',
    examples: undefined,
  },
);
export const CountLine = countLine.schema;
export type LineView = ViewOf<typeof countLine>;
export const CountLineList = listOf(CountLine);

export const CountEntries = z.object({
  entries: z
    .array(
      z.object({
        entry_id: Id.meta({ description: 'Id of the entry' }),
        inventory_id: Id.meta({ description: 'The item that was counted' }),
        duplicate: z.boolean().meta({ description: 'Whether it had been sent before, and changed nothing' }),
      }),
    )
    .meta({ description: 'In the order of the request, each id once' }),
  lines: z.array(CountLine).meta({ description: 'The current lines of the items that the entries are of' }),
});
export type EntriesView = z.infer<typeof CountEntries>;
