import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Storage } from '../../../kernel/storage';
import { eraseAuditRows, type Subject } from '../../../platform/audit-log/erase.sql';
import { storeAudit } from '../../../platform/audit-log/record';
import type { Db } from '../../../platform/db/client';
import { unhurried } from '../../../platform/db/unhurried';
import { removeMembers } from '../../auth/service';
import { closeEntity } from '../../entities/service';
import { membersLeaving } from '../../entities/team/service';
import { eraseLedgerRows } from '../../inventory/seals/service.sql';
import { PERSONAL_COLUMNS } from '../data/tables';
import { erasures } from '../tables';
import { listErasure, listedErasures } from './list';
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
  storage: Storage;
}

/**
 * Erases what is personal of a member or business (decision 443), in one transaction. Audit and ledger rows keep their digests, and an audit row
 * says what each lost. The erasure is listed outside of the database first.
 * @param replayed after a restore: what was erased may have been restored with what retains it
 * @returns false when there is no such member or business
 * @throws AppError CONFLICT with `details.reason` `retention_required` and `until`, or `last_owner`
 */
export async function erase(
  { db, storage }: Scope,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
  replayed?: string,
): Promise<boolean> {
  return unhurried(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('erasures', 443))`);
    const subject = kind === 'entity' ? await businessOf(tx, id) : await memberOf(tx, id);
    if (!subject) return false;
    if (!replayed) {
      await assertErasable(tx, subject);
      await listErasure(storage, { id: newId(), kind, subject_id: id, erased_at: new Date().toISOString() });
    }
    await tx.execute(sql`set local tallyleaf.erasing = 'on'`);
    if (kind === 'entity') await closeEntity(tx, id, replayed !== undefined);
    else {
      await membersLeaving.run(tx, { userIds: [id] });
      await removeMembers(tx, [id]);
    }
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

/** Erases again what the list outside of the database names and the restored database still has. @returns how many */
export async function replayErasures(scope: Scope): Promise<number> {
  const done = await scope.db
    .select({ id: erasures.subjectId })
    .from(erasures)
    .where(isNotNull(erasures.erasedAt));
  const known = new Set(done.map(({ id }) => id));
  let replayed = 0;
  for (const { kind, subject_id: id, erased_at } of await listedErasures(scope.storage)) {
    if (known.has(id)) continue;
    if (await erase(scope, { kind, id }, erased_at)) replayed += 1;
  }
  return replayed;
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
