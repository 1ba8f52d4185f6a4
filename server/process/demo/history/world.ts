import { AUDIT_ACTIONS } from '../../../kernel/audit-actions';
import type { auditLog } from '../../../platform/audit-log/tables';
import type { Business } from '../businesses';
import { DAY, HOUR, idAt } from '../identity';
import type { DemoKey } from '../people';
import { Agenda } from './agenda';
import { BatchBook, type Lot } from './batch-book';
import { GoodsBook } from './goods-book';
import { PosSyncs } from './pos-syncs';
import type { Recorded } from './recorded';
import { StockActs } from './stock-acts';
import { type Cause, type Stock, StockBook } from './stock-book';

export const HISTORY_DAYS = 90;
/** From midnight in UTC to midnight in California, in winter. */
const OFFSET = 8 * HOUR;

/** The demo's history while it is generated: entities, stock, and pending events. */
export class World {
  readonly agenda: Agenda;
  readonly book = new StockBook();
  readonly batches = new BatchBook();
  readonly acts = new StockActs();
  readonly goods = new GoodsBook();
  readonly syncs = new PosSyncs(this.book);
  readonly audit: (typeof auditLog.$inferInsert)[] = [];

  constructor(
    readonly now: number,
    readonly businesses: Record<DemoKey, Business>,
  ) {
    this.agenda = new Agenda(now);
  }

  /** Returns an hour of the day in California (winter time), so many of its days ago. */
  on(daysAgo: number, hour: number): number {
    const today = Math.floor((this.now - OFFSET) / DAY) * DAY + OFFSET;
    return today - daysAgo * DAY + hour * HOUR;
  }

  /** Records a manual or POS change as the inventory API does: in the ledger and the audit log. */
  adjust(
    stock: Stock,
    delta: number,
    cause: Omit<Cause, 'requestId' | 'source'> & { by: 'api' | 'dashboard'; lot?: Lot | null },
  ): void {
    const { by, lot = null, ...rest } = cause;
    const requestId = idAt(cause.at);
    const before = stock.quantity;
    this.book.change(stock, delta, { ...rest, requestId, source: { type: by, id: null } }, lot);
    this.record({
      at: cause.at,
      actor: cause.actor,
      requestId,
      action: 'inventory.adjusted',
      objectId: stock.id,
      locationIds: [stock.locationId],
      before: { quantity: before },
      after: { quantity: stock.quantity, reason_code: cause.reason, notes: cause.notes ?? null },
    });
  }

  record(entry: Recorded): void {
    const { at, actor, locationIds = null, ...rest } = entry;
    this.audit.push({
      ...rest,
      id: idAt(at),
      objectType: AUDIT_ACTIONS[entry.action],
      locationIds,
      entityId: actor.entityId,
      actorId: actor.id,
      actorName: actor.name,
      address: 'demo',
      createdAt: new Date(at),
    });
  }
}
