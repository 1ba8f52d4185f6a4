import { z } from 'zod';
import { DeliveryDate } from '../../../features/orders/schema';
import { OrderStatus } from '../../../features/orders/shapes/flow.schema';
import { Id, Note, text, wholeNumber } from '../../../kernel/params';
import { toAppError } from '../../../operation/failure';
import { counted, dollars } from '../tool';
import { planner } from './plan';

const MAX_LINES = 200;

export const planOrder = planner({
  name: 'plan_order',
  title: 'Plan an order',
  description:
    'What an order with a supplier would cost, with tax, and what falls short. `run_plan` places it.',
  permissions: ['create:orders'],
  input: z.strictObject({
    supplier_id: Id.meta({ description: 'The seller, one that you are connected with' }),
    lines: z
      .array(
        z.strictObject({
          sku: text(100).meta({ description: 'SKU of the seller' }),
          quantity: wholeNumber().min(1).max(1_000_000).meta({ description: 'Units' }),
        }),
      )
      .min(1, 'must have at least one line')
      .max(MAX_LINES, `must have at most ${MAX_LINES} lines`),
    delivery_date: DeliveryDate.optional().meta({ description: 'Requested day of delivery' }),
    notes: Note.optional().meta({ description: 'Note to the seller' }),
  }),
  async draft({ caller }, { supplier_id, lines, delivery_date, notes }) {
    const input = { wholesaler_id: supplier_id, items: lines, delivery_date, notes };
    const quote = await caller.orders.quote(input);
    const units = quote.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      summary: `Place an order of ${counted(quote.lines.length, 'line')}, ${counted(units, 'unit')}, ${dollars(quote.total)} in all.`,
      changes: [
        {
          object: { object_type: 'order', supplier_id },
          before: null,
          after: {
            ...{ subtotal: quote.subtotal, tax: quote.tax, total: quote.total, delivery_date, notes },
            lines: quote.lines.map((one) => ({
              ...{ sku: one.sku, product_name: one.product_name, quantity: one.quantity },
              ...{ unit_price: one.unit_price, total: one.total },
            })),
          },
        },
      ],
      warnings: [
        ...quote.problems.map(({ index, code, reason, message }) => ({
          code,
          rule: reason,
          line: index,
          message,
        })),
        ...quote.lines
          .filter((one) => one.available_quantity < one.quantity)
          .map((one) => ({
            code: 'shortfall',
            sku: one.sku,
            wanted: one.quantity,
            available: one.available_quantity,
          })),
      ],
      calls: [{ operation: 'orders.create', input: given(input) }],
    };
  },
});

const MAX_ORDERS = 20;

export const planOrderStep = planner({
  name: 'plan_order_step',
  title: 'Plan a step of orders',
  description:
    'What moving up to 20 orders to their next status would do: accept, prepare, ship, mark delivered or cancel. `run_plan` moves them.',
  permissions: ['update:orders', 'cancel:orders'],
  input: z.strictObject({
    order_ids: z.array(Id).min(1).max(MAX_ORDERS).meta({ description: 'Ids of the orders' }),
    step: OrderStatus.meta({ description: 'The next status' }),
    reason: Note.optional().meta({ description: 'Note for the history, shown to both parties' }),
  }),
  async draft({ caller }, { order_ids, step, reason }) {
    const ids = [...new Set(order_ids)];
    const orders = await Promise.all(ids.map((id) => caller.orders.get({ id })));
    const checks = await Promise.all(
      orders.map(({ id }) => checked(() => caller.orders.updateStatus({ id, status: step, dry_run: true }))),
    );
    const units = orders.reduce(
      (sum, { items }) => sum + items.reduce((all, { quantity }) => all + quantity, 0),
      0,
    );
    return {
      summary: `Move ${counted(ids.length, 'order')} with ${counted(units, 'unit')} to ${step}.`,
      changes: orders.map(({ id, order_number, status, total }) => ({
        object: { object_type: 'order', id, order_number, total },
        before: { status },
        after: { status: step, notes: reason },
      })),
      warnings: checks.flatMap((problem, at) => (problem ? [{ ...problem, order_id: ids[at] }] : [])),
      calls: orders.map(({ id, status }) => ({
        operation: 'orders.updateStatus',
        input: given({ id, status: step, expected_status: status, notes: reason }),
      })),
    };
  },
});

/** Without what was left out. */
export const given = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** What a call would be rejected for; null for nothing. @throws what is no rejection of the object */
async function checked(work: () => Promise<unknown>): Promise<Record<string, unknown> | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const failure = toAppError(error);
    if (failure.status !== 409) throw error;
    return { code: failure.code, rule: failure.details.reason, message: failure.message };
  }
}
