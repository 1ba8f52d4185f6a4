import { declarationOf } from '../../kernel/events';
import { newId } from '../../kernel/ids';
import type { Notice } from '../../kernel/notices';
import type { Db } from '../db/client';
import type { NumberedEvent } from './dispatcher';
import { insertNotices } from './notices.sql';

/** Stores a notice in the transaction of its cause; workers write the notifications. */
export async function storeNotice(db: Db, entityId: string, notice: Notice): Promise<void> {
  const created_at = new Date().toISOString();
  await insertNotices(db, [{ id: newId(), entity_id: entityId, created_at, notice }]);
}

/** Hands events on to the workers that write notifications, in the transaction that numbers them. */
export async function storeNoticesOf(db: Db, events: readonly NumberedEvent[]): Promise<void> {
  const rows = events
    .filter((event) => declarationOf(event.type).notifies)
    .map(({ id, entityId, createdAt }) => ({
      id,
      entity_id: entityId,
      created_at: createdAt,
      notice: null,
    }));
  if (rows.length > 0) await insertNotices(db, rows);
}
