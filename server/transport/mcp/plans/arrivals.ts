import { z } from 'zod';
import { RoomType } from '../../../features/inventory/schema';
import { BatchNumber } from '../../../features/lots/schema';
import { invalidRequest } from '../../../kernel/errors';
import { CalendarDate, Id, Note, Price, text, wholeNumber } from '../../../kernel/params';
import { counted, dollars } from '../tool';
import { given } from './orders';
import { planner } from './plan';

const MAX_LINES = 100;

export const planGoodsReceipt = planner({
  name: 'plan_goods_receipt',
  title: 'Plan a goods receipt',
  description:
    'What taking in goods that no order brings would do, with what seems wrong. `run_plan` takes them in.',
  permissions: ['update:inventory'],
  input: z.strictObject({
    location_id: Id.meta({ description: 'Your location that takes the goods' }),
    supplier_id: Id.optional().meta({ description: 'A connected business that delivered' }),
    supplier_name: text(200).optional().meta({ description: 'Who delivered, in place of `supplier_id`' }),
    reference: text(100).optional().meta({ description: "The supplier's own number of the delivery" }),
    received_on: CalendarDate.optional().meta({ description: 'Day on which they came; today when absent' }),
    notes: Note.optional(),
    lines: z
      .array(
        z.strictObject({
          sku: text(100).meta({ description: 'SKU of the variant' }),
          quantity: wholeNumber().min(1).max(1_000_000).meta({ description: 'Units that came' }),
          unit_cost: Price.optional().meta({ description: 'US dollars per unit' }),
          batch_id: BatchNumber.optional(),
          expires_on: CalendarDate.optional().meta({ description: 'Last day on which units can be sold' }),
          package_tag: text(100).optional().meta({ description: 'Tag of the package' }),
          room_type: RoomType.optional(),
        }),
      )
      .min(1, 'must have at least one line')
      .max(MAX_LINES, `must have at most ${MAX_LINES} lines`),
  }),
  async draft({ caller }, { supplier_name, ...rest }) {
    const supplier = supplier_name === undefined ? undefined : { name: supplier_name };
    const input = { ...rest, supplier };
    const tried = await caller.goodsReceipts.create({ ...input, dry_run: true });
    const units = rest.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      summary: `Take in ${counted(units, 'unit')} in ${counted(rest.lines.length, 'line')}.`,
      changes: [
        {
          object: { object_type: 'goods_receipt', location_id: rest.location_id },
          before: null,
          after: {
            supplier,
            reference: rest.reference,
            received_on: rest.received_on,
            notes: rest.notes,
            lines: rest.lines,
          },
        },
      ],
      warnings: tried.notices.map(({ path, code, value }) => ({ code, field: path, value })),
      calls: [{ operation: 'goodsReceipts.create', input: given(input) }],
    };
  },
});

export const planRequest = planner({
  name: 'plan_request',
  title: 'Plan a response to a request',
  description:
    'What accepting a request from a menu for a customer, or declining it, would do. `run_plan` does it.',
  permissions: ['create:orders', 'update:orders'],
  input: z.strictObject({
    request_id: Id.meta({ description: 'Id of the request' }),
    action: z.enum(['accept', 'decline']).meta({ description: 'What to do' }),
    customer_id: Id.optional().meta({ description: 'With `accept`: your customer that the order is of' }),
    reason: text(300).optional().meta({ description: 'With `decline`: why, mailed to the asker' }),
  }),
  async draft({ caller }, { request_id: id, action, customer_id, reason }) {
    const request = await caller.orderRequests.get({ id });
    const customer = customer_id ?? request.customer_id ?? undefined;
    if (action === 'accept' && customer === undefined)
      throw invalidRequest([
        { path: 'customer_id', code: 'required', message: 'is required for a request of everybody’s link' },
      ]);
    const verb = action === 'accept' ? 'Accept' : 'Decline';
    return {
      summary: `${verb} a request of ${counted(request.lines.length, 'line')}, ${dollars(request.subtotal)} before tax.`,
      changes: [
        {
          object: { object_type: 'order_request', id, business_name: request.business?.name ?? null },
          before: { status: request.status, subtotal: request.subtotal },
          after: {
            status: action === 'accept' ? 'ordered' : 'declined',
            customer_id: customer,
            message: reason,
          },
        },
      ],
      warnings: [],
      calls: [
        action === 'accept'
          ? { operation: 'orderRequests.accept', input: given({ id, customer_id: customer }) }
          : { operation: 'orderRequests.decline', input: given({ id, reason }) },
      ],
    };
  },
});
