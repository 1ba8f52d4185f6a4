import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, invalidRequest, notFound } from '../../kernel/errors';
import type { WriteContext } from '../../operation/context';
import { rejectLimited } from '../../operation/limited';
import { RetryTransaction } from '../../operation/unit-of-work';
import { uuids } from '../../platform/db/listing';
import { lockRows } from '../inventory/allocation';
import { type ArrivalCost, applyMoves, type Move } from '../inventory/ledger/ledger';
import { openRows, placeKey } from '../inventory/service';
import { inventoryLots } from '../inventory/tables';
import { lots } from '../lots/tables';
import { claimFound } from './found';
import { getRecall, ownOf } from './queries';
import { type HolderView, readHolders } from './queries.sql';
import type { RecallDetail } from './resource';
import type { RespondToRecall } from './schema';
import { finish, lockOpenRecall, touchRecall } from './service';
import {
  batchIdsOf,
  managedHolder,
  missingResponses,
  recalledStock,
  registerFinder,
  unbookedUnits,
} from './service.sql';
import { recallResponses } from './tables';

type Stated = Record<'quarantined' | 'destroyed' | 'returned' | 'already_sold', number>;
type Row = Awaited<ReturnType<typeof recalledStock>>[number];

/** Units of a lot in a row of stock. */
interface Part {
  row: Row;
  lotId: string;
  quantity: number;
}

/**
 * Records what a holder did with its units of a recall and moves them: into quarantine where they are, out of stock when
 * destroyed or returned. A seller does it for its customer that isn't on board, whose units are in no stock. The last response
 * closes the recall.
 * @throws AppError NOT_FOUND, FORBIDDEN for a member who is limited to locations, INVALID_REQUEST when the numbers don't
 *   account for every unit, CONFLICT once responded or closed
 */
export async function respondToRecall(
  ctx: WriteContext,
  {
    id,
    notes,
    found,
    holder_id: holderId = ctx.actor.entity.id,
    ...numbers
  }: z.infer<typeof RespondToRecall>,
): Promise<z.infer<typeof RecallDetail>> {
  rejectLimited(ctx.actor, 'A recall applies');
  await lockOpenRecall(ctx, id);
  const holder = await rowOfHolder(ctx, id, holderId);
  if (found !== undefined) await recordCheck(ctx, { id, holder, found, notes: notes || null });
  else await recordResponse(ctx, { id, holder, notes: notes || null, stated: statedOf(numbers) });
  await touchRecall(ctx, id);
  const [row] = await missingResponses(ctx.db, id);
  if (row?.missing === 0 && found === undefined) await finish(ctx, id, null);
  return getRecall(ctx, id);
}

/** The input has all numbers or none. */
const statedOf = ({
  quarantined = 0,
  destroyed = 0,
  returned = 0,
  already_sold = 0,
}: Partial<Stated>): Stated => ({
  quarantined,
  destroyed,
  returned,
  already_sold,
});

interface Response {
  id: string;
  holder: HolderView;
  notes: string | null;
}

/** What a holder did with its units; one that found units while it checked responds about them, too. */
async function recordResponse(
  ctx: WriteContext,
  { id, holder, notes, stated }: Response & { stated: Stated },
): Promise<void> {
  const isOwn = holder.entity.id === ctx.actor.entity.id;
  const places = await openQuarantine(ctx, id, isOwn && stated.quarantined > 0);
  const parts = isOwn ? await lockParts(ctx, id, places) : [];
  const [unbooked] = await unbookedUnits(ctx.db, id, holder.entity.id);
  const onHand = parts.reduce((sum, part) => sum + part.quantity, unbooked?.units ?? 0);
  const checkedAlone = holder.quarantined === null && onHand > 0;
  if (holder.responded_at !== null && !checkedAlone) throw alreadyResponded();
  checkNumbers(stated, onHand, holder.already_sold);
  await moveParts(ctx, { id, notes, stated, parts, places });
  await ctx.db
    .update(recallResponses)
    .set({
      quarantined: stated.quarantined,
      destroyed: stated.destroyed,
      returned: stated.returned,
      alreadySold: stated.already_sold,
      explained: explainedBy(stated, onHand, holder),
      ...responder(ctx, notes),
    })
    .where(ofHolder(id, holder));
  ctx.audit({
    action: 'recall.responded',
    objectId: id,
    after: { ...stated, ...forOther(ctx, holder), notes },
  });
}

