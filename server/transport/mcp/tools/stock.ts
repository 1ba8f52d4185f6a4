import { z } from 'zod';
import { addDays, dateIn, startOfDay } from '../../../kernel/clock';
import { AppError, notFound } from '../../../kernel/errors';
import { Id, Search, text, wholeNumber } from '../../../kernel/params';
import type { Call } from '../call';
import { Cursor, counted, NextCursor, Rows, tool } from '../tool';

const Sku = text(100).meta({ description: 'SKU of the variant' });

export const getStock = tool({
  name: 'get_stock',
  title: 'Stock on hand',
  description:
    'Units of each variant by location and room: on hand, reserved, sellable, and whether it is low.',
  scope: 'mcp:read',
  permissions: ['read:inventory'],
  input: z.strictObject({
    search: Search.optional().meta({ description: 'Part of the product name or SKU' }),
    sku: Sku.optional(),
    location_id: Id.optional().meta({ description: 'Only this location' }),
    low_only: z.boolean().optional().meta({ description: 'true for what is low' }),
    cursor: Cursor,
  }),
  output: z.looseObject({ levels: Rows, next_cursor: NextCursor }),
  async run({ caller }, { search, sku, location_id, low_only, cursor }, rows) {
    const { data, pagination } = await caller.inventory.levels({
      ...{ search, sku, location_id, low_stock: low_only || undefined, cursor, limit: rows },
    });
    return {
      sentence: `${counted(data.length, 'stock level')} on this page.`,
      content: {
        levels: data.map(({ product, variant, location, rooms, ...level }) => ({
          ...{
            variant_id: variant.id,
            sku: variant.sku,
            product_name: product.name,
            variant_name: variant.name,
          },
          location,
          rooms: Object.entries(rooms)
            .filter(([, room]) => room.inventory_id !== null)
            .map(([room_type, { inventory_id, quantity, reserved }]) => ({
              ...{ room_type, inventory_id, quantity, reserved },
            })),
          ...{
            quantity: level.quantity,
            reserved: level.reserved_quantity,
            sellable: level.sellable_quantity,
          },
          ...{ blocked: level.blocked_quantity, low: level.low, low_below: level.low_stock_threshold },
          expires_on: level.expires_on,
        })),
        next_cursor: pagination.next_cursor,
      },
    };
  },
});

/** Movements that an explanation adds up; with more it says from when on it is complete. */
const MOST_MOVEMENTS = 2_000;
const PAGE = 500;

export const explainStock = tool({
  name: 'explain_stock',
  title: 'Explain a stock level',
  description:
    'Why a variant has as many units at a location as it has: opening, every movement of up to 90 days, closing, and sums by cause.',
  scope: 'mcp:read',
  permissions: ['read:inventory'],
  input: z.strictObject({
    sku: Sku,
    location_id: Id.meta({ description: 'The location' }),
    days: wholeNumber().min(1).max(90).default(30).meta({ description: 'How many days back' }),
  }),
  output: z.looseObject({ opening: z.number(), closing: z.number(), sums: Rows, movements: Rows }),
  async run(call, { sku, location_id, days }, rows) {
    const { data } = await call.caller.inventory.list({ sku, location_id, limit: PAGE });
    if (data.length === 0) throw notFound();
    if (new Set(data.map(({ variant_id }) => variant_id)).size > 1) {
      throw new AppError('CONFLICT', 'Several products have this SKU.', { reason: 'ambiguous_sku' });
    }
    const { timezone } = call.ctx.actor.entity;
    const since = startOfDay(timezone, addDays(dateIn(timezone), -days)).toISOString();
    const all = (await Promise.all(data.map((item) => movementsSince(call, item, since)))).flat();
    all.sort((a, b) => a.created_at.localeCompare(b.created_at));
    const closing = data.reduce((sum, { quantity }) => sum + quantity, 0);
    const change = all.reduce((sum, { delta }) => sum + delta, 0);
    const sums = new Map<string, number>();
    for (const { cause, delta } of all) sums.set(cause, (sums.get(cause) ?? 0) + delta);
    return {
      sentence: `${closing - change} units ${counted(days, 'day')} ago, ${closing} now, by ${counted(all.length, 'movement')}.`,
      content: {
        ...{ sku, location_id, days, since, opening: closing - change, closing },
        complete: all.length < MOST_MOVEMENTS,
        sums: [...sums].map(([cause, units]) => ({ cause, units })),
        movements: all.filter(({ delta }) => delta !== 0).slice(-rows),
      },
    };
  },
});

async function movementsSince({ caller }: Call, item: { id: string; room_type: string }, since: string) {
  const moved = [];
  for (let cursor: string | undefined; moved.length < MOST_MOVEMENTS; ) {
    const { data, pagination } = await caller.inventory.movements({ id: item.id, limit: PAGE, cursor });
    const within = data.filter(({ created_at }) => created_at >= since);
    moved.push(...within.map((one) => ({ ...one, room_type: item.room_type })));
    if (within.length < data.length || pagination.next_cursor === null) break;
    cursor = pagination.next_cursor;
  }
  return moved.map(({ created_at, delta, quantity_after, reason_code, source, notes, actor, room_type }) => ({
    ...{ created_at, room_type, delta, quantity_after, reason_code, cause: source.type },
    ...{
      number: source.number,
      party: source.party,
      order_id: source.order_id,
      notes,
      actor_name: actor.name,
    },
  }));
}
