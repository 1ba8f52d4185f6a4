import type { RequestInfo } from '../../kernel/actor';
import type { EventType } from '../../kernel/events';
import { runUnitOfWork } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { planForMany } from '../../platform/db/plan.sql';
import { BATCH_EVENTS } from '../lots/service';
import { memberOf } from './check';
import { KINDS } from './kinds';
import type { LeasedImport } from './leased-import';
import { addApplied, completeImport, importLeases } from './leased-import.sql';
import type { AppliedLine } from './line';
import { storeOutcomes } from './lines.sql';
import { type OpenLine, openLines } from './queries';
import { reportProducts } from './report-products';

/** Events of an import. */
export const IMPORT_EVENTS: readonly EventType[] = [
  ...BATCH_EVENTS,
  'customer.created',
  'customer.updated',
  'invoice.issued',
  'product.created',
  'product.updated',
  'inventory.updated',
  'inventory.low_stock',
];

/**
 * Applies the remaining lines batch by batch. A batch's effect, its lines' status and the progress are one transaction,
 * so that no line is applied twice.
 * @throws ImportFailure, LeaseLost
 */
export async function applyImport(db: Db, leased: LeasedImport, goOn: () => void): Promise<void> {
  const kind = KINDS[leased.kind];
  const request: RequestInfo = { id: leased.requestId, address: '', userAgent: null, transport: 'job' };
  for (;;) {
    goOn();
    const actor = await memberOf(db, leased);
    const counts = await runUnitOfWork({ db, actor, request }, IMPORT_EVENTS, async (unit) => {
      // Runs first, so that two processes never apply the same lines.
      await importLeases.renew(unit.db, leased);
      await planForMany(unit.db);
      const lines = await openLines(unit.db, leased.id, kind.applyBatch);
      if (lines.length === 0) return null;
      const applied = await kind.apply({ ...unit, actor, request }, leased, lines);
      await storeApplied(unit.db, leased, applied);
      const after = countsAfter(leased.counts, lines, applied);
      await addApplied(unit.db, leased, lines.length, after);
      return after;
    });
    if (counts === null) break;
    leased.counts = counts;
  }
  await reportProducts(db, leased, goOn);
  await completeImport(db, leased);
}

function countsAfter(
  counts: LeasedImport['counts'],
  lines: readonly OpenLine[],
  applied: readonly AppliedLine[],
): LeasedImport['counts'] {
  const after = { ...counts };
  for (const { outcome } of lines) after[outcome] -= 1;
  for (const { outcome } of applied) after[outcome] += 1;
  return after;
}

async function storeApplied(db: Db, { id }: LeasedImport, lines: readonly AppliedLine[]): Promise<void> {
  await storeOutcomes(db, lines, id);
}
