import { AppError, invalidRequest } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { type Identified, MAX_EXTERNAL_IDS } from './schema';
import { countOf, lockAndAdd, objectsWith, removeAll, removeSystems } from './service.sql';

/** An object of the caller's. */
interface Identity {
  type: Identified;
  id: string;
}

/**
 * Changes external ids of an object: other systems stay, null removes one.
 * @throws AppError CONFLICT with `details.reason = "external_id_taken"` and the caller's `object` that has it, INVALID_REQUEST
 *   for more than an object may have
 */
export async function changeExternalIds(
  { db, actor }: Pick<WriteContext, 'db' | 'actor'>,
  { type, id }: Identity,
  change: Record<string, string | null>,
): Promise<void> {
  const systems = Object.keys(change);
  if (systems.length === 0) return;
  const me = actor.entity.id;
  await removeSystems(db, me, type, id, systems);
  const ids = Object.entries(change).flatMap(([system, value]) => (value === null ? [] : { system, value }));
  if (ids.length === 0) return;
  const added = await lockAndAdd(db, me, type, id, ids);
  if (added.length < ids.length) {
    const taken = await objectsWith(db, me, type, ids);
    const other = taken.find(({ object_id }) => object_id !== id);
    throw new AppError('CONFLICT', 'Another object of yours has this external id.', {
      reason: 'external_id_taken',
      object: { type, id: other?.object_id ?? id },
    });
  }
  const [counted] = await countOf(db, me, type, id);
  if ((counted?.total ?? 0) > MAX_EXTERNAL_IDS) {
    const message = `must have at most ${MAX_EXTERNAL_IDS} systems`;
    throw invalidRequest([{ path: 'external_ids', code: 'too_many_items', message }]);
  }
}

/** Forgets what a deleted object was called. */
export async function removeExternalIds(
  { db, actor }: Pick<WriteContext, 'db' | 'actor'>,
  { type, id }: Identity,
): Promise<void> {
  await removeAll(db, actor.entity.id, type, id);
}
