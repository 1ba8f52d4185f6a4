import type { Business } from '../businesses';
import { HOUR, idAt } from '../identity';
import type { Lot } from './batch-book';
import { coursesOf, destroyAll, type ToldRecall } from './past-recall';
import type { World } from './world';

const MINUTE = 60_000;
const OPENED_MINUTES_AGO = 40;
const RESPONDED_MINUTES_AGO = 12;

/**
 * A recall that has just opened: one buyer has destroyed its units, the maker and the other buyer still have theirs on a
 * shelf. Nothing of the batch is reserved.
 */
export function openRecall(
  world: World,
  maker: Business,
  { waiting, done }: Record<'waiting' | 'done', Business>,
): ToldRecall[] {
  const [chosen] = coursesOf(world, maker, [waiting, done]).filter(({ batch, holdings }) => {
    const holders = holdings.flatMap(({ holder, held }) => (held > 0 ? [holder] : []));
    return batch.heldAt === null && [maker, waiting, done].every((one) => holders.includes(one));
  });
  const [actor] = maker.staff;
  if (!chosen || !actor) return [];
  const { batch, holdings, lots } = chosen;
  const at = world.now - OPENED_MINUTES_AGO * MINUTE;
  const id = idAt(at);
  const reason = 'The lab withdrew its certificate: the pesticide screen was run on another sample.';
  const severity = 'II';
  const createdAt = new Date(at);
  Object.assign(batch, { heldAt: createdAt, holdReason: reason, updatedAt: createdAt });
  const after = { batch: batch.id, class: severity, reason };
  world.record({
    at,
    actor,
    requestId: idAt(at),
    action: 'recall.opened',
    objectId: id,
    before: null,
    after,
  });
  return [
    {
      batch,
      holders: holdings.map(({ holder }) => holder),
      recall: {
        id,
        batchId: batch.id,
        entityId: maker.entity.id,
        class: severity,
        reason,
        instructions: 'Take all units off sale now, move them to quarantine and respond within 24 hours.',
        respondBy: new Date(at + 24 * HOUR),
        actorId: actor.id,
        actorName: actor.name,
        createdAt,
        updatedAt: createdAt,
      },
      responses: holdings.map((holding) => ({
        recallId: id,
        entityId: holding.holder.entity.id,
        held: holding.held,
        createdAt,
        ...(holding.holder === done &&
          destroyAll(world, holding, lots, { at: respondedAt(world, done, lots), recallId: id })),
      })),
    },
  ];
}

/** Some minutes ago, or after the last movement of the units. */
function respondedAt({ book, now }: World, { entity }: Business, lots: ReadonlySet<Lot>): number {
  const stock = book.of(entity.id).filter((one) => one.lots.some(({ lot }) => lots.has(lot)));
  const ids = new Set(stock.map(({ id }) => id));
  const moved = book.movements.filter(({ itemId }) => ids.has(itemId));
  return Math.max(now - RESPONDED_MINUTES_AGO * MINUTE, ...moved.map(({ createdAt }) => Number(createdAt)));
}
