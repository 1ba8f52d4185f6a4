import { sql } from 'drizzle-orm';
import { iso } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities } from '../entities/tables';
import type { PlanStatus } from './schema';
import { MAX_PLANS } from './schema';
import { mcpPlans } from './tables';

/** Who a plan is bound to: another key, member or client finds none. */
export interface Bound {
  entityId: string;
  callerId: string;
  client: string;
}
const BOUND: Bound = { entityId: ID, callerId: ID, client: 'x' };
const isBound = ({ entityId, callerId, client }: Bound) =>
  sql`p.entity_id = ${entityId} and p.caller_id = ${callerId} and p.client = ${client}`;

export interface PlanRow {
  id: string;
  tool: string;
  arguments: Record<string, unknown>;
  summary: string;
  calls: Array<{ operation: string; input: Record<string, unknown> }>;
  digest: string;
  permissions: string[];
  status: PlanStatus;
  expired: boolean;
  approved: boolean;
  /** Begun by a process that seems to have ended. */
  stale: boolean;
  result: Record<string, unknown> | null;
  confirm: 'ask' | 'token' | 'dashboard';
}

/** After so many seconds without a result, a run counts as ended and another one goes on with it. */
const STALE_SECONDS = 60;
const isStale = sql`coalesce(p.status = 'running' and p.started_at < now() - interval '${sql.raw(String(STALE_SECONDS))} seconds', false)`;

export const planOfToken = statement(
  [['x', BOUND]],
  (hash: string, bound: Bound) => sql<PlanRow>`
    select p.id, p.tool, p.arguments, p.summary, p.calls, p.digest, p.permissions, p.status, p.expires_at <= now() as expired,
      p.approved_at is not null as approved, ${isStale} as stale, p.result, e.mcp_confirm as confirm
    from ${mcpPlans} p join ${entities} e on e.id = p.entity_id where p.token_hash = ${hash} and ${isBound(bound)}`,
);

/** Begins the only run of a plan. @returns a row for the run that won */
export const lockAndBegin = statement(
  [[ID]],
  (id: string) => sql<{ id: string }>`
    update ${mcpPlans} p set status = 'running', started_at = now()
    where p.id = ${id} and (p.status in ('open', 'waiting') or ${isStale}) returning p.id`,
);

/** Minutes in which a member approves what waits, and it is run then. */
export const lockAndWait = statement(
  [[ID]],
  (id: string) => sql<{ id: string }>`
    update ${mcpPlans} p set status = 'waiting', expires_at = now() + interval '10 minutes'
    where p.id = ${id} and p.status = 'open' returning p.id`,
);

/** Keeps the result. @returns it as every later run reads it */
export const lockAndEnd = statement(
  [[ID, 'done', {}]],
  (id: string, status: PlanStatus, result: object) => sql<{ result: Record<string, unknown> }>`
    update ${mcpPlans} p set status = ${status}, result = ${JSON.stringify(result)}::jsonb where p.id = ${id} returning p.result`,
);

/** Lets another run try again, after a fault of ours. */
export const lockAndReopen = statement(
  [[ID]],
  (id: string) => sql`
    update ${mcpPlans} p set status = case when p.approved_at is null then 'open' else 'waiting' end where p.id = ${id} and p.status = 'running'`,
);

/** Makes the plans of one caller one at a time, until the transaction ends. */
export const lockCaller = statement(
  [[ID]],
  (callerId: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`mcp plans ${callerId}`}, 0))`,
);

/** Ends open plans of a caller beyond the newest ones. */
export const lockAndEndOldest = statement(
  [[ID, 5]],
  (callerId: string, kept: number) => sql`
    update ${mcpPlans} p set status = 'ended' where p.id in (
      select o.id from ${mcpPlans} o where o.caller_id = ${callerId} and o.status in ('open', 'waiting') and o.expires_at > now()
      order by o.created_at desc, o.id desc offset ${kept}::int)`,
);

export interface WaitingRow {
  id: string;
  user_id: string;
  client: string;
  tool: string;
  summary: string;
  changes: Array<{
    object: Record<string, unknown>;
    before: Record<string, unknown> | null;
    after: Record<string, unknown>;
  }>;
  warnings: Array<Record<string, unknown>>;
  permissions: string[];
  expires_at: string;
  created_at: string;
}

export const waitingPlans = statement(
  [[ID]],
  (entityId: string) => sql<WaitingRow>`
    select p.id, p.user_id, p.client, p.tool, p.summary, p.changes, p.warnings, p.permissions,
      ${iso(sql`p.expires_at`)} as expires_at, ${iso(sql`p.created_at`)} as created_at
    from ${mcpPlans} p where p.entity_id = ${entityId} and p.status = 'waiting' and p.approved_at is null and p.expires_at > now()
    order by p.created_at, p.id limit ${sql.raw(String(MAX_PLANS))}`,
);

export const lockWaiting = statement(
  [[ID, ID]],
  (id: string, entityId: string) => sql<{
    id: string;
    user_id: string;
    client: string;
    tool: string;
    summary: string;
    permissions: string[];
    waits: boolean;
  }>`
    select p.id, p.user_id, p.client, p.tool, p.summary, p.permissions,
      p.status = 'waiting' and p.approved_at is null and p.expires_at > now() as waits
    from ${mcpPlans} p where p.id = ${id} and p.entity_id = ${entityId} and p.status <> 'open' for update`,
);
