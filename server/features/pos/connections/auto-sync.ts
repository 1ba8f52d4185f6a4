import type { RequestInfo } from '../../../kernel/actor';
import { newId } from '../../../kernel/ids';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { dueConnection, dueConnections } from '../runs/runs.sql';
import { addRun } from '../runs/start';
import { lockConnectionRow } from '../runs/step.sql';

/**
 * Starts an incremental run of every connection that is due (decision 19, `auto_sync` and `sync_frequency`). Any number
 * of processes may run it: one starts a run, the others find it active.
 */
export async function startDueSyncs({ db }: { db: Db }): Promise<void> {
  const due = await dueConnections(db);
  for (const { id } of due) await startIfDue(db, id);
}

async function startIfDue(db: Db, connectionId: string): Promise<void> {
  const request: RequestInfo = { id: newId(), address: '', userAgent: null, transport: 'job' };
  await runUnitOfWork({ db, actor: null, request }, [], async (unit) => {
    await lockConnectionRow(unit.db, connectionId);
    const [due] = await dueConnection(unit.db, connectionId);
    if (!due) return;
    await addRun(
      { ...unit, actor: { userId: null, name: 'Tallyleaf' }, request },
      {
        connectionId,
        entityId: due.entity_id,
        locationId: due.location_id,
        syncType: 'incremental',
      },
    );
  });
}
