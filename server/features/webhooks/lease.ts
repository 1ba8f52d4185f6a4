import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Cipher } from '../../kernel/cipher';
import { type Db, isUnreachable } from '../../platform/db/client';
import { iso, uuids } from '../../platform/db/listing';
import type { AttemptKind, EventName } from './schema';

/** How long an endpoint stays with the process that delivers to it after its last sign of life. */
const LEASE = sql`interval '15 seconds'`;

const RELEASE_TRIES = 3;
const RELEASE_PAUSE_MS = 300;

export const SECRET_PURPOSE = 'webhook secret';

/** An endpoint while one process delivers to it. */
export interface LeasedEndpoint {
  id: string;
  /** Who holds the lease. */
  token: string;
  url: string;
  /** False from the moment at which an attempt disabled it. */
  active: boolean;
  /** The current one first; the one before it while a rotation lasts. */
  secrets: string[];
  failingSince: Date | null;
}

/** A delivery whose time has come, with what it carries. */
export interface DueDelivery {
  id: string;
  eventId: string;
  eventType: EventName;
  round: number;
  tries: number;
  kind: AttemptKind;
  sequence: number;
  createdAt: string;
  /** Null when the event is no longer kept. */
  data: Record<string, unknown> | null;
}

interface EndpointRow extends Record<string, unknown> {
  url: string;
  secret: string;
  previous_secret: string | null;
  failing_since: string | null;
}

type LeaseContext = { db: Db; cipher: Cipher };

const SETTINGS = sql`url, secret, case when previous_secret_until > now() then previous_secret end as previous_secret,
  ${iso(sql`failing_since`)} as failing_since`;

/** Takes an endpoint to deliver to; null when another process has it, or it is disabled or gone. */
export async function takeLease(
  { db, cipher }: LeaseContext,
  endpointId: string,
): Promise<LeasedEndpoint | null> {
  const token = v7();
  const [row] = await db.execute<EndpointRow>(sql`
    update webhook_endpoints set lease_token = ${token}, lease_until = now() + ${LEASE}
    where id = ${endpointId} and active and (lease_until is null or lease_until < now()) returning ${SETTINGS}`);
  return row ? { id: endpointId, token, active: true, ...settingsOf(row, cipher) } : null;
}

/** Gives a sign of life and reads the endpoint anew. @returns false when it is no longer ours, disabled or gone */
export async function renewLease({ db, cipher }: LeaseContext, endpoint: LeasedEndpoint): Promise<boolean> {
  const [row] = await db.execute<EndpointRow>(sql`
    update webhook_endpoints set lease_until = now() + ${LEASE}
    where id = ${endpoint.id} and lease_token = ${endpoint.token} and active returning ${SETTINGS}`);
  if (row) Object.assign(endpoint, settingsOf(row, cipher));
  return row !== undefined;
}

function settingsOf(row: EndpointRow, cipher: Cipher) {
  const sealed = [row.secret, row.previous_secret].filter((secret) => secret !== null);
  return {
    url: row.url,
    secrets: sealed.map((secret) => cipher.open(SECRET_PURPOSE, secret)),
    failingSince: row.failing_since ? new Date(row.failing_since) : null,
  };
}

/** Gives an endpoint back, also when the connection is lost just then: until its lease has run out nobody delivers. */
export async function releaseLease(db: Db, { id, token }: LeasedEndpoint): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await db.execute(sql`
        update webhook_endpoints set lease_token = null, lease_until = null
        where id = ${id} and lease_token = ${token}`);
      return;
    } catch (error) {
      if (tries === RELEASE_TRIES || !isUnreachable(error)) throw error;
      await delay(RELEASE_PAUSE_MS);
    }
  }
}

interface DueRow extends Record<string, unknown>, Omit<DueDelivery, 'sequence'> {
  sequence: string | null;
}

/** What is due at an endpoint, the longest due first. @param known ids that are under way already */
export async function findDue(
  db: Db,
  endpointId: string,
  known: readonly string[],
  limit: number,
): Promise<DueDelivery[]> {
  const rows = await db.execute<DueRow>(sql`
    select d.id, d.event_id as "eventId", d.event_type as "eventType", d.round, d.tries, d.next_kind as kind,
      e.sequence, ${iso(sql`coalesce(e.created_at, d.created_at)`)} as "createdAt", coalesce(e.data, d.test_data) as data
    from webhook_deliveries d left join events e on e.id = d.event_id
    where d.endpoint_id = ${endpointId} and d.status = 'pending' and d.next_attempt_at <= now()
      and d.id <> all(${uuids(known)})
    order by d.next_attempt_at, d.id limit ${limit}`);
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence ?? 0) }));
}

/** When the next delivery to an active endpoint is due; null when none is waiting. */
export async function nextDueAt(db: Db, endpointId: string): Promise<Date | null> {
  const [row] = await db.execute<{ at: string | null }>(sql`
    select ${iso(sql`min(d.next_attempt_at)`)} as at from webhook_deliveries d
    join webhook_endpoints w on w.id = d.endpoint_id and w.active
    where d.endpoint_id = ${endpointId} and d.status = 'pending'`);
  return row?.at ? new Date(row.at) : null;
}
