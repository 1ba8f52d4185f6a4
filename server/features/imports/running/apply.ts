import type { RequestInfo } from '../../../kernel/actor';
import type { EventType } from '../../../kernel/events';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { planForMany } from '../../../platform/db/plan.sql';
import { INVOICE_EVENTS } from '../../billing/invoices/service';
import { CUSTOMER_EVENTS } from '../../entities/customers/service';
import { GOODS_EVENTS } from '../../inventory/goods-receipts/changing';
import { STOCK_EVENTS } from '../../inventory/ledger/ledger';
import { BATCH_EVENTS } from '../../lots/service';
import { ENTERING_EVENTS } from '../../orders/placing/place';
import { IMPORTED_PRODUCT_EVENTS, reportProducts } from '../catalog/report-products';
import { KINDS } from '../kinds';
import { memberOf } from '../lines/check';
import { type AppliedLine, BATCH_MS, MAX_BATCH_LINES } from '../lines/line';
import { recordItems } from '../migrations/record-items';
import { type OpenLine, openLines } from '../queries';
import type { LeasedImport } from './leased-import';
import { addApplied, completeImport, importLeases } from './leased-import.sql';
import { storeOutcomes } from './lines.sql';

/** Events of an import. */
export const IMPORT_EVENTS: readonly EventType[] = [
  ...BATCH_EVENTS,
  ...CUSTOMER_EVENTS,
  ...GOODS_EVENTS,
  ...INVOICE_EVENTS,
  ...IMPORTED_PRODUCT_EVENTS,
  ...STOCK_EVENTS,
  ...ENTERING_EVENTS,
];

/**
 * Applies the remaining lines batch by batch. A batch's effect, its lines' status and the progress are one transaction,
 * so that no line is applied twice. A batch that took longer than it may makes the next one smaller (decision 918).
 * @throws ImportFailure, LeaseLost
 */
export async function applyImport(db: Db, leased: LeasedImport, goOn: () => void): Promise<void> {
  const kind = KINDS[leased.kind];
  const request: RequestInfo = { id: leased.requestId, address: '', userAgent: null, transport: 'job' };
  let size = MAX_BATCH_LINES;
  for (;;) {
    goOn();
    const actor = await memberOf(db, leased);
    const began = performance.now();
    const counts = await runUnitOfWork({ db, actor, request }, IMPORT_EVENTS, async (unit) => {
      // The import's row stays free for renewals and for a member who stops it, until the progress is recorded.
      await importLeases.hold(unit.db, leased);
      await planForMany(unit.db);
      const lines = await (kind.take ?? openLines)(unit.db, leased.id, size);
      if (lines.length === 0) return null;
      const applied = await kind.apply({ ...unit, actor, request }, leased, lines);
      await storeOutcomes(unit.db, applied, leased.id);
      await recordItems(unit.db, leased, lines, applied);
      const after = countsAfter(leased.counts, lines.slice(0, applied.length), applied);
      await addApplied(unit.db, leased, applied.length, after);
      return after;
    });
    if (counts === null) break;
    leased.counts = counts;
    size = nextSize(size, performance.now() - began);
  }
  await reportProducts(db, leased, goOn);
  await completeImport(db, leased);
}

/** Lines of the next batch: as many as fit the time by the last one, and at most twice as many. */
export function nextSize(size: number, tookMs: number): number {
  const fitting = Math.floor((size * BATCH_MS) / Math.max(tookMs, 1));
  return Math.min(MAX_BATCH_LINES, Math.max(1, Math.min(size * 2, fitting)));
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
