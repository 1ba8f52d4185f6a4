// Other features import this file.
import { setImmediate as turn } from 'node:timers/promises';
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
import { namedBy, rejectOtherValue, type Upserted, type Upserts, upsert } from './upsert';

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
  const entries = withoutRepeated(await read<B>(schema, items));
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

/** Objects that are made together: a fixed number of statements for all of them. */
const TOGETHER = 50;

/** Work on the entries of one part. */
interface Part<B extends Named, V extends { id: string }> {
  ctx: MemberContext;
  unit: Unit;
  how: Upserts<B, V>;
  atomic: boolean;
  /** What entries name, locked and read; null once an entry may have given a name to another object. */
  known: Map<string, V> | null;
}

async function runPart<B extends Named, V extends { id: string }>(
  ctx: MemberContext,
  unit: Unit,
  how: Upserts<B, V>,
  { entries, from, atomic }: { entries: readonly Entry<B>[]; from: number; atomic: boolean },
): Promise<BatchResult[]> {
  const began = performance.now();
  await lockBatches(unit.db, ctx.actor.entity.id);
  const known = await lockAll(ctx, unit, how, entries.slice(from));
  const part: Part<B, V> = { ctx, unit, how, atomic, known };
  const results: BatchResult[] = [];
  while (from + results.length < entries.length) {
    if (results.length > 0 && !atomic && performance.now() - began > PART_MS) break;
    const index = from + results.length;
    const made = firstOfNew(part, entries.slice(index, index + TOGETHER));
    if (made.length > 1) results.push(...(await makeTogether(part, made, index)));
    else results.push(await runEntry(part, entries[index] as Entry<B>, index));
  }
  return results;
}

const nameOf = ({ system, value }: ExternalId) => JSON.stringify([system, value]);

/** Names in one order, then the objects that are there in the order of their ids. */
async function lockAll<B extends Named, V extends { id: string }>(
  ctx: MemberContext,
  { db }: Unit,
  how: Upserts<B, V>,
  entries: readonly Entry<B>[],
): Promise<Map<string, V>> {
  const keys = entries.flatMap((entry) => ('key' in entry ? entry.key : []));
  const me = ctx.actor.entity.id;
  await lockNames(
    db,
    keys.map(({ system, value }) => JSON.stringify([me, how.type, system, value])),
  );
  const named = await objectsNamed(db, me, how.type, keys);
  const ids = [...new Set(named.map(({ object_id }) => object_id))];
  const within = { ...ctx, db };
  const read = how.lockMany
    ? await how.lockMany(within, ids)
    : await oneByOne(ids, (id) => how.lock(within, id));
  const views = new Map(read.map((view) => [view.id, view]));
  return new Map(
    named.flatMap(({ object_id, ...name }) => {
      const view = views.get(object_id);
      return view ? [[nameOf(name), view] as const] : [];
    }),
  );
}

async function oneByOne<T>(ids: readonly string[], read: (id: string) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (const id of ids) found.push(await read(id));
  return found;
}

type Readable<B> = Extract<Entry<B>, { key: ExternalId }>;

/** The entries that come first and whose objects are new, where they can be made together. */
function firstOfNew<B extends Named, V extends { id: string }>(
  { ctx, how, known }: Part<B, V>,
  entries: readonly Entry<B>[],
): Readable<B>[] {
  if (!known || !how.makeMany || !ctx.actor.permissions.includes(how.create)) return [];
  const isNew = (entry: Entry<B>): entry is Readable<B> =>
    'key' in entry && entry.ifMatch === undefined && !known.has(nameOf(entry.key));
  const other = entries.findIndex((entry) => !isNew(entry));
  return entries.slice(0, other < 0 ? undefined : other).filter(isNew);
}

