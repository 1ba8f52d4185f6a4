import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { stepsIn } from '../../../kernel/amounts';
import {
  AppError,
  existing,
  type FieldError,
  forbidden,
  invalidRequest,
  notFound,
} from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { MAX_PRICE_CENTS } from '../../../kernel/money';
import { checkPatch, withoutEmpty } from '../../../kernel/patch';
import { EACH } from '../../../kernel/weights';
import type { WriteContext } from '../../../operation/context';
import { violatedConstraint } from '../../../platform/db/client';
import { uuids } from '../../../platform/db/listing';
import { changeExternalIds } from '../../entities/external-ids/service';
import { lockLocations } from '../../entities/locations/queries';
import { findOrCreateBatch, noteSources, storeLot as storeLotRow } from '../../lots/service';
import { lockRows, type Stock } from '../allocation';
import { type ArrivalCost, applyMoves, type Move } from '../ledger/ledger';
import { MAX_QUANTITY } from '../schema';
import { openItems } from '../service';
import { inventoryLots } from '../tables';
import { getLot } from './queries';
import { LOT_READ_ONLY, type LotView, type UpdateLot } from './resource';
import type { NewLot } from './schema';
import {
  averageCosts,
  isOfOwnProduct,
  lockSeenBatch,
  lockUsableSources,
  lockVariantOfBatch,
} from './service.sql';

type Input = z.infer<typeof NewLot>;
type SentSource = NonNullable<Input['sources']>[number];
/** A source in steps of its goods. */
type Source = Omit<SentSource, 'quantity' | 'amount'> & { quantity: number };
/** The new lot and its batch. */
type Made = { id: string; batchId: string };

/**
 * Creates a lot and, with a quantity, puts units into it: new ones, made from its sources, which are consumed; or units
 * at the place that had no lot.
 * @throws AppError NOT_FOUND, FORBIDDEN with `details.reason = "not_your_product"`, INVALID_REQUEST, CONFLICT with `details.reason` `lot_exists` or `held`, INSUFFICIENT_STOCK
 */
export async function createLot(ctx: WriteContext, input: Input): Promise<LotView> {
  rejectRepeated(input.sources ?? []);
  const batchId = await batchOf(ctx, input);
  const { variant_id, location_id } = input;
  const step = variant_id ? await stepOfHeld(ctx, batchId, variant_id) : null;
  const quantity = stepsIn(input, 'quantity', { step, most: MAX_QUANTITY });
  const id = await storeLot(ctx, batchId, input);
  await changeExternalIds(ctx, 'lot', [{ id, ids: input.external_ids }]);
  if (quantity) await fillLot(ctx, { id, batchId }, input, quantity);
  const lot = await getLot(ctx, id);
  const locationIds = quantity && location_id ? [location_id] : null;
  ctx.audit({ action: 'lot.created', objectId: id, locationIds, after: lot });
  return lot;
}

/** Changes what the caller's other systems call a lot that it reads. @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT `external_id_taken` */
export async function updateLot(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateLot>,
): Promise<LotView> {
  const before = await getLot(ctx, id);
  checkPatch(withoutEmpty(patch, ['external_ids']), before, LOT_READ_ONLY);
  if (!(await changeExternalIds(ctx, 'lot', [{ id, ids: patch.external_ids }]))) return before;
  const after = await getLot(ctx, id);
  ctx.audit({
    action: 'lot.updated',
    objectId: id,
    locationIds: null,
    before: { external_ids: before.external_ids },
    after: { external_ids: after.external_ids },
  });
  return after;
}

