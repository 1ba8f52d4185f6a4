import type { AuditAction, PlacedAction } from '../../../kernel/audit-actions';
import { AppError, invalidRequest } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { type Identified, MAX_EXTERNAL_IDS } from './schema';
import {
  copyNames,
  lockAndAdd,
  moveNames,
  overfull,
  removeAll,
  removeNames,
  removeSystems,
  takenAmong,
} from './service.sql';

/** What a request changes of an object's external ids: others stay, null removes one. */
export interface ExternalIdsOf {
  id: string;
  ids: Record<string, string | null> | undefined;
  /** Of the field in the request; `external_ids` when absent. */
  path?: string;
}

/**
 * Changes what the caller's business calls objects of a type. What one of them gives up another may get.
 * @returns whether there was anything to change
 * @throws AppError CONFLICT with `details.reason = "external_id_taken"` and the caller's `object` that has it, INVALID_REQUEST
 *   for more than an object may have
 */
export async function changeExternalIds(
  { db, actor }: Pick<WriteContext, 'db' | 'actor'>,
  type: Identified,
  objects: readonly ExternalIdsOf[],
): Promise<boolean> {
  const changes = objects.flatMap(({ id: object_id, ids = {} }) =>
    Object.entries(ids).map(([system, value]) => ({ object_id, system, value })),
  );
  if (changes.length === 0) return false;
  const me = actor.entity.id;
  await removeSystems(db, me, type, changes);
  const named = changes.flatMap(({ value, ...one }) => (value === null ? [] : { ...one, value }));
  if (named.length === 0) return true;
  const twice = firstRepeated(named);
  if (twice) {
    const path = objects.find(({ id }) => id === twice.object_id)?.path ?? 'external_ids';
    throw invalidRequest([{ path, code: 'duplicate', message: 'is in an earlier entry' }]);
  }
  const added = await lockAndAdd(db, me, type, named);
  if (added.length < named.length) {
    const [other] = await takenAmong(db, me, type, named);
    throw takenBy(type, other?.object_id ?? named[0]?.object_id);
  }
  const [full] = await overfull(db, me, type, [...new Set(named.map(({ object_id }) => object_id))]);
  if (full) {
    const path = objects.find(({ id }) => id === full.object_id)?.path ?? 'external_ids';
    const message = `must have at most ${MAX_EXTERNAL_IDS} systems`;
    throw invalidRequest([{ path, code: 'too_many_items', message }]);
  }
  return true;
}

function firstRepeated<T extends { system: string; value: string }>(named: readonly T[]): T | undefined {
  const seen = new Set<string>();
  return named.find(({ system, value }) => {
    const before = seen.size;
    return seen.add(JSON.stringify([system, value])).size === before;
  });
}

/**
 * Changes what the caller's business calls one object, as a PATCH of nothing else does. It is in the audit log, and moves nothing.
 * @param read the object as the caller sees it @throws AppError as `changeExternalIds`
 */
export async function renameObject<T extends { id: string; external_ids: Record<string, string> }>(
  ctx: WriteContext,
  { type, action }: { type: Identified; action: Exclude<AuditAction, PlacedAction> },
  ids: Record<string, string | null> | undefined,
  before: T,
  read: () => Promise<T>,
): Promise<T> {
  const { id } = before;
  if (!(await changeExternalIds(ctx, type, [{ id, ids }]))) return before;
  const after = await read();
  const [was, is] = [before, after].map(({ external_ids }) => ({ external_ids }));
  ctx.audit({ action, objectId: id, ...(was && { before: was }), ...(is && { after: is }) });
  return after;
}

const takenBy = (type: Identified, id: string | undefined) =>
  new AppError('CONFLICT', 'Another object of yours has this external id.', {
    reason: 'external_id_taken',
    object: { type, id },
  });

/** No object has this id. */
const NEW = '00000000-0000-0000-0000-000000000000';

/** The error of external ids of a new object of which another has one: CONFLICT `external_id_taken`; null otherwise. */
export async function externalIdTaken(
  db: Db,
  entityId: string,
  type: Identified,
  ids: Readonly<Record<string, string>>,
): Promise<AppError | null> {
  const named = Object.entries(ids).map(([system, value]) => ({ object_id: NEW, system, value }));
  if (named.length === 0) return null;
  const [other] = await takenAmong(db, entityId, type, named);
  return other ? takenBy(type, other.object_id) : null;
}

/** What any business called an object that becomes a part of another is what it calls that; a system that it has there stays. */
export async function moveExternalIds(db: Db, type: Identified, from: string, into: string): Promise<void> {
  await moveNames(db, type, from, into);
}

/** Forgets what any business called objects that are gone. */
export async function forgetExternalIds(
  db: Db,
  type: Identified,
  objectIds: readonly string[],
): Promise<void> {
  if (objectIds.length > 0) await removeNames(db, type, objectIds);
}

/** Gives an object what the parties called another, as far as no object of theirs has it: a quote's order. */
export async function copyExternalIds(
  db: Db,
  from: { type: Identified; id: string },
  into: { type: Identified; id: string },
): Promise<void> {
  await copyNames(db, from, into);
}

/** The external ids of a new object, without those that are null. */
export function removeNullIds(
  ids: Record<string, string | null> | undefined,
): Record<string, string> | undefined {
  if (!ids) return undefined;
  return Object.fromEntries(
    Object.entries(ids).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** Forgets what deleted objects of a business were called. */
export async function removeExternalIds(
  db: Db,
  entityId: string,
  type: Identified,
  objectIds: readonly string[],
): Promise<void> {
  if (objectIds.length > 0) await removeAll(db, entityId, type, objectIds);
}
