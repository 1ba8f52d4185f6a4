import { setTimeout as pause } from 'node:timers/promises';
import {
  lockAndBegin,
  lockAndEnd,
  lockAndReopen,
  lockAndWait,
  type PlanRow,
  planOfToken,
} from '../../../features/assistants/queries.sql';
import { keepPlan, planHash } from '../../../features/assistants/service';
import { AppError, notFound } from '../../../kernel/errors';
import { toAppError } from '../../../operation/failure';
import { type Call, operationNamed, type PlannedCall, runPlanned } from '../call';
import { errorOf } from '../failures';
import { marked } from '../untrusted';
import { type Draft, digestOf, type Planner, shown } from './plan';

/** How long a run that came second waits for the result of the first, in ms. */
const WAIT_MS = 10_000;

/** What running a plan came to. */
export interface Outcome {
  status: 'done' | 'waiting' | 'outdated';
  reason?: 'plan_outdated' | 'plan_expired' | 'plan_declined' | 'plan_ended';
  results: object[];
}

/** Who a plan of this call is bound to. */
const boundTo = ({ ctx: { actor }, client }: Call) => ({
  entityId: actor.entity.id,
  callerId: actor.key?.id ?? actor.userId,
  client,
});

/** Plans, and keeps the plan for `run_plan`. @returns what an assistant sees of it */
export async function plan(call: Call, planner: Planner, input: unknown) {
  const draft = await planner.draft(call, input);
  const visible = shown(draft);
  const { token, expiresAt } = await keepPlan(call.ctx.db, call.ctx.actor, boundTo(call), {
    ...{ tool: planner.name, arguments: input as object, summary: draft.summary, ...visible },
    ...{ calls: draft.calls, digest: digestOf(draft), permissions: permissionsOf(draft) },
  });
  return {
    sentence: `${draft.summary} Nothing has changed yet: run_plan does it.`,
    content: { plan_token: token, expires_at: expiresAt.toISOString(), summary: draft.summary, ...visible },
  };
}

/** What the operations of a plan take. */
function permissionsOf({ calls }: Draft) {
  const taken = calls.flatMap(({ operation, input }) => {
    const { access } = operationNamed(operation);
    const cancels = input.status === 'cancelled' ? (['cancel:orders'] as const) : [];
    return access === 'public' || access === 'signed-in' ? cancels : [access, ...cancels];
  });
  return [...new Set(taken)].sort();
}

/** How a person confirms a run: what they said, or null where the client has yet to ask. */
export interface Confirming {
  canAsk: boolean;
  answer: boolean | null;
}

/**
 * Runs a plan once; sent again it returns the same result.
 * @returns the question for the client to ask where that comes first
 * @throws AppError NOT_FOUND for a plan of another caller or client, IDEMPOTENCY_IN_PROGRESS after 10 s of waiting for another run
 */
export async function run(
  call: Call,
  planners: ReadonlyMap<string, Planner>,
  token: string,
  confirming: Confirming,
): Promise<Outcome | { question: string }> {
  const row = await read(call, token);
  if (row.result) return row.result as unknown as Outcome;
  if (row.status === 'ended') return refused('plan_ended');
  if (row.status !== 'running') {
    if (row.expired) return refused('plan_expired');
    const pending = await confirmed(call, row, confirming);
    if (pending) return pending;
  }
  const [begun] = await lockAndBegin(call.ctx.db, row.id);
  return begun ? act(call, planners, row) : resultOf(call, token);
}

async function read(call: Call, token: string): Promise<PlanRow> {
  const [row] = await planOfToken(call.ctx.db, planHash(token), boundTo(call));
  if (!row) throw notFound();
  return row;
}

const refused = (reason: NonNullable<Outcome['reason']>): Outcome => ({
  status: 'outdated',
  reason,
  results: [],
});

/** Null once a person has confirmed, or need not. */
async function confirmed(
  { ctx: { db } }: Call,
  row: PlanRow,
  { canAsk, answer }: Confirming,
): Promise<Outcome | { question: string } | null> {
  if (row.approved || row.confirm === 'token') return null;
  if (row.confirm === 'ask' && canAsk && row.status === 'open') {
    if (answer === true) return null;
    if (answer === null) return { question: `${row.summary} Do it?` };
    const outcome = refused('plan_declined');
    await lockAndEnd(db, row.id, 'ended', outcome);
    return outcome;
  }
  await lockAndWait(db, row.id);
  return { status: 'waiting', results: [] };
}

async function act(call: Call, planners: ReadonlyMap<string, Planner>, row: PlanRow): Promise<Outcome> {
  const { db } = call.ctx;
  try {
    // A run that another process left half done goes on: its operations respond as before.
    const outcome =
      row.stale || (await isCurrent(call, planners, row))
        ? await perform(call, row)
        : refused('plan_outdated');
    const [kept] = await lockAndEnd(db, row.id, outcome.status === 'done' ? 'done' : 'outdated', outcome);
    return (kept?.result ?? outcome) as unknown as Outcome;
  } catch (error) {
    await lockAndReopen(db, row.id);
    throw error;
  }
}

/** Whether the same arguments plan the same now, for who may still do it. @throws what is a fault of ours */
async function isCurrent(call: Call, planners: ReadonlyMap<string, Planner>, row: PlanRow): Promise<boolean> {
  const planner = planners.get(row.tool);
  const may: readonly string[] = call.ctx.actor.permissions;
  if (!planner || !row.permissions.every((one) => may.includes(one))) return false;
  try {
    return digestOf(await planner.draft(call, row.arguments)) === row.digest;
  } catch (error) {
    if (toAppError(error).status >= 429) throw error;
    return false;
  }
}

/** What a concurrent change is called where an operation compares. */
const CHANGED: ReadonlySet<unknown> = new Set(['quantity_changed', 'status_changed']);

async function perform(call: Call, { id, calls }: PlanRow): Promise<Outcome> {
  const results: object[] = [];
  for (const [index, planned] of calls.entries()) {
    const result = await performOne(call, planned, `mcp-plan ${id} ${index}`);
    if (result === 'outdated' && calls.length === 1) return refused('plan_outdated');
    results.push(result === 'outdated' ? { outcome: 'failed', rule: 'plan_outdated' } : result);
  }
  return { status: 'done', results };
}

async function performOne(call: Call, planned: PlannedCall, key: string): Promise<object | 'outdated'> {
  try {
    const response = await runPlanned(call, planned, key);
    return { outcome: 'done', ...named(response) };
  } catch (error) {
    const failure = toAppError(error);
    if (failure.status >= 429) throw error;
    if (CHANGED.has(failure.details.reason)) return 'outdated';
    return { outcome: 'failed', error: errorOf(failure) };
  }
}

/** What was made or changed, by its names. */
function named(response: unknown): object {
  const { id, order_number, number, status, data } = (response ?? {}) as Record<string, unknown>;
  const rows = Array.isArray(data) ? data.length : undefined;
  return marked({ id, order_number, number, status, rows }) as object;
}

/** Waits for the run that came first. */
async function resultOf(call: Call, token: string): Promise<Outcome> {
  const until = Date.now() + WAIT_MS;
  for (let delay = 50; Date.now() < until && !call.signal.aborted; delay = Math.min(delay * 2, 500)) {
    await pause(delay);
    const { result, status } = await read(call, token);
    if (result) return result as unknown as Outcome;
    if (status === 'ended') return refused('plan_ended');
  }
  throw new AppError('IDEMPOTENCY_IN_PROGRESS', 'The plan is being run. Call again in a second.', {
    reason: 'idempotency_in_progress',
  });
}
