import { z } from 'zod';
import { nextStatuses, OrderStatus } from '../../../features/orders/shapes/flow.schema';
import { invalidRequest, notFound } from '../../../kernel/errors';
import { CalendarDate, Id, Search, text } from '../../../kernel/params';
import { SIDES } from '../../../kernel/sides';
import type { Call } from '../call';
import { Cursor, counted, dollars, NextCursor, Rows, tool } from '../tool';

const Side = z
  .enum(SIDES)
  .meta({ description: '`buying` for what you ordered, `selling` for what was ordered from you' });

export const listOrders = tool({
  name: 'list_orders',
  title: 'Orders',
  description: 'Orders that you placed or received, newest first.',
  scope: 'mcp:read',
  permissions: ['read:orders'],
  input: z.strictObject({
    side: Side,
    status: OrderStatus.optional(),
    partner: Search.optional().meta({
      description: 'Part of the name of the other business, or of the order number',
    }),
    since: CalendarDate.optional().meta({ description: 'Placed on or after this day' }),
    cursor: Cursor,
  }),
  output: z.looseObject({ orders: Rows, next_cursor: NextCursor }),
  async run({ caller }, { side, status, partner, since, cursor }, rows) {
    const { data, pagination } = await caller.orders.summaries({
      ...{ side, status, search: partner, start_date: since, cursor, limit: rows },
    });
    return {
      sentence: `${counted(data.length, 'order')} on this page.`,
      content: {
        orders: data.map(({ wholesaler, retailer, short_number: _, by_weight: __, item_count, ...one }) => ({
          ...one,
          ...{ partner: side === 'buying' ? wholesaler : retailer, line_count: item_count },
        })),
        next_cursor: pagination.next_cursor,
      },
    };
  },
});

export const OrderName = {
  order_id: Id.optional().meta({ description: 'Id of the order; or send `order_number`' }),
  order_number: text(40).optional().meta({ description: 'Number of the order, such as ORD-20260102-7K3M9Q' }),
};

/** The id of an order that is named by either. @throws AppError NOT_FOUND, INVALID_REQUEST */
export async function orderIdOf(
  { caller }: Pick<Call, 'caller'>,
  { order_id, order_number }: { order_id?: string | undefined; order_number?: string | undefined },
): Promise<string> {
  if (order_id !== undefined) return order_id;
  if (order_number === undefined)
    throw invalidRequest([{ path: 'order_id', code: 'required', message: 'or order_number is required' }]);
  const { data } = await caller.orders.summaries({ search: order_number, limit: 5 });
  const named = data.find((one) => one.order_number.toLowerCase() === order_number.toLowerCase());
  if (!named) throw notFound();
  return named.id;
}

export const getOrder = tool({
  name: 'get_order',
  title: 'An order',
  description: 'An order with its lines and lots, its history, and what can be done with it next.',
  scope: 'mcp:read',
  permissions: ['read:orders'],
  input: z.strictObject(OrderName),
  output: z.looseObject({
    id: z.string(),
    status: z.string(),
    lines: Rows,
    history: Rows,
    next_steps: z.array(z.string()),
  }),
  async run(call, input, rows) {
    return readOrder(call, await orderIdOf(call, input), rows);
  },
});

/** An order as tools and resources show it. @throws AppError NOT_FOUND */
export async function readOrder({ ctx: { actor }, caller }: Call, id: string, rows: number) {
  const [order, history] = await Promise.all([
    caller.orders.get({ id }),
    caller.orders.history({ id, limit: rows }),
  ]);
  const side = order.wholesaler.id === actor.entity.id ? 'wholesaler' : 'retailer';
  const { items, tax_lines: _, receiving_location_id: __, ...rest } = order;
  return {
    sentence: `The order is ${order.status} and comes to ${dollars(order.total)} for ${counted(items.length, 'line')}.`,
    content: {
      ...rest,
      line_count: items.length,
      lines: items.slice(0, rows).map((line) => ({
        ...{ id: line.id, sku: line.sku, product_name: line.product_name, variant_name: line.variant_name },
        ...{
          quantity: line.quantity,
          requested_quantity: line.requested_quantity,
          unit_price: line.unit_price,
        },
        ...{
          shipped_quantity: line.shipped_quantity,
          received_quantity: line.received_quantity,
          total: line.total,
        },
        lots: line.lots.map(({ lot_id, batch_id, package_tag, expires_on, quantity, has_coa }) => ({
          ...{ lot_id, batch_id, package_tag, expires_on, quantity, has_coa },
        })),
      })),
      history: history.data.map(
        ({ action, from_status, to_status, summary: change, notes, actor: by, created_at }) => ({
          ...{ action, from_status, to_status, change, notes, actor_name: by.name, created_at },
        }),
      ),
      next_steps: nextStatuses(order.status, side),
    },
  };
}