/** Units that were sold, as the response says, and that the ledger has as lost. */
function explainedBy(stated: Stated, onHand: number, { accounting }: HolderView): number {
  const left = onHand - stated.quarantined - stated.destroyed - stated.returned;
  const { sold = 0, lost = 0 } = accounting ?? {};
  return Math.min(lost, Math.max(0, stated.already_sold - sold - left));
}

const responder = ({ actor }: WriteContext, notes: string | null) => ({
  notes,
  actorId: actor.userId,
  actorName: actor.name,
  respondedAt: sql`now()`,
});

/** Units that one business finds, in all of its responses. */
const MAX_FOUND = 2_000_000_000;

/** Units without a lot that a business found to be of the batch: they get a lot of it where they are, which is held. */
async function recordCheck(
  ctx: WriteContext,
  { id, holder, found, notes }: Response & { found: number },
): Promise<void> {
  if (holder.quarantined !== null || (holder.unassigned && holder.found !== null)) throw alreadyResponded();
  // A customer that isn't on board has no stock to find them in.
  if (found > 0 && holder.entity.id === ctx.actor.entity.id) await claimFound(ctx, { id, found, notes });
  const total = (holder.found ?? 0) + found;
  if (total > MAX_FOUND) {
    const message = `must add up to at most ${MAX_FOUND} with what was found before`;
    throw invalidRequest([{ path: 'found', code: 'value_too_large', message }]);
  }
  await ctx.db
    .update(recallResponses)
    .set({ found: total, ...(holder.unassigned && responder(ctx, notes)) })
    .where(ofHolder(id, holder));
  ctx.audit({
    action: 'recall.responded',
    objectId: id,
    after: { checked: true, found, ...forOther(ctx, holder), notes },
  });
}

/** For whom a business responded, where that isn't itself. */
const forOther = ({ actor }: WriteContext, { entity }: HolderView) =>
  entity.id === actor.entity.id ? {} : { holder_id: entity.id };

function alreadyResponded(): AppError {
  return new AppError('CONFLICT', 'Your business has already responded to this recall.', {
    reason: 'already_responded',
  });
}

const ofHolder = (id: string, { entity }: HolderView) =>
  and(eq(recallResponses.recallId, id), eq(recallResponses.entityId, entity.id));

/** The row of the caller's business, or of its customer that isn't on board. @throws AppError NOT_FOUND */
async function rowOfHolder(ctx: WriteContext, id: string, holderId: string): Promise<HolderView> {
  const entityId = ctx.actor.entity.id;
  if (holderId === entityId) await registerFinder(ctx.db, id, entityId);
  else if ((await managedHolder(ctx.db, id, entityId, holderId)).length === 0) throw notFound();
  const [holder] = await readHolders(ctx.db, ownOf(id, holderId));
  if (!holder) throw new Error(`The recall ${id} has no row of ${holderId}`);
  return holder;
}

/** The quarantine rows beside the recalled units, opened before any row is locked. @returns them by `placeKey` */
async function openQuarantine(ctx: WriteContext, id: string, needed: boolean): Promise<Map<string, string>> {
  if (!needed) return new Map();
  const entityId = ctx.actor.entity.id;
  const rows = (await recalledStock(ctx.db, id, entityId)).filter((row) => row.room_type !== 'quarantine');
  return rows.length === 0 ? new Map() : openRows(ctx.db, entityId, rows.map(quarantineOf));
}

const quarantineOf = (row: Row) => ({
  locationId: row.location_id,
  roomType: 'quarantine',
  variantId: row.variant_id,
});

