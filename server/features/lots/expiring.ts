import { newId } from '../../kernel/ids';
import { runUnitOfWork } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { insertDueNotices } from './expiring.sql';
import { batchesForParties } from './queries';
import { BatchData } from './resource';

/** Holders who are notified in one transaction at most. */
const CHUNK = 200;

/**
 * Emits `batch.expiring` to everyone who has units of a batch that expires in 30 or 7 days, or on this day: each once for
 * each of the three, late ones too where a day was missed.
 * @param date the day that is today for every holder; each holder's own day when absent
 * @returns how many events were emitted
 */
export async function announceExpiring(db: Db, date: string | null = null): Promise<number> {
  for (let total = 0; ; ) {
    const count = await announceChunk(db, date);
    total += count;
    if (count < CHUNK) return total;
  }
}

function announceChunk(db: Db, date: string | null): Promise<number> {
  const request = { id: newId(), address: '', userAgent: null, transport: 'job' as const };
  return runUnitOfWork({ db, actor: null, request }, ['batch.expiring'], async (unit) => {
    const due = await insertDueNotices(unit.db, date, CHUNK);
    const parties = await batchesForParties(unit.db, [...new Set(due.map((row) => row.batch_id))]);
    for (const { batch_id, entity_id, days } of due) {
      const seen = parties.find(({ entityId, batch }) => entityId === entity_id && batch.id === batch_id);
      if (seen) unit.emit('batch.expiring', entity_id, { ...BatchData.parse(seen.batch), days });
    }
    return due.length;
  });
}
