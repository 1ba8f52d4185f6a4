import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { RequestInfo } from '../../kernel/actor';
import { runUnitOfWork } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { CONNECTIONS, IS_DUE } from './due';
import { addRun } from './run-start';

/** As many as one look begins; the next looks a minute later. */
const AT_ONCE = 1_000;

/**
 * Begins an incremental run of every connection whose business wants one by now (decision 19, `auto_sync` and
 * `sync_frequency`). Any number of processes may look at once: the first begins the run, the others find it begun.
 */
export async function startDueSyncs({ db }: { db: Db }): Promise<void> {
  const due = await db.execute<{ id: string }>(sql`
    select c.id from ${CONNECTIONS} where ${IS_DUE} order by last.created_at nulls first, c.id limit ${AT_ONCE}`);
  for (const { id } of due) await startIfDue(db, id);
}

async function startIfDue(db: Db, connectionId: string): Promise<void> {
  const request: RequestInfo = { id: v7(), address: '', userAgent: null, transport: 'job' };
  await runUnitOfWork({ db, actor: null, request }, [], async (unit) => {
    await unit.db.execute(sql`select 1 from pos_connections where id = ${connectionId} for no key update`);
    const [due] = await unit.db.execute<{ entity_id: string; location_id: string }>(
      sql`select c.entity_id, c.location_id from ${CONNECTIONS} where c.id = ${connectionId} and ${IS_DUE}`,
    );
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