/** Makes objects at once; where any of them can't be, each half of them. */
async function makeTogether<B extends Named, V extends { id: string }>(
  part: Part<B, V>,
  entries: readonly Readable<B>[],
  index: number,
): Promise<BatchResult[]> {
  const [only] = entries;
  if (entries.length === 1 && only) return [await runEntry(part, only, index)];
  const { ctx, unit, how } = part;
  try {
    for (const { key, body } of entries) rejectOtherValue(body, key);
    const bodies = entries.map(({ key, body }) => namedBy(body, key));
    const made = await within(ctx, unit, async (scope) => how.makeMany?.(scope, bodies) ?? []);
    return made.map((view, i) => resultOf(how, index + i, { outcome: 'created', view }));
  } catch (error) {
    rethrowUnlessFailure(error);
    const half = Math.ceil(entries.length / 2);
    const first = await makeTogether(part, entries.slice(0, half), index);
    return [...first, ...(await makeTogether(part, entries.slice(half), index + half))];
  }
}

/** Runs work in a savepoint; its audit rows and events count once it is done. */
async function within<T>(
  ctx: MemberContext,
  unit: Unit,
  work: (scope: MemberContext) => Promise<T>,
): Promise<T> {
  const told: Array<() => void> = [];
  const done = await unit.db.transaction((db) =>
    work({
      ...ctx,
      db,
      audit: (row) => void told.push(() => unit.audit(row)),
      emit: (...event) => void told.push(() => unit.emit(...event)),
      atLast: undefined,
    } as MemberContext),
  );
  for (const tell of told) tell();
  return done;
}

function resultOf<B extends Named, V extends { id: string }>(
  { object }: Upserts<B, V>,
  index: number,
  { outcome, view, kept }: Upserted<V>,
): BatchResult {
  const etag = `"${tagOfView(object, view)}"`;
  return { index, status: outcome, id: view.id, etag, ...(kept?.length && { kept: [...kept] }), error: null };
}

async function runEntry<B extends Named, V extends { id: string }>(
  part: Part<B, V>,
  entry: Entry<B>,
  index: number,
): Promise<BatchResult> {
  const { ctx, unit, how, atomic, known } = part;
  try {
    if ('error' in entry) throw entry.error;
    const { key, body, ifMatch } = entry;
    const matches = ifMatch === undefined ? null : matcherOf(ifMatch, 'if_match');
    const before = known?.get(nameOf(key));
    const work = (scope: MemberContext) => upsert(scope, how, key, body, matches, { before });
    // What is equal writes nothing, and needs no savepoint.
    const isEqual = before !== undefined && (how.isEqual?.(before, body) ?? false);
    const done = isEqual ? await work({ ...ctx, ...unit }) : await within(ctx, unit, work);
    if (done.outcome === 'changed') part.known = withoutChanged(known, done.view.id, key, body);
    return resultOf(how, index, done);
  } catch (error) {
    rethrowUnlessFailure(error);
    const { code, message, details, headers } = error;
    if (atomic) {
      const failure = error as { code: 'NOT_FOUND' };
      throw new AppError(failure.code, message, { ...details, index }, headers);
    }
    return { index, status: 'failed', id: null, etag: null, error: { code, message, details } };
  }
}

/** What is still as it was read once an object has changed: no names where it may have given up one. */
function withoutChanged<V extends { id: string }>(
  known: Map<string, V> | null,
  id: string,
  { system, value }: ExternalId,
  { external_ids: ids = {} }: Named,
): Map<string, V> | null {
  const moved = Object.entries(ids).some(([other, given]) => other !== system || given !== value);
  if (!known || moved) return null;
  return new Map([...known].filter(([, view]) => view.id !== id));
}

function rethrowUnlessFailure(error: unknown): asserts error is AppError {
  if (!isAppError(error) || isRetryable(error) || error instanceof RetryTransaction) throw error;
}

/** Entries to read before other requests have a turn: a MiB at once would take too long. */
const AT_ONCE = 20;

async function read<B extends Named>(
  schema: z.ZodType<B & Keyed>,
  items: readonly unknown[],
): Promise<Entry<B>[]> {
  const entries: Entry<B>[] = [];
  for (const item of items) {
    if (entries.length > 0 && entries.length % AT_ONCE === 0) await turn();
    entries.push(entryOf<B>(schema, item));
  }
  return entries;
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
    const name = nameOf(entry.key);
    if (seen.has(name))
      return {
        error: invalidRequest([{ path: 'value', code: 'duplicate', message: 'is in an earlier entry' }]),
      };
    seen.add(name);
    return entry;
  });
}
