import { z } from 'zod';
import { REASON_CODES, RoomType } from '../../../features/inventory/schema';
import { AppError, invalidRequest, notFound } from '../../../kernel/errors';
import { Id, Note, text, wholeNumber } from '../../../kernel/params';
import type { Call } from '../call';
import { counted } from '../tool';
import { BatchName, batchOf } from '../tools/batches';
import { given } from './orders';
import { planner } from './plan';

const MAX_LINES = 100;
const Lines = <S extends z.ZodObject>(line: S) =>
  z.array(line).min(1, 'must have at least one line').max(MAX_LINES, `must have at most ${MAX_LINES} lines`);
const Sku = text(100).meta({ description: 'SKU of the variant' });
const PackageTag = text(100).optional().meta({ description: 'Tag of the package whose units these are' });
const Units = wholeNumber().min(1).max(1_000_000).meta({ description: 'Units' });

/** Where a line takes units from, or adds them to. */
interface Place {
  sku: string;
  location_id: string;
  room_type: string;
  package_tag?: string | undefined;
}

/** The inventory item and lot of a line. @throws AppError NOT_FOUND, CONFLICT `ambiguous_sku`, INVALID_REQUEST */
async function itemOf({ caller }: Call, { sku, location_id, room_type, package_tag }: Place, path: string) {
  const { data } = await caller.inventory.list({
    sku,
    location_id,
    room_type: room_type as z.infer<typeof RoomType>,
    limit: 2,
  });
  const [item, another] = data;
  if (!item) throw notFound();
  if (another) throw new AppError('CONFLICT', 'Several products have this SKU.', { reason: 'ambiguous_sku' });
  if (package_tag === undefined) return { item, lot_id: undefined };
  const lot = item.lots.find((one) => one.package_tag === package_tag);
  if (lot) return { item, lot_id: lot.lot_id };
  const known = await caller.lots.list({ package_tag, limit: 1 });
  const lot_id = known.data.find(({ product_id }) => product_id === item.product_id)?.id;
  if (lot_id !== undefined) return { item, lot_id };
  throw invalidRequest([
    { path: `${path}.package_tag`, code: 'not_found', message: 'is no package of this product' },
  ]);
}

export const planAdjustment = planner({
  name: 'plan_adjustment',
  title: 'Plan an adjustment of stock',
  description:
    'What adding or removing units would leave: all lines or none. `run_plan` records it with its reason.',
  permissions: ['update:inventory'],
  input: z.strictObject({
    lines: Lines(
      z.strictObject({
        sku: Sku,
        location_id: Id.meta({ description: 'Your location' }),
        room_type: RoomType,
        change: wholeNumber()
          .min(-1_000_000)
          .max(1_000_000)
          .meta({ description: 'Units to add, or to remove when negative' }),
        package_tag: PackageTag,
      }),
    ),
    reason_code: z.enum(REASON_CODES).meta({ description: 'Why the units changed' }),
    notes: Note.meta({ description: 'What happened, for the record' }),
  }),
  async draft(call, { lines, reason_code, notes }) {
    const found = await Promise.all(lines.map((line, i) => itemOf(call, line, `lines[${i}]`)));
    const total = lines.reduce((sum, { change }) => sum + change, 0);
    const rows = lines.map((line, i) => ({ ...line, ...(found[i] as (typeof found)[number]) }));
    const short = rows.filter(({ item, change }) => item.quantity + change < item.reserved_quantity);
    return {
      summary: `Adjust ${counted(lines.length, 'row')} of stock by ${total > 0 ? '+' : ''}${total} units in all.`,
      changes: rows.map(({ item, sku, location_id, room_type, change, package_tag }) => ({
        object: {
          object_type: 'inventory_item',
          id: item.id,
          sku,
          location_id,
          room_type,
          package_tag,
          product_name: item.product_name,
        },
        before: { quantity: item.quantity, reserved: item.reserved_quantity },
        after: { quantity: item.quantity + change, reason_code, notes },
      })),
      warnings: short.map(({ sku, item }) => ({
        code: 'shortfall',
        sku,
        quantity: item.quantity,
        reserved: item.reserved_quantity,
      })),
      calls: [
        {
          operation: 'inventory.bulkUpdate',
          input: {
            updates: rows.map(({ item, change, lot_id }) =>
              given({
                id: item.id,
                quantity_change: change,
                lot_id,
                reason_code,
                notes,
                expected_quantity: item.quantity,
              }),
            ),
          },
        },
      ],
    };
  },
});

