import { and, eq, type SQL, sql } from 'drizzle-orm';
import { newId } from '../../kernel/ids';
import { runUnitOfWork } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { storeNotice } from '../../platform/outbox/notices';
import { disableEndpoint, lockAndFailPending, PATIENCE_DAYS } from './health.sql';
import type { LeasedEndpoint } from './leased-endpoint';
import type { AttemptKind, DisabledReason } from './schema';
import type { Outcome } from './send';
import { webhookEndpoints } from './tables';

const WHY: Record<DisabledReason, string> = {
  gone: 'it responded with 410 Gone',
  failing: 'every attempt of the last five days failed',
  manual: 'a member of your team disabled it',
};

const PATIENCE_MS = PATIENCE_DAYS * 24 * 60 * 60 * 1000;

/**
 * Tracks since when an endpoint has been failing, and disables one that is gone or has failed for too long. What an address
 * that was replaced meanwhile responded counts nothing.
 * @param url that the request was sent to
 */
export async function settleHealth(
  db: Db,
  endpoint: LeasedEndpoint,
  { kind, url }: { kind: AttemptKind; url: string },
  { ok, status }: Pick<Outcome, 'ok' | 'status'>,
): Promise<void> {
  const setFailingSince = (failingSince: SQL | null) =>
    db
      .update(webhookEndpoints)
      .set({ failingSince })
      .where(and(eq(webhookEndpoints.id, endpoint.id), eq(webhookEndpoints.url, url)));
  if (ok) {
    if (!endpoint.failingSince) return;
    endpoint.failingSince = null;
    await setFailingSince(null);
  } else if (status === 410) {
    await disable(db, endpoint, url, 'gone');
  } else if (kind !== 'test') {
    if (!endpoint.failingSince) {
      endpoint.failingSince = new Date();
      await setFailingSince(sql`coalesce(${webhookEndpoints.failingSince}, now())`);
    } else if (endpoint.failingSince.getTime() < Date.now() - PATIENCE_MS) {
      await disable(db, endpoint, url, 'failing');
    }
  }
}

/** Disables an endpoint automatically and notifies its entity's owners and admins. */
async function disable(db: Db, endpoint: LeasedEndpoint, url: string, reason: DisabledReason): Promise<void> {
  // Also when a member changed it meanwhile: the next lane reads it again.
  endpoint.active = false;
  const request = { id: newId(), address: '', userAgent: null, transport: 'job' as const };
  await runUnitOfWork({ db, actor: null, request }, [], async (unit) => {
    const [row] = await disableEndpoint(unit.db, reason, endpoint.id, url);
    if (!row) return;
    await failPending(unit.db, endpoint.id);
    await storeNotice(unit.db, row.entity_id, {
      kind: 'webhook_disabled',
      object: { type: 'webhook', id: endpoint.id, name: row.url },
      summary: `The webhook endpoint ${row.url} was disabled: ${WHY[reason]}`,
      permission: 'read:webhooks',
      locationIds: row.location_ids,
    });
    unit.audit({
      entityId: row.entity_id,
      action: 'webhook.disabled',
      objectId: endpoint.id,
      locationIds: row.location_ids,
      before: { active: true, disabled_reason: null },
      after: { active: false, disabled_reason: reason },
    });
  });
}

/** Fails the waiting deliveries of a disabled endpoint; a replay sends them once it is active again. */
export async function failPending(db: Db, endpointId: string): Promise<void> {
  await lockAndFailPending(db, endpointId);
}