function rejectRepeated(sources: readonly SentSource[]): void {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, { lot_id }] of sources.entries()) {
    if (seen.has(lot_id)) {
      errors.push({ path: `sources[${index}].lot_id`, code: 'duplicate', message: 'is in an earlier entry' });
    }
    seen.add(lot_id);
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

async function batchOf(ctx: WriteContext, input: Input): Promise<string> {
  const { batch, product_id, batch_id, expires_on } = input;
  if (product_id && batch_id) {
    const found = await findOrCreateBatch(ctx, { product_id, batch_id, expires_on });
    return found.id;
  }
  const [row] = batch ? await lockSeenBatch(ctx.db, ctx.actor, batch) : [];
  if (!row) throw notFound();
  return row.id;
}

/** Holds a variant of the batch. @returns its step in ten-thousandths, null for goods sold each @throws AppError NOT_FOUND */
async function stepOfHeld({ db }: WriteContext, batchId: string, variantId: string): Promise<number | null> {
  return (await existing(lockVariantOfBatch(db, batchId, variantId))).step;
}

async function storeLot({ db, actor }: WriteContext, batchId: string, input: Input): Promise<string> {
  const id = newId();
  try {
    await storeLotRow(db, {
      id,
      batchId,
      variantId: input.variant_id ?? null,
      packageTag: input.package_tag ?? null,
      entityId: actor.entity.id,
    });
  } catch (error) {
    if (!['lots_tag', 'lots_once'].includes(violatedConstraint(error) ?? '')) throw error;
    throw new AppError('CONFLICT', 'Your business already has this lot.', { reason: 'lot_exists' });
  }
  return id;
}

async function fillLot(
  ctx: WriteContext,
  { id, batchId }: Made,
  input: Input,
  quantity: number,
): Promise<void> {
  const { location_id: locationId = '', variant_id: variantId = '', room_type: roomType = 'vault' } = input;
  const { actor } = ctx;
  if (actor.locationIds !== null && !actor.locationIds.includes(locationId)) throw notFound();
  await lockLocations(ctx, [locationId]);
  const sources = input.sources ?? [];
  const own = await ownSources(ctx, { id, batchId }, sources);
  const rowOf = await openItems(ctx.db, actor.entity.id, { locationId, roomType }, [variantId]);
  const itemId = rowOf.get(variantId) ?? '';
  const ownIds = uuids(own.map((source) => source.lot_id));
  const stock = await lockRows(
    ctx.db,
    sql`i.entity_id = ${actor.entity.id} and (i.id = ${itemId} or i.location_id = ${locationId} and i.id in (
      select x.inventory_item_id from ${inventoryLots} x where x.lot_id = any(${ownIds}) and x.quantity > 0))`,
  );
  const made: Move = { itemId, lotId: id, delta: quantity, reservedDelta: 0 };
  const taken: Move[] =
    sources.length > 0
      ? own.flatMap((source) => consume(source, stock))
      : [{ itemId, lotId: null, delta: -quantity, reservedDelta: 0 }];
  const costs = own.length > 0 ? await costOfMade(ctx, made, taken) : undefined;
  await applyMoves(ctx, [made, ...taken], {
    ...(costs && { costs }),
    entityId: actor.entity.id,
    reason: 'ADJUSTMENT',
    source: { type: ctx.request.transport === 'api' ? 'api' : 'dashboard', id },
    locked: true,
    chosen: true,
    relabels: true,
  });
}

/**
 * What is made is worth what was consumed: units at the average of their row (decision 942).
 * @param taken of rows that are locked
 * @throws AppError INVALID_REQUEST where each unit would cost more than any may
 */
async function costOfMade(
  { db }: WriteContext,
  { itemId, delta }: Move,
  taken: readonly Move[],
): Promise<Map<string, ArrivalCost>> {
  const found = await averageCosts(db, [itemId, ...taken.map((move) => move.itemId)]);
  const rows = new Map(found.map((row) => [row.id, row]));
  const amountOf = (id: string, units: number) => (units * (rows.get(id)?.step ?? EACH)) / EACH;
  const total = taken.reduce(
    (sum, move) => sum + amountOf(move.itemId, -move.delta) * (rows.get(move.itemId)?.average_cost ?? 0),
    0,
  );
  const worth = Math.round((total / amountOf(itemId, delta)) * EACH) / EACH;
  if (worth > MAX_PRICE_CENTS / 100) {
    const message = `would cost more than ${MAX_PRICE_CENTS / 100} each by what its sources cost`;
    throw invalidRequest([{ path: 'quantity', code: 'value_too_small', message }]);
  }
  const cents = Math.min(Math.round(worth * 100), MAX_PRICE_CENTS);
  return new Map([[itemId, { units: delta, unitCostCents: cents || null, worth }]]);
}

/**
 * The sources that the caller has, to consume; others of connected cultivators are noted alone. Only who owns the product
 * makes a batch of it from other lots: anyone else repacks units of the batch itself, which notes nothing (decision 414).
 * @throws AppError NOT_FOUND, FORBIDDEN with `details.reason = "not_your_product"`, CONFLICT with `details.reason = "held"`
 */
async function ownSources(
  { db, actor }: WriteContext,
  { id, batchId }: Made,
  sent: readonly SentSource[],
): Promise<Source[]> {
  if (sent.length === 0) return [];
  const rows = await lockUsableSources(
    db,
    actor,
    sent.map((one) => one.lot_id),
  );
  const index = sent.findIndex((source) => !rows.some((row) => row.id === source.lot_id));
  if (index >= 0) throw new AppError('NOT_FOUND', 'Resource not found.', { index });
  const steps = new Map(rows.map(({ id: lotId, step }) => [lotId, step]));
  const sources = sent.map(({ lot_id, ...stated }, n): Source => {
    const of = { step: steps.get(lot_id) ?? null, path: `sources[${n}].`, most: MAX_QUANTITY };
    return { lot_id, quantity: stepsIn(stated, 'quantity', of) ?? 0 };
  });
  if (rows.every((row) => row.own && row.batch_id === batchId)) return sources;
  const [made] = await isOfOwnProduct(db, actor.entity.id, batchId);
  if (!made?.owns) {
    throw forbidden(
      'You can make batches of your own products only. To repack units, name their own batch.',
      {
        reason: 'not_your_product',
      },
    );
  }
  const held = rows.find((row) => row.held && !row.own);
  if (held) throw onHold('The batch of a source', held.id);
  await noteSources(
    db,
    sources.map((one) => ({ lotId: id, sourceLotId: one.lot_id, quantity: one.quantity })),
  );
  return sources.filter((source) => rows.some((row) => row.own && row.id === source.lot_id));
}

const onHold = (batch: string, lotId: string) =>
  new AppError('CONFLICT', `${batch} is on hold. Release it to use its units.`, {
    reason: 'held',
    lot_id: lotId,
  });

function consume({ lot_id, quantity }: Source, stock: Stock): Move[] {
  let missing = quantity;
  const moves: Move[] = [];
  for (const lot of stock.lots.filter((one) => one.lot_id === lot_id)) {
    if (lot.blocked === 'held') {
      throw onHold(`Batch ${lot.batch_id}`, lot_id);
    }
    const units = Math.min(lot.available, missing);
    if (units <= 0) continue;
    missing -= units;
    moves.push({ itemId: lot.inventory_item_id, lotId: lot_id, delta: -units, reservedDelta: 0 });
  }
  if (missing === 0) return moves;
  throw new AppError('INSUFFICIENT_STOCK', 'There are not enough units of a source at this location.', {
    reason: 'insufficient_stock',
    lot_id,
    available: quantity - missing,
  });
}
