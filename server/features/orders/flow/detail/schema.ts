import { z } from 'zod';
import { Count, Id } from '../../../../kernel/params';
import { Order } from '../../resource';
import { APART } from '../../shapes/edited.schema';

const { items } = Order.shape;
const Line = items.element
  .extend({
    unit_cost: z.number().min(0).optional().meta({
      description:
        'What a unit of the amount had cost the seller when it shipped, in US dollars with up to four decimals; absent for the buyer, before, and where it is not known',
    }),
  })
  .meta({ id: 'OrderDetailItem' });

const Notes = z.string().optional().meta({
  description: "The seller's notes, which only the seller sees; absent without any, and for the buyer",
});
const fieldsOf = <Name extends string, Schema>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;

/** An order as one of its parties reads it alone: lists, events and the other party have nothing of what is added here. */
export const OrderDetail = Order.extend({
  items: z.array(Line).meta(items.meta() ?? {}),
  ...fieldsOf(APART, Notes),
  short_items: z
    .array(
      z.object({
        item_id: Id.meta({ description: 'Id of the line' }),
        missing: Count.meta({ description: 'Units of the line for which nothing is reserved' }),
      }),
    )
    .optional()
    .meta({
      description:
        'Lines that lack units which a recall took, for the seller of an order with `recall`; else absent',
    }),
}).meta({ id: 'OrderDetail' });

export type OrderDetailView = z.infer<typeof OrderDetail>;
