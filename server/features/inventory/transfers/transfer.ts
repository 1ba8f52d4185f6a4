import type { z } from 'zod';
import { AppError, type FieldError, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import { actorValues } from '../../../platform/db/columns';
import { lockLocations } from '../../entities/locations/queries';
import { lotsIn } from '../allocation';
import { applyMoves, type Move, type MoveCause } from '../ledger/ledger';
import type { InventoryItem } from '../schema';
import { openRows, placeKey } from '../service';
import { inventoryTransfers } from '../tables';
import { planLots } from './lots';
import {
  checkLines,
  checkStock,
  costsThatGoAlong,
  inSteps,
  isRelease,
  type Line,
  mergeRoutes,
  type Route,
  type Source,
  type Stock,
  unitsBy,
} from './plan';
import type { Transfer, TransferData, TransferStock } from './schema';
import { lockRouteItems, transferSources } from './transfer.sql';

type ItemView = z.infer<typeof InventoryItem>;

/**
 * Moves available stock to other rooms and locations of the business, all lines or none (decision 42a). Rows are locked
 * in id order, new ones included, so that two transfers never deadlock.
 * @returns each item that was touched once, line by line its source and its target
 * @throws AppError NOT_FOUND (for items with `details.index`), INVALID_REQUEST when a line leads to where the stock is
 *   or takes it out of quarantine without notes, INSUFFICIENT_STOCK with `details.lines`, CONFLICT
 */
export async function transferStock(
  ctx: WriteContext,
  { lines: sent, notes: note }: z.infer<typeof TransferStock>,
): Promise<z.infer<typeof Transfer>> {
  const notes = note || null;
  await holdTargets(ctx, sent);
  const sourceOf = await findSources(ctx, sent);
  const lines = inSteps(sent, sourceOf);
  checkLines(lines, sourceOf, notes);
  const planned = await lockRoutes(ctx, lines, sourceOf);
  checkStock(planned);
  const sources = [...new Map(planned.map(({ from }) => [from.id, from])).values()];
  const routes = mergeRoutes(planLots(planned, await lotsIn(ctx.db, sources)));

  const { id, createdAt } = await storeTransfer(ctx, routes, notes);
  const itemOf = await moveStock(ctx, routes, {
    entityId: ctx.actor.entity.id,
    reason: 'TRANSFER',
    source: { type: 'transfer', id },
    notes,
    locked: true,
    chosen: true,
  });
  announce(ctx, routes);
  audit(ctx, { id, routes, notes, itemOf });
  const touched = new Set(routes.flatMap(({ from, to }) => [from.id, to.id]));
  return { id, data: [...touched].flatMap((itemId) => itemOf.get(itemId) ?? []), created_at: createdAt };
}

/** Locks the target locations against deletion until the transaction ends. @throws AppError NOT_FOUND */
async function holdTargets(
  ctx: WriteContext,
  lines: ReadonlyArray<Pick<Line, 'to_location_id'>>,
): Promise<void> {
  const { locationIds } = ctx.actor;
  const targets = lines.map((line) => line.to_location_id);
  if (locationIds !== null && targets.some((target) => !locationIds.includes(target))) throw notFound();
  await lockLocations(ctx, targets);
}

async function findSources(
  ctx: WriteContext,
  lines: ReadonlyArray<Pick<Line, 'inventory_id'>>,
): Promise<Map<string, Source>> {
  const rows = await transferSources(
    ctx.db,
    lines.map((line) => line.inventory_id),
    ctx.actor,
  );
  const sourceOf = new Map(rows.map((row) => [row.id, row]));
  const errors: FieldError[] = lines.flatMap((line, index) =>
    sourceOf.has(line.inventory_id)
      ? []
      : [
          {
            path: `lines[${index}].inventory_id`,
            code: 'not_found',
            message: 'does not exist',
          },
        ],
  );
  if (errors.length === 0) return sourceOf;
  const index = lines.findIndex((line) => !sourceOf.has(line.inventory_id));
  throw new AppError('NOT_FOUND', `lines[${index}] does not exist. Nothing was moved.`, {
    index,
    errors: errors.slice(0, 50),
  });
}

/** Locks the rows at both ends of each line and creates missing target rows. */
async function lockRoutes(
  ctx: WriteContext,
  lines: readonly Line[],
  sourceOf: ReadonlyMap<string, Source>,
): Promise<Route[]> {
  const placeOf = (line: Line) => ({
    locationId: line.to_location_id,
    roomType: line.to_room_type,
    variantId: sourceOf.get(line.inventory_id)?.variant_id ?? '',
  });
  const targetOf = await openRows(ctx.db, ctx.actor.entity.id, lines.map(placeOf));
  const rows = await lockRouteItems(ctx.db, [...sourceOf.keys(), ...targetOf.values()]);
  const stockOf = new Map(rows.map((row) => [row.id, row]));
  return lines.map((line) => ({
    from: stockOf.get(line.inventory_id) as Stock,
    to: stockOf.get(targetOf.get(placeKey(placeOf(line))) ?? '') as Stock,
    quantity: line.quantity,
    lotId: line.lot_id ?? null,
  }));
}

async function storeTransfer(
  { db, actor }: WriteContext,
  routes: readonly Route[],
  notes: string | null,
): Promise<{ id: string; createdAt: string }> {
  const id = newId();
  const locationIds = [...new Set(routes.flatMap(({ from, to }) => [from.location_id, to.location_id]))];
  const [row] = await db
    .insert(inventoryTransfers)
    .values({ id, entityId: actor.entity.id, notes, locationIds, ...actorValues(actor) })
    .returning({ createdAt: inventoryTransfers.createdAt });
  return { id, createdAt: (row as { createdAt: Date }).createdAt.toISOString() };
}

/**
 * Applies arrivals before departures, so that a row that one transfer both fills and empties never runs short.
 * @returns the items afterwards, by id
 */
async function moveStock(
  ctx: WriteContext,
  routes: readonly Route[],
  cause: MoveCause,
): Promise<Map<string, ItemView>> {
  const movesOf = (rowOf: (route: Route) => string, sign: 1 | -1) => {
    const moves = new Map<string, Move>();
    for (const route of routes) {
      const { lotId, lotBasis, quantity } = route;
      const key = `${rowOf(route)}/${lotId}`;
      const delta = (moves.get(key)?.delta ?? 0) + sign * quantity;
      moves.set(key, { itemId: rowOf(route), delta, reservedDelta: 0, lotId, ...(lotBasis && { lotBasis }) });
    }
    return [...moves.values()];
  };
  const moves = [...movesOf(({ to }) => to.id, 1), ...movesOf(({ from }) => from.id, -1)];
  const items = await applyMoves(ctx, moves, { ...cause, costs: costsThatGoAlong(routes) });
  return new Map(items.map((item) => [item.id, item]));
}

function announce(ctx: WriteContext, routes: readonly Route[]): void {
  const { id, name } = ctx.actor.entity;
  const data: z.infer<typeof TransferData> = {
    order_id: null,
    from: { id, name },
    to: { id, name },
    items: routes.map(({ from, to, quantity, lotId }) => ({
      product_id: from.product_id,
      product_name: from.product_name,
      variant_id: from.variant_id,
      sku: from.sku,
      quantity,
      from_inventory_id: from.id,
      from_location_id: from.location_id,
      from_room_type: from.room_type,
      to_inventory_id: to.id,
      to_location_id: to.location_id,
      to_room_type: to.room_type,
      ...(lotId && { lot_id: lotId }),
    })),
  };
  ctx.emit('transfer.completed', id, data);
}

/** One row for the transfer, and one for each item that it took out of quarantine (decision 144). */
function audit(
  ctx: WriteContext,
  {
    id,
    routes,
    notes,
    itemOf,
  }: { id: string; routes: readonly Route[]; notes: string | null; itemOf: ReadonlyMap<string, ItemView> },
): void {
  ctx.audit({
    action: 'inventory.transferred',
    objectId: id,
    locationIds: routes.flatMap(({ from, to }) => [from.location_id, to.location_id]),
    after: {
      notes,
      lines: routes.map(({ from, to, quantity }) => ({ from: from.id, to: to.id, quantity })),
    },
  });
  const released = routes.filter(({ from, to }) => isRelease(from.room_type, to.room_type));
  for (const [itemId, units] of unitsBy(released, ({ from }) => from.id)) {
    const { quantity, location_id } = itemOf.get(itemId) as ItemView;
    ctx.audit({
      action: 'inventory.released_from_quarantine',
      objectId: itemId,
      locationIds: [location_id],
      before: { quantity: quantity + units },
      after: { quantity, transfer_id: id, notes },
    });
  }
}
