import type { recallResponses, recalls } from '../../../features/recalls/tables';
import type { Business } from '../businesses';
import { HOUR, idAt } from '../identity';
import type { BatchRow, Lot } from './batch-book';
import type { World } from './world';

/** A recall and what each holder said. */
export interface ToldRecall {
  batch: BatchRow;
  holders: readonly Business[];
  recall: typeof recalls.$inferInsert & { id: string; createdAt: Date };
  responses: Array<typeof recallResponses.$inferInsert>;
}

/** Units of a batch that a holder had and has. */
export interface Holding {
  holder: Business;
  received: number;
  held: number;
}

const DAYS_AGO = 18;

/** A recall that has closed: every holder destroyed the rest of the batch and said what it had sold. */
export function recallOnce(world: World, maker: Business, buyers: readonly Business[]): ToldRecall[] {
  const told: ToldRecall[] = [];
  world.agenda.add(world.on(DAYS_AGO, 12), (at) => {
    const chosen = smallestBatch(world, maker, buyers);
    if (chosen) told.push(recall(world, maker, chosen, at));
  });
  return told;
}

/** The batch with the fewest units that went to most buyers. */
function smallestBatch(world: World, maker: Business, buyers: readonly Business[]) {
  const [chosen] = coursesOf(world, maker, buyers);
  return chosen;
}

/**
 * Where the maker's batches went that went to a buyer and of which no order has reserved units or has them on the way:
 * those that went to most buyers first, of them those with the fewest units.
 */
export function coursesOf(world: World, maker: Business, buyers: readonly Business[]) {
  return world.batches.batches
    .filter((batch) => batch.entityId === maker.entity.id)
    .map((batch) => ({ batch, ...courseOf(world, batch, [maker, ...buyers]) }))
    .filter(({ reserved, underWay }) => reserved === 0 && underWay === 0)
    .filter(({ holdings }) => holdings.some(({ holder }) => holder !== maker))
    .sort((a, b) => b.holdings.length - a.holdings.length || heldIn(a.holdings) - heldIn(b.holdings));
}

const heldIn = (holdings: readonly Holding[]) => holdings.reduce((sum, { held }) => sum + held, 0);

function courseOf({ book, batches }: World, batch: BatchRow, businesses: readonly Business[]) {
  const lots = new Set(batches.lots.filter((lot) => lot.batch === batch));
  const ids = new Set([...lots].map(({ row }) => row.id));
  const ordered = book.movements.filter(
    ({ sourceType, lotId }) => sourceType === 'order' && lotId && ids.has(lotId),
  );
  // What a seller ships leaves its stock, and enters the buyer's when it is delivered.
  const underWay = -ordered.reduce((sum, { delta }) => sum + delta, 0);
  let reserved = 0;
  const holdings = businesses.flatMap((holder): Holding[] => {
    const { id } = holder.entity;
    let held = 0;
    for (const part of book.of(id).flatMap((stock) => stock.lots)) {
      if (!lots.has(part.lot)) continue;
      held += part.quantity;
      reserved += part.reserved;
    }
    const received = ordered
      .filter(({ entityId, delta }) => entityId === id && delta > 0)
      .reduce((sum, { delta }) => sum + delta, 0);
    return held + received > 0 ? [{ holder, received, held }] : [];
  });
  return { reserved, underWay, holdings, lots };
}

function recall(
  world: World,
  maker: Business,
  { batch, holdings, lots }: { batch: BatchRow; holdings: readonly Holding[]; lots: ReadonlySet<Lot> },
  at: number,
): ToldRecall {
  const id = idAt(at);
  const responses = holdings.map((holding, i) => ({
    recallId: id,
    entityId: holding.holder.entity.id,
    held: holding.held,
    ...destroyAll(world, holding, lots, { at, recallId: id }),
    respondedAt: new Date(at + i * 60_000),
    createdAt: new Date(at - HOUR),
  }));
  const [actor] = maker.staff;
  const closedAt = responses.at(-1)?.respondedAt ?? new Date(at);
  return {
    batch,
    holders: holdings.map(({ holder }) => holder),
    recall: {
      id,
      batchId: batch.id,
      entityId: maker.entity.id,
      class: 'II',
      reason: 'A retained sample is over the limit for yeast and mold.',
      instructions: 'Take all units off sale, destroy them, and tell us how many were sold.',
      respondBy: new Date(at + 23 * HOUR),
      actorId: actor?.id ?? '',
      actorName: actor?.name ?? '',
      closedAt,
      createdAt: new Date(at - HOUR),
      updatedAt: closedAt,
    },
    responses,
  };
}

/** Destroys what a holder has. @returns its response */
export function destroyAll(
  world: World,
  { holder, received, held }: Holding,
  lots: ReadonlySet<Lot>,
  { at, recallId }: { at: number; recallId: string },
) {
  const [member] = holder.staff;
  if (!member) throw new Error(`${holder.entity.name} has no staff`);
  destroy(world, holder, lots, { at, actor: member, recallId });
  return {
    quarantined: 0,
    destroyed: held,
    returned: 0,
    alreadySold: Math.max(0, received - held),
    notes: held > 0 ? 'Destroyed before witnesses, photos are on file.' : null,
    actorId: member.id,
    actorName: member.name,
    respondedAt: new Date(at),
  };
}

function destroy(
  world: World,
  { entity }: Business,
  lots: ReadonlySet<Lot>,
  { at, actor, recallId }: { at: number; actor: Business['staff'][number]; recallId: string },
): void {
  const cause = {
    at,
    actor,
    requestId: idAt(at),
    reason: 'DAMAGE',
    source: { type: 'recall', id: recallId },
  } as const;
  for (const stock of world.book.of(entity.id)) {
    for (const { lot, quantity } of [...stock.lots]) {
      if (lots.has(lot) && quantity > 0) world.book.move(stock, -quantity, 0, cause, lot);
    }
  }
}
