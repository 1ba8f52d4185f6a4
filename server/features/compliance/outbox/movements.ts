import { and, inArray } from 'drizzle-orm';
import { dateIn } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import type { Db } from '../../../platform/db/client';
import type { ToldMoves } from '../../inventory/ledger/ledger';
import { enqueueSite } from '../enqueue';
import { capabilityOf } from '../states';
import { complianceJobs } from '../tables';
import { isToldReason, type ToldReason } from '../words';
import { type AdjustmentFacts, judgeAdjustment, startOf } from './adjustment';
import { type LastJob, lastJobs, type ToldRow, toldRows } from './movements.sql';

type Made = typeof complianceJobs.$inferInsert & { facts: AdjustmentFacts };

/**
 * Makes a job for each tagged package whose units changed, in the transaction of the ledger. A change that takes back the last one
 * of its package before that was sent or approved ends both.
 */
export async function tellMoves(db: Db, { entityId, moves }: ToldMoves): Promise<void> {
  const told = moves.filter(({ reason }) => isToldReason(reason));
  if (told.length === 0) return;
  const rows = await toldRows(
    db,
    entityId,
    told.map(({ id }) => id),
    told.map(({ itemId }) => itemId),
    told.map(({ lotId }) => lotId),
  );
  if (rows.length === 0) return;
  const rowOf = new Map(rows.map((row) => [row.move_id, row]));
  const made = told.flatMap((move) => {
    const row = rowOf.get(move.id);
    return row ? jobOf(entityId, move, row) : [];
  });
  const undone = await takeBack(db, made);
  await db.insert(complianceJobs).values(made).onConflictDoNothing();
  if (undone.length > 0) {
    await db
      .update(complianceJobs)
      .set({ status: 'superseded', nextAttemptAt: null })
      .where(
        and(inArray(complianceJobs.id, undone), inArray(complianceJobs.status, ['needs_data', 'review'])),
      );
  }
  const ready = new Set(
    made.flatMap((job) => (job.status === 'ready' && job.connectionId ? job.connectionId : [])),
  );
  for (const id of ready) await enqueueSite(db, { id, entityId });
}

function jobOf(entityId: string, move: ToldMoves['moves'][number], row: ToldRow): Made {
  const id = newId();
  const facts: AdjustmentFacts = {
    ...{ tag: row.tag, item_id: move.itemId, units: move.delta },
    reason: move.reason as ToldReason,
    note: move.notes,
    inferred: move.isInferred,
    day: dateIn(row.timezone),
    measure: { unit: row.unit, step: row.step, weight: row.weight, weight_unit: row.weight_unit },
  };
  const site = {
    ...{ reasons: row.reasons, vendorReasons: row.vendor_reasons },
    packages: capabilityOf(row.state).packages,
  };
  const { request, problems } = judgeAdjustment(id, facts, {}, site, row.package_unit);
  return {
    ...{ id, entityId, locationId: row.location_id, connectionId: row.connection_id },
    ...{ kind: 'package_adjustment', sourceType: 'movement', sourceId: move.id, subject: row.tag },
    ...{ facts, request, problems, status: startOf(problems, row.mode) },
  };
}

const keyOf = (one: { connectionId?: string | null; subject: string }) =>
  `${one.connectionId}/${one.subject}`;

/** Ends new jobs that take back the last one of their package, which is untouched. @returns the ids of those */
async function takeBack(db: Db, made: Made[]): Promise<string[]> {
  const last = new Map(
    (
      await lastJobs(
        db,
        [...new Set(made.flatMap(({ connectionId }) => connectionId ?? []))],
        [...new Set(made.map(({ subject }) => subject))],
      )
    ).map((job) => [keyOf({ connectionId: job.connection_id, subject: job.subject }), job]),
  );
  return made.flatMap((job) => {
    const before = last.get(keyOf(job));
    last.delete(keyOf(job));
    if (!before || !isTakenBack(before, job.facts)) return [];
    Object.assign(job, { status: 'superseded', problems: [] });
    return before.id;
  });
}

const isTakenBack = ({ status, tried, units, reason }: LastJob, facts: AdjustmentFacts) =>
  (status === 'needs_data' || status === 'review') &&
  !tried &&
  units === -facts.units &&
  reason === facts.reason;
