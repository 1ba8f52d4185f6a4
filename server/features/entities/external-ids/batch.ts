// Other features import this file.
import type { z } from 'zod';
import { AppError, invalidRequest, isAppError } from '../../../kernel/errors';
import type { EventType } from '../../../kernel/events';
import { fieldErrors } from '../../../kernel/field-errors';
import type { MemberContext } from '../../../operation/context';
import { matcherOf } from '../../../operation/etag';
import { tagOfView } from '../../../operation/objects';
import { RetryTransaction, runUnitOfWork, type Unit } from '../../../operation/unit-of-work';
import { isRetryable } from '../../../platform/db/client';
import { replayOf } from '../../../platform/idempotency/once';
import type { BatchResult, BatchResults } from './batch.schema';
import type { ExternalId } from './schema';
import { lockBatches, lockNames, objectsNamed } from './service.sql';
import { type Upserts, upsert } from './upsert';

/** How long (ms) entries of a batch share a transaction, unless all of them must. */
const PART_MS = 2_000;

type Named = { external_ids?: Record<string, string | null> | undefined };
/** What a batch may say of an entry beside the object. */
interface Keyed {
  system?: string | undefined;
  value?: string | undefined;
  if_match?: string | undefined;
}

/** An entry that was read: what it names, or why it can't be. */
type Entry<B> = { key: ExternalId; body: B; ifMatch: string | undefined } | { error: AppError };

/**
 * Makes or changes up to 200 objects, each as by its own request: in one transaction, or in several of two seconds each, unless all must be
 * done or none. Its entries have savepoints, audit rows and events of their own.
 * @throws AppError with `details.index` for the first failure of an atomic batch, of which nothing is kept
 */
export async function runBatch<B extends Named, V extends { id: string }>(
  ctx: MemberContext,
  how: Upserts<B, V> & { events: readonly EventType[] },
  schema: z.ZodType<B & Keyed>,
  { items, atomic }: { items: readonly unknown[]; atomic: boolean },
): Promise<BatchResults> {
  const entries = withoutRepeated(items.map((item) => entryOf<B>(schema, item)));
  return storedAtLast(ctx, async () => {
    const results: BatchResult[] = [];
    while (results.length < entries.length) {
      const from = results.length;
      const part = await runUnitOfWork({ ...ctx, keyed: null, precondition: null }, how.events, (unit) =>
        runPart(ctx, unit, how, { entries, from, atomic }),
      );
      results.push(...part);
    }
    return { results };
  });
}

/** Stores the response of a key after work that has transactions of its own, whose effect a repetition doesn't change. */
export async function storedAtLast<T>(ctx: MemberContext, work: () => Promise<T>): Promise<T> {
  const { keyed } = ctx;
  if (!keyed) return work();
  const given = await replayOf<T>(ctx.db, keyed);
  if (given) return given.response;
  const response = await work();
  return runUnitOfWork({ ...ctx, precondition: null }, [], async () => response);
}

async function runPart<B extends Named, V extends { id: string }>(
  ctx: MemberContext,
  unit: Unit,
  how: Upserts<B, V>,
  { entries, from, atomic }: { entries: readonly Entry<B>[]; from: number; atomic: boolean },
): Promise<BatchResult[]> {
  const began = performance.now();
  await lockBatches(unit.db, ctx.actor.entity.id);
  await lockAll(ctx, unit, how, entries.slice(from));
  const results: BatchResult[] = [];
  for (let index = from; index < entries.length; index++) {
    if (index > from && !atomic && performance.now() - began > PART_MS) break;
    results.push(await runEntry(ctx, unit, how, { entry: entries[index] as Entry<B>, index, atomic }));
  }
  return results;
}

/** Names in one order, then the objects that are there in the order of their ids. */
async function lockAll<B extends Named, V extends { id: string }>(
  ctx: MemberContext,
  { db }: Unit,
  how: Upserts<B, V>,
  entries: readonly Entry<B>[],
): Promise<void> {
  const keys = entries.flatMap((entry) => ('key' in entry ? entry.key : []));
  const me = ctx.actor.entity.id;
  await lockNames(
    db,
    keys.map(({ system, value }) => JSON.stringify([me, how.type, system, value])),
  );
  for (const { object_id } of await objectsNamed(db, me, how.type, keys))
    await how.lock({ ...ctx, db }, object_id);
}

async function runEntry<B extends Named, V extends { id: string }>(
  ctx: MemberContext,
  unit: Unit,
  how: Upserts<B, V>,
  { entry, index, atomic }: { entry: Entry<B>; index: number; atomic: boolean },
): Promise<BatchResult> {
  try {
    if ('error' in entry) throw entry.error;
    const { key, body, ifMatch } = entry;
    const matches = ifMatch === undefined ? null : matcherOf(ifMatch, 'if_match');
    const told: Array<() => void> = [];
    const done = await unit.db.transaction(async (db) => {
      const within = {
        ...ctx,
        db,
        audit: (row) => void told.push(() => unit.audit(row)),
        emit: (...event) => void told.push(() => unit.emit(...event)),
        atLast: undefined,
      } as MemberContext;
      const { outcome, view, kept } = await upsert(within, how, key, body, matches, true);
      const etag = `"${tagOfView(how.object, view)}"`;
      return {
        index,
        status: outcome,
        id: view.id,
        etag,
        ...(kept?.length && { kept: [...kept] }),
        error: null,
      };
    });
    for (const tell of told) tell();
    return done;
  } catch (error) {
    if (!isAppError(error) || isRetryable(error) || error instanceof RetryTransaction) throw error;
    const { code, message, details, headers } = error;
    if (atomic) {
      const failure = error as { code: 'NOT_FOUND' };
      throw new AppError(failure.code, message, { ...details, index }, headers);
    }
    return { index, status: 'failed', id: null, etag: null, error: { code, message, details } };
  }
}

function entryOf<B extends Named>(schema: z.ZodType<B & Keyed>, item: unknown): Entry<B> {
  const parsed = schema.safeParse(item);
  if (!parsed.success) return { error: invalidRequest(fieldErrors(parsed.error.issues, item, 50)) };
  const { system, value, if_match: ifMatch, ...rest } = parsed.data;
  const body = rest as unknown as B;
  const key = keyOf(body, system, value);
  return key ? { key, body, ifMatch } : { error: unnamed() };
}

function keyOf(
  { external_ids: ids = {} }: Named,
  system: string | undefined,
  value: string | undefined,
): ExternalId | null {
  const only = Object.keys(ids).length === 1 ? Object.keys(ids)[0] : undefined;
  const by = system ?? only;
  const named = by === undefined ? undefined : (value ?? ids[by] ?? undefined);
  return by === undefined || named === undefined ? null : { system: by, value: named };
}

const unnamed = () =>
  invalidRequest([
    { path: 'system', code: 'required', message: 'and value are required, or one external id' },
  ]);

/** The second of two entries with one key fails. */
function withoutRepeated<B>(entries: readonly Entry<B>[]): Entry<B>[] {
  const seen = new Set<string>();
  return entries.map((entry) => {
    if ('error' in entry) return entry;
    const name = JSON.stringify([entry.key.system, entry.key.value]);
    if (seen.has(name))
      return {
        error: invalidRequest([{ path: 'value', code: 'duplicate', message: 'is in an earlier entry' }]),
      };
    seen.add(name);
    return entry;
  });
}
