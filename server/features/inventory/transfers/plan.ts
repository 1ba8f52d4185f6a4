import type { z } from 'zod';
import { stepsIn } from '../../../kernel/amounts';
import { AppError, type FieldError, invalidRequest } from '../../../kernel/errors';
import type { StockRow } from '../allocation.sql';
import type { ArrivalCost } from '../ledger/ledger.sql';
import type { ItemRow } from '../queries.sql';
import { MAX_QUANTITY, type RoomType } from '../schema';
import type { TransferStock } from './schema';

type SentLine = z.infer<typeof TransferStock>['lines'][number];
/** A line in steps of its goods. */
export type Line = Omit<SentLine, 'quantity' | 'amount'> & { quantity: number };
/** What a line takes from, as it is before the rows are locked. */
export interface Source extends Pick<ItemRow, 'id' | 'variant_id' | 'location_id' | 'room_type'> {
  /** Of its variant, in ten-thousandths; null for goods sold each. */
  step: number | null;
}
/** A row that the transfer touches, as it is under its lock. */
export type Stock = Pick<
  ItemRow,
  | 'id'
  | 'product_id'
  | 'product_name'
  | 'variant_id'
  | 'sku'
  | 'location_id'
  | 'room_type'
  | 'quantity'
  | 'reserved_quantity'
  | 'unit_cost_cents'
  | 'average_cost'
> &
  Pick<StockRow, 'spare' | 'in_lots' | 'batches'>;

/** A line between two rows that are known. */
export interface Route {
  from: Stock;
  to: Stock;
  quantity: number;
  /** The lot that the line names, or that the plan chose; null for units without a lot. */
  lotId: string | null;
  lotBasis?: 'stated' | 'inferred';
}

/** @throws AppError INVALID_REQUEST with `off_step`, or `value_too_large` */
export const inSteps = (lines: readonly SentLine[], sourceOf: ReadonlyMap<string, Source>): Line[] =>
  lines.map(({ quantity, amount, ...line }, index) => {
    const step = sourceOf.get(line.inventory_id)?.step ?? null;
    const stated = { step, path: `lines[${index}].`, most: MAX_QUANTITY };
    return { ...line, quantity: stepsIn({ quantity, amount }, 'quantity', stated) ?? 0 };
  });

/** True when units leave quarantine for a room from which they may be sold, or come near a customer. */
export const isRelease = (from: RoomType, to: RoomType) => from === 'quarantine' && to !== 'quarantine';

/** True for the rooms from which orders are filled, the secret menu included. */
export const isSellable = (room: RoomType) => room !== 'quarantine';

/** @throws AppError INVALID_REQUEST for lines that lead nowhere, and for a release from quarantine without a note */
export function checkLines(
  lines: readonly Line[],
  sourceOf: ReadonlyMap<string, Source>,
  notes: string | null,
): void {
  const errors: FieldError[] = [];
  let released = false;
  for (const [index, line] of lines.entries()) {
    const source = sourceOf.get(line.inventory_id) as Source;
    if (source.location_id === line.to_location_id && source.room_type === line.to_room_type) {
      const message = 'is where the stock is already';
      errors.push({ path: `lines[${index}].to_room_type`, code: 'same_place', message });
    }
    released ||= isRelease(source.room_type, line.to_room_type);
  }
  if (released && !notes) {
    errors.push({ path: 'notes', code: 'required', message: 'is required to take stock out of quarantine' });
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

/**
 * Lines take in their order what is available before anything of the transfer arrives.
 * @throws AppError INSUFFICIENT_STOCK with `details.lines`, those that fall short and what is available to them;
 *   CONFLICT when a target would hold more than a row may
 */
export function checkStock(routes: readonly Route[]): void {
  const left = new Map<string, number>();
  const short: Array<{ index: number; available: number; route: Route }> = [];
  for (const [index, route] of routes.entries()) {
    const { from, quantity } = route;
    const available = left.get(from.id) ?? from.quantity - from.reserved_quantity;
    if (quantity > available) short.push({ index, available, route });
    left.set(from.id, Math.max(0, available - quantity));
  }
  if (short.length > 0) throw insufficient(short);
  const arriving = unitsBy(routes, ({ to }) => to.id);
  const errors = routes.flatMap(({ to }, index) =>
    to.quantity + (arriving.get(to.id) ?? 0) > MAX_QUANTITY
      ? [
          {
            path: `lines[${index}].quantity`,
            code: 'quantity_limit',
            message: `would leave more than ${MAX_QUANTITY} units`,
          },
        ]
      : [],
  );
  if (errors.length > 0) {
    throw new AppError('CONFLICT', `A row holds at most ${MAX_QUANTITY} units. Nothing was moved.`, {
      reason: 'quantity_limit',
      errors: errors.slice(0, 50),
    });
  }
}

export function insufficient(
  short: ReadonlyArray<{ index: number; available: number; route: Route }>,
): AppError {
  return new AppError(
    'INSUFFICIENT_STOCK',
    'There is not enough available stock for every line. Nothing was moved.',
    {
      reason: 'insufficient_stock',
      lines: short.map(({ index, available, route: { from } }) => ({
        index,
        inventory_id: from.id,
        product_id: from.product_id,
        variant_id: from.variant_id,
        sku: from.sku,
        available,
      })),
      errors: short.slice(0, 50).map(({ index, available }) => ({
        path: `lines[${index}].quantity`,
        code: 'insufficient_stock',
        message: `is more than the ${available} that are available`,
      })),
    },
  );
}

/** Equal lines are one. */
export function mergeRoutes(routes: readonly Route[]): Route[] {
  const merged = new Map<string, Route>();
  for (const route of routes) {
    const key = `${route.from.id}/${route.to.id}/${route.lotId}`;
    const quantity = (merged.get(key)?.quantity ?? 0) + route.quantity;
    merged.set(key, { ...route, quantity });
  }
  return [...merged.values()];
}

/** How many units the routes move, by the row that `rowOf` names. */
export function unitsBy(routes: readonly Route[], rowOf: (route: Route) => string): Map<string, number> {
  const units = new Map<string, number>();
  for (const route of routes) units.set(rowOf(route), (units.get(rowOf(route)) ?? 0) + route.quantity);
  return units;
}

/**
 * What units are worth goes along with them: a transfer changes the value of no stock. The last cost goes along into a
 * row that has neither units nor a cost of its own; others keep that of their last receipt (decision 5).
 */
export function costsThatGoAlong(routes: readonly Route[]): Map<string, ArrivalCost> {
  const costs = new Map<string, ArrivalCost>();
  for (const [id, units] of unitsBy(routes, ({ to }) => to.id)) {
    const arriving = routes.filter(({ to }) => to.id === id);
    const worth = arriving.reduce((sum, { from, quantity }) => sum + from.average_cost * quantity, 0) / units;
    const isNew = arriving.every(({ to }) => to.quantity === 0 && to.unit_cost_cents === 0);
    const cents = arriving.findLast(({ from }) => from.unit_cost_cents > 0)?.from.unit_cost_cents;
    costs.set(id, { units, unitCostCents: (isNew && cents) || null, worth });
  }
  return costs;
}