export const planTransfer = planner({
  name: 'plan_transfer',
  title: 'Plan a transfer of stock',
  description:
    'What moving units between your rooms and locations would leave: all lines or none. `run_plan` moves them.',
  permissions: ['update:inventory'],
  input: z.strictObject({
    lines: Lines(
      z.strictObject({
        sku: Sku,
        from_location_id: Id.meta({ description: 'Your location that has the units' }),
        from_room_type: RoomType,
        to_location_id: Id.meta({ description: 'Your location that gets them' }),
        to_room_type: RoomType,
        quantity: Units,
        package_tag: PackageTag,
      }),
    ),
    notes: Note.optional().meta({ description: 'Required when stock leaves quarantine' }),
  }),
  async draft(call, { lines, notes }) {
    const rows = await Promise.all(
      lines.map(async (line, i) => {
        const from = { ...line, location_id: line.from_location_id, room_type: line.from_room_type };
        return { ...line, ...(await itemOf(call, from, `lines[${i}]`)) };
      }),
    );
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      summary: `Move ${counted(units, 'unit')} in ${counted(lines.length, 'line')}.`,
      changes: rows.map(({ item, lot_id: _, ...line }) => ({
        object: {
          ...{ object_type: 'inventory_item', id: item.id, sku: line.sku, package_tag: line.package_tag },
          ...{
            location_id: line.from_location_id,
            room_type: line.from_room_type,
            product_name: item.product_name,
          },
        },
        before: { quantity: item.quantity, available: item.available_quantity },
        after: {
          ...{ quantity: item.quantity - line.quantity, moved: line.quantity, notes },
          ...{ to_location_id: line.to_location_id, to_room_type: line.to_room_type },
        },
      })),
      warnings: rows
        .filter(({ item, quantity }) => item.available_quantity < quantity)
        .map(({ sku, item, quantity }) => ({
          code: 'shortfall',
          sku,
          wanted: quantity,
          available: item.available_quantity,
        })),
      calls: [
        {
          operation: 'inventory.transfer',
          input: given({
            notes,
            lines: rows.map(({ item, to_location_id, to_room_type, quantity, lot_id }) =>
              given({ inventory_id: item.id, to_location_id, to_room_type, quantity, lot_id }),
            ),
          }),
        },
      ],
    };
  },
});

export const planHold = planner({
  name: 'plan_hold',
  title: 'Plan a hold of a batch',
  description:
    'What holding or releasing a batch would touch: units on hand and open orders. `run_plan` does it.',
  permissions: ['update:inventory'],
  input: z.strictObject({
    batch_id: BatchName.batch_id.unwrap().meta({ description: 'Id of the batch, or its number as printed' }),
    action: z.enum(['hold', 'release']).meta({ description: 'What to do' }),
    reason: text(1000).optional().meta({ description: 'Why; required for a hold' }),
  }),
  async draft(call, { batch_id, action, reason }) {
    if (action === 'hold' && reason === undefined)
      throw invalidRequest([{ path: 'reason', code: 'required', message: 'is required for a hold' }]);
    const id = await batchOf(call, { batch_id });
    const [batch, trace] = await Promise.all([
      call.caller.batches.get({ id }),
      call.caller.batches.trace({ id, limit: 500 }),
    ]);
    const touched = new Set(
      trace.data.filter(({ state }) => state === 'reserved').map((one) => one.reference_id),
    );
    const orders = [...touched].filter((one) => one !== null);
    const verb = action === 'hold' ? 'Put a batch on hold' : 'Release a batch from hold';
    return {
      summary: `${verb}: ${counted(batch.quantity, 'unit')} on hand, ${counted(orders.length, 'open order')}.`,
      changes: [
        {
          object: { object_type: 'batch', id, batch_id: batch.batch_id, product_name: batch.product_name },
          before: { held: batch.held, hold_reason: batch.hold_reason, quantity: batch.quantity },
          after: action === 'hold' ? { held: 'self_or_owner', hold_reason: reason } : { held: null },
        },
      ],
      warnings: orders.map((order_id) => ({ code: 'order_touched', order_id })),
      calls: [
        action === 'hold'
          ? { operation: 'batches.hold', input: { id, reason } }
          : { operation: 'batches.release', input: { id } },
      ],
    };
  },
});
