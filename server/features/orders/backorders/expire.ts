import { newId } from '../../../kernel/ids';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { storeNotice } from '../../../platform/outbox/notices';
import { BACKORDER_EVENTS, reportBackorders } from './open';
import { BATCH, dueBackorders, lockAndCancel, markReady } from './queries.sql';

/** Cancels the open backorders whose last day is over where their seller is. */
export async function expireBackorders({ db }: { db: Db }): Promise<void> {
  const request = { id: newId(), address: '', userAgent: null, transport: 'job' as const };
  for (;;) {
    const due = await dueBackorders(db);
    const ids = due.map(({ id }) => id);
    if (ids.length > 0) {
      await runUnitOfWork({ db, actor: null, request }, [BACKORDER_EVENTS.cancelled], async (unit) => {
        const cancelled = await lockAndCancel(unit.db, ids);
        const changed = await reportBackorders(
          unit,
          cancelled.map(({ id }) => id),
          'cancelled',
        );
        for (const { id, seller, buyer } of changed) {
          for (const { id: entityId } of [seller, buyer]) {
            const after = { status: 'cancelled', notes: 'Expired' };
            unit.audit({
              action: 'backorder.updated',
              objectId: id,
              entityId,
              before: { status: 'open' },
              after,
            });
          }
        }
      });
    }
    if (due.length < BATCH) return;
  }
}

/** Notifies sellers of stock for backorders that wait: once each, until the next one is filled in part. */
export async function announceReady({ db }: { db: Db }): Promise<void> {
  for (;;) {
    const marked = await db.transaction(async (tx) => {
      const ready = await markReady(tx);
      for (const { seller_id, id, sku, product_name, backorders, units } of ready) {
        const waiting = backorders === 1 ? '1 backorder waits' : `${backorders} backorders wait`;
        await storeNotice(tx, seller_id, {
          kind: 'backorder_ready',
          object: { type: 'backorder', id, name: sku },
          summary: `${product_name} (${sku}) is in stock: ${waiting} for ${units} ${units === 1 ? 'unit' : 'units'}`,
          permission: 'read:orders',
        });
      }
      return ready.reduce((sum, row) => sum + row.backorders, 0);
    });
    if (marked < BATCH) return;
  }
}
