import { z } from 'zod';
import { Id, listOf, Paging, Timestamp } from '../../../kernel/params';
import { OrderStatus } from './flow.schema';

export const ActorFields = {
  id: Id.nullable().meta({ description: 'Id of the user; null for Tallyleaf itself' }),
  name: z.string().meta({ description: 'Name of the user' }),
  entity_id: Id.meta({ description: "Id of the user's entity" }),
};

const PathId = Id.meta({ description: 'Id of the order' });

/** What the timeline of an order records. */
export const ORDER_ACTIONS = [
  'created',
  'moved',
  'item_added',
  'item_changed',
  'item_removed',
  'po_number_changed',
  'edited',
  'receipt_filed',
  'receipt_corrected',
  'return_received',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

const Values = z.record(z.string(), z.string().nullable()).nullable();

export const OrderEntry = z
  .object({
    id: Id.meta({ description: 'Id of the entry' }),
    action: z.enum(ORDER_ACTIONS).meta({
      description:
        '`moved` is a change of status; the `item_` actions change a line; `edited` changes other fields; `po_number_changed` has the new number as summary; `receipt_filed` is a receipt of an order that was delivered already',
    }),
    from_status: OrderStatus.nullable().meta({
      description: 'Status before; null when the order was placed',
    }),
    to_status: OrderStatus.meta({ description: 'Status after; the same when a line changed' }),
    summary: z
      .string()
      .nullable()
      .meta({ description: 'The line and its change, or the units received, as text; null for others' }),
    notes: z.string().nullable().meta({ description: 'Note given with the change of status' }),
    before: Values.meta({ description: 'Fields that an edit changed, before it; null for others' }),
    after: Values.meta({ description: 'The same fields after it' }),
    actor: z.object(ActorFields).meta({ description: 'Who did it, of either party' }),
    created_at: Timestamp.meta({ description: 'When it happened' }),
  })
  .meta({ id: 'OrderHistoryEntry' });
export const OrderHistory = listOf(OrderEntry);
export const ListHistory = z.strictObject({ id: PathId, ...Paging });
