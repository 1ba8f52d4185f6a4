import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { eraseAuditRows, type Subject } from '../../../platform/audit-log/erase.sql';
import { storeAudit } from '../../../platform/audit-log/record';
import type { Db } from '../../../platform/db/client';
import { unhurried } from '../../../platform/db/unhurried';
import { enqueueAll } from '../../../platform/outbox/enqueue';
import { removeMembers } from '../../auth/service';
import { closeEntity } from '../../entities/service';
import { membersLeaving } from '../../entities/team/service';
import { imports } from '../../imports/tables';
import { eraseLedgerRows } from '../../inventory/seals/service.sql';
import { forgetErased } from '../../usage/queries.sql';
import { PERSONAL_COLUMNS } from '../data/tables';
import { erasures } from '../tables';
import { type ErasureList, type ListedErasure, listedErasures, writeLists } from './list';
import { eraseRows } from './rows';
import {
  existingEntity,
  membersOf,
  ownersBeside,
  partnersOf,
  retainedFor,
  valuesOfEntity,
  valuesOfUser,
} from './values.sql';

interface Scope {
  /** As the owner of the tables: the application's role can't change audit and ledger rows. */
  db: Db;
  /** Outside of the database. */
  lists: readonly ErasureList[];
}

/**
 * Erases what is personal of a member or business (decision 443), in one transaction. Audit and ledger rows keep their digests, and an audit row
 * says what each lost. The erasure is listed outside of the database first, as begun, and as done once it is.
 * @returns false when there is no such member or business
 * @throws AppError CONFLICT with `details.reason` `retention_required` and `until`, or `last_owner`
 */
export async function erase(scope: Scope, subject: Pick<Subject, 'kind' | 'id'>): Promise<boolean> {
  try {
    const isDone = await eraseOnce(scope, subject, false);
    // Servers write requests after their responses, and took some until it was done.
    if (isDone) await forgetErased(scope.db, subject.id);
    return isDone;
  } finally {
    // A list that can't be written now still says that it was begun, and the next erasure or backup settles it.
    await settleErasures(scope).catch(() => {});
  }
}

/** @param isReplay after a restore: what was erased may have been restored with what retains it */
async function eraseOnce(
  { db, lists }: Scope,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
  isReplay: boolean,
): Promise<boolean> {
  return unhurried(db, async (tx) => {
    await lockErasures(tx);
    const subject = kind === 'entity' ? await businessOf(tx, id) : await memberOf(tx, id);
    if (!subject) return false;
    if (!isReplay) {
      await assertErasable(tx, subject);
      const erased_at = new Date().toISOString();
      const begun: ListedErasure = { id: newId(), kind, subject_id: id, erased_at, state: 'begun' };
      await writeLists(lists, [...(await listedErasures(lists)), begun]);
    }
    await tx.execute(sql`set local tallyleaf.erasing = 'on'`);
    if (kind === 'entity') await closeEntity(tx, id, isReplay);
    else {
      await membersLeaving.run(tx, { userIds: [id] });
      await removeMembers(tx, [id]);
    }
    if (kind === 'entity') await removeImported(tx, id);
    await eraseRows(tx, subject);
    await eraseLedgerRows(tx, subject);
    await eraseAuditRows(tx, subject);
    await tx.execute(sql`set local tallyleaf.erasing = 'off'`);
    await storeAudit(tx, [
      {
        entityId: subject.entityId,
        actorId: null,
        actorName: 'Operator',
        action: kind === 'entity' ? 'entity.erased' : 'user.erased',
        objectId: id,
        before: null,
        after: null,
        requestId: newId(),
        address: 'command line',
      },
    ]);
    const erasedAt = sql`now()`;
    const asked = and(eq(erasures.subjectId, id), isNull(erasures.erasedAt));
    const done = await tx.update(erasures).set({ erasedAt }).where(asked).returning({ id: erasures.id });
    if (done.length === 0)
      await tx
        .insert(erasures)
        .values({ id: newId(), kind, subjectId: id, entityId: subject.entityId, erasedAt });
    return true;
  });
}