/** The caller's units of the recall under their locks, those in quarantine first. */
async function lockParts(
  ctx: WriteContext,
  id: string,
  places: ReadonlyMap<string, string>,
): Promise<Part[]> {
  const entityId = ctx.actor.entity.id;
  const batches = (await batchIdsOf(ctx.db, id)).map((row) => row.id);
  const stock = await lockRows(
    ctx.db,
    sql`i.entity_id = ${entityId} and (i.id = any(${uuids([...places.values()])}) or i.id in (
      select x.inventory_item_id from ${lots} l join ${inventoryLots} x on x.lot_id = l.id
      where l.batch_id = any(${uuids(batches)}) and x.entity_id = ${entityId} and x.quantity > 0))`,
  );
  const rowOf = new Map((await recalledStock(ctx.db, id, entityId)).map((row) => [row.id, row]));
  const parts = stock.lots
    .filter((lot) => batches.includes(lot.batch))
    .flatMap((lot): Part[] => {
      const row = rowOf.get(lot.inventory_item_id);
      return row ? [{ row, lotId: lot.lot_id, quantity: lot.available }] : [];
    });
  const rank = ({ row }: Part) => (row.room_type === 'quarantine' ? 0 : 1);
  return parts.sort((a, b) => rank(a) - rank(b));
}

/** Every unit on hand, and every one that a POS sold since the recall opened, must be accounted for. */
function checkNumbers(stated: Stated, onHand: number, sold: number): void {
  const moved = stated.quarantined + stated.destroyed + stated.returned;
  if (moved > onHand) {
    const message = `quarantined, destroyed and returned must add up to at most ${onHand}, the units on hand`;
    throw invalidRequest([{ path: 'quarantined', code: 'value_too_large', message }]);
  }
  if (moved + stated.already_sold < onHand + sold) {
    const message = `all numbers must add up to at least ${onHand + sold}: ${onHand} units on hand and ${sold} sold since the recall opened`;
    throw invalidRequest([{ path: 'already_sold', code: 'value_too_small', message }]);
  }
}

async function moveParts(
  ctx: WriteContext,
  {
    id,
    notes,
    stated,
    parts,
    places,
  }: {
    id: string;
    notes: string | null;
    stated: Stated;
    parts: readonly Part[];
    places: ReadonlyMap<string, string>;
  },
): Promise<void> {
  const left = parts.map((part) => ({ ...part }));
  const take = (wanted: number) => {
    let missing = wanted;
    return left.flatMap((part): Part[] => {
      const quantity = Math.min(part.quantity, missing);
      part.quantity -= quantity;
      missing -= quantity;
      return quantity > 0 ? [{ ...part, quantity }] : [];
    });
  };
  const kept = take(stated.quarantined).filter(({ row }) => row.room_type !== 'quarantine');
  const targetOf = ({ row }: Part) => {
    const target = places.get(placeKey(quarantineOf(row)));
    if (!target) throw new RetryTransaction('units arrived in another row meanwhile');
    return target;
  };
  const out = (part: Part, reason?: Move['reason']): Move => ({
    itemId: part.row.id,
    lotId: part.lotId,
    delta: -part.quantity,
    reservedDelta: 0,
    ...(reason && { reason }),
  });
  const moves: Move[] = [
    ...kept.map((part) => ({ ...out(part), itemId: targetOf(part), delta: part.quantity })),
    ...kept.map((part) => out(part)),
    ...take(stated.destroyed).map((part) => out(part, 'DAMAGE')),
    ...take(stated.returned).map((part) => out(part, 'RETURN')),
  ];
  if (moves.length === 0) return;
  await applyMoves(ctx, moves, {
    entityId: ctx.actor.entity.id,
    reason: 'TRANSFER',
    source: { type: 'recall', id },
    notes,
    locked: true,
    chosen: true,
    costs: costsOf(kept, targetOf),
  });
}

/** What units are worth goes along into quarantine. */
function costsOf(kept: readonly Part[], targetOf: (part: Part) => string): Map<string, ArrivalCost> {
  const costs = new Map<string, ArrivalCost>();
  for (const part of kept) {
    const { units: before = 0, worth = 0 } = costs.get(targetOf(part)) ?? {};
    const units = before + part.quantity;
    costs.set(targetOf(part), {
      units,
      unitCostCents: part.row.unit_cost_cents || null,
      worth: (worth * before + part.row.average_cost * part.quantity) / units,
    });
  }
  return costs;
}