/** The files that a business imported name its customers. A worker removes them, once the erasure is done. */
async function removeImported(tx: Db, entityId: string): Promise<void> {
  const files = await tx
    .select({ key: imports.storageKey })
    .from(imports)
    .where(eq(imports.entityId, entityId));
  const jobs = files.map((payload) => ({ payload }));
  // In no queue: of one with several jobs each waits for the next poll.
  await enqueueAll(tx, 'remove_file', jobs);
}

const lockErasures = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('erasures', 443))`);

/** The members and businesses that this database says were erased. */
async function erasedIds(db: Db): Promise<ReadonlySet<string>> {
  const done = await db.select({ id: erasures.subjectId }).from(erasures).where(isNotNull(erasures.erasedAt));
  return new Set(done.map(({ id }) => id));
}

/**
 * Brings the lists together, and up to the database: a begun erasure is done, or it failed and is listed no longer. For a
 * database that was not just restored.
 */
export async function settleErasures({ db, lists }: Scope): Promise<void> {
  await db.transaction(async (tx) => {
    await lockErasures(tx);
    const listed = await listedErasures(lists);
    if (listed.length === 0) return;
    const erased = await erasedIds(tx);
    const settled = listed
      .filter(({ state, subject_id: id }) => state === 'done' || erased.has(id))
      .map((one) => ({ ...one, state: 'done' as const }));
    await writeLists(lists, settled);
  });
}

/**
 * Erases again what the lists outside of the database name as done and the restored database still has, and gives each list
 * what any of them names.
 * @returns how many, and those that were begun: the database that could say whether they were done is gone
 */
export async function replayErasures(scope: Scope): Promise<{ erased: number; doubtful: ListedErasure[] }> {
  const known = await erasedIds(scope.db);
  const listed = await listedErasures(scope.lists);
  const missing = listed.filter(({ subject_id: id }) => !known.has(id));
  let erased = 0;
  for (const { kind, subject_id: id, state } of missing) {
    if (state === 'done' && (await eraseOnce(scope, { kind, id }, true))) erased += 1;
  }
  // One that lacks none is left alone: a server on the former database may be writing it.
  for (const list of scope.lists) {
    if ((await listedErasures([list])).length < listed.length) await writeLists([list], listed);
  }
  return { erased, doubtful: missing.filter(({ state }) => state === 'begun') };
}

/** @throws AppError CONFLICT with `details.reason = "last_owner"` */
async function assertNotLastOwner(db: Db, id: string): Promise<void> {
  const [left] = await ownersBeside(db, id);
  if (!left?.is_owner || left.others > 0) return;
  const message =
    'It is the last owner of the business. Erase the business, or make another member an owner.';
  throw new AppError('CONFLICT', message, { reason: 'last_owner' });
}

/** @throws AppError CONFLICT with `details.reason` `retention_required` and the day in `until`, or `last_owner` */
export async function assertErasable(db: Db, { kind, id }: Pick<Subject, 'kind' | 'id'>): Promise<void> {
  if (kind === 'user') return assertNotLastOwner(db, id);
  const reasons = await retainedFor(db, id);
  const [last] = reasons;
  if (!last) return;
  const what = reasons.map((reason) => reason.what);
  throw new AppError('CONFLICT', `The data is retained at least until ${last.until}: ${what.join(', ')}.`, {
    reason: 'retention_required',
    until: last.until,
    retained_for: what,
  });
}

async function businessOf(db: Db, id: string): Promise<Subject | null> {
  const [found] = await existingEntity(db, id);
  if (!found) return null;
  const [values, partners] = [await valuesOfEntity(db, id), await partnersOf(db, id)];
  return subjectOf('entity', id, id, partners, values, await membersOf(db, id));
}

async function memberOf(db: Db, id: string): Promise<Subject | null> {
  const values = await valuesOfUser(db, id);
  const [first] = values;
  if (!first) return null;
  return subjectOf('user', id, first.entity_id, await partnersOf(db, first.entity_id), values, [{ id }]);
}

const subjectOf = (
  kind: Subject['kind'],
  id: string,
  entityId: string,
  partners: ReadonlyArray<{ id: string }>,
  values: ReadonlyArray<{ value: string }>,
  members: ReadonlyArray<{ id: string }>,
): Subject => ({
  kind,
  id,
  entityId,
  partnerIds: partners.map((one) => one.id),
  memberIds: members.map((one) => one.id),
  values: values.map(({ value }) => value),
  keys: PERSONAL_COLUMNS,
});
