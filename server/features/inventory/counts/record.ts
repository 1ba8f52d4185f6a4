import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { stepsIn } from '../../../kernel/amounts';
import { AppError, existing, forbidden } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import { actorValues } from '../../../platform/db/columns';
import { isAmong } from '../../../platform/db/listing';
import { MAX_QUANTITY } from '../schema';
import { lockSteps } from '../service.sql';
import { itemsOfEntries } from './entry-items';
import { lockCount, readLines } from './queries.sql';
import { countSize, entriesKnown, lockLines, settleLines } from './record.sql';
import type { CountView, EntriesView, LineView } from './resource';
import {
  type Entry,
  MAX_AGE_HOURS,
  MAX_ENTRIES,
  MAX_LINES,
  type RecordCount,
  type RecordEntries,
} from './schema';
import { lockOpen, rejectFinished } from './service';
import { stockCountEntries, stockCounts } from './tables';

/** Clocks that differ by less are taken to agree: the difference may be the network's. */
const AGREEMENT_MS = 30_000;
/** How far ahead of the server's clock an entry still counts as counted now. */
const AHEAD_MS = 300_000;
const MAX_AGE_MS = MAX_AGE_HOURS * 3_600_000;

/**
 * Records what was counted of one item: the number, or more units (decision 194).
 * @returns the item's line
 * @throws AppError NOT_FOUND for an unknown count, item or SKU; CONFLICT for an ambiguous SKU, a count in review or
 *   too many items; FORBIDDEN for a count that is assigned to another member
 */
export async function recordCount(
  ctx: WriteContext,
  { id, ...entry }: z.infer<typeof RecordCount>,
): Promise<LineView> {
  // Removing an entry leaves no time of its own: it changes the count.
  const count = await lockOpen(ctx, id, entry.clear ? 'update' : 'share');
  rejectUnlessTaking(ctx, count);
  const items = await record(ctx, { id, ...count }, [entry]);
  if (entry.clear) await touch(ctx, id);
  // Also one that is no longer listed, since the entry of a deleted variant must be removable.
  return existing(readLines(ctx.db, isAmong(sql`i.id`, items), id));
}

/**
 * Records what was counted earlier, without a network (decision 437): all of it or nothing, and no entry twice.
 * @throws AppError as `recordCount`, and CONFLICT with `details.reason = "count_stale"`; with `details.entry_ids`
 */
export async function recordEntries(
  ctx: WriteContext,
  { id, sent_at, counted_by, entries }: z.infer<typeof RecordEntries>,
): Promise<EntriesView> {
  const { db, actor } = ctx;
  if (counted_by !== undefined && counted_by !== actor.userId) {
    throw forbidden('Another member counted this. Sign in as them to send it.', { reason: 'other_member' });
  }
  // Locked alone: of the same entries sent twice in parallel, the second request finds them recorded.
  const count = await existing(lockCount(db, id, actor, sql`update`));
  const sent = new Map(entries.map((entry) => [entry.entry_id, entry]));
  const known = new Map(
    (await entriesKnown(db, id, [...sent.keys()])).map(({ entry_id, item_id }) => [entry_id, item_id]),
  );
  const fresh = [...sent.values()].filter(({ entry_id }) => !known.has(entry_id));
  const itemOf = new Map(known);
  if (fresh.length > 0) {
    rejectFinished(count);
    rejectUnlessTaking(ctx, count);
    const dated = onServerTime(fresh, count.now_ms, sent_at);
    const place = new Map(entries.map(({ entry_id }, index) => [entry_id, index]));
    const items = await record(
      ctx,
      { id, ...count },
      dated,
      (entry) => `entries[${place.get(entry.entry_id)}].`,
    );
    for (const [index, { entry_id }] of dated.entries()) itemOf.set(entry_id, items[index] ?? '');
    // What was counted earlier leaves no time that a synchronizing program would notice.
    await touch(ctx, id);
  }
  return {
    entries: [...sent.keys()].map((entry_id) => ({
      entry_id,
      inventory_id: itemOf.get(entry_id) ?? '',
      duplicate: known.has(entry_id),
    })),
    lines: await readLines(db, isAmong(sql`i.id`, [...new Set(itemOf.values())]), id),
  };
}

/**
 * Records entries, each of which is new.
 * @param pathOf of the fields of an entry in the request
 * @returns the item of each, in their order
 */
async function record<E extends Entry>(
  ctx: WriteContext,
  count: Pick<CountView, 'id' | 'location_id'> & { room_type: string },
  entries: readonly E[],
  pathOf: (entry: E) => string = () => '',
): Promise<string[]> {
  const { db, actor } = ctx;
  const items = await itemsOfEntries(ctx, count, entries);
  const lines = [...new Set(items)];
  const counted = await inSteps(ctx, entries, { items, pathOf });
  await lockLines(db, count.id, lines, actor);
  await db.insert(stockCountEntries).values(
    counted.map(({ entry_id = newId(), counted, add, counted_at }, index) => ({
      countId: count.id,
      entryId: entry_id,
      itemId: items[index] ?? '',
      counted,
      added: add,
      ...actorValues(actor),
      ...(counted_at && { countedAt: new Date(counted_at) }),
    })),
  );
  await settleLines(db, count.id, lines);
  const [size] = await countSize(db, count.id);
  if (size && size.lines > MAX_LINES) throw tooMany('items', MAX_LINES);
  if (size && size.entries > MAX_ENTRIES) throw tooMany('entries', MAX_ENTRIES);
  return items;
}

/** Entries in steps of the items that they are of. @throws AppError INVALID_REQUEST with `off_step` or `value_too_large` */
async function inSteps<E extends Entry>(
  { db, actor }: WriteContext,
  entries: readonly E[],
  { items, pathOf }: { items: readonly string[]; pathOf: (entry: E) => string },
) {
  const measured = items.filter(
    (_, i) => (entries[i]?.counted_amount ?? entries[i]?.add_amount) !== undefined,
  );
  const found = measured.length > 0 ? await lockSteps(db, measured, actor) : [];
  const steps = new Map(found.map(({ id, step }) => [id, step]));
  return entries.map((entry, index) => {
    const { entry_id, counted_at, ...stated }: Entry = entry;
    const of = { step: steps.get(items[index] ?? '') ?? null, path: pathOf(entry), most: MAX_QUANTITY };
    return { entry_id, counted_at, counted: stepsIn(stated, 'counted', of), add: stepsIn(stated, 'add', of) };
  });
}

function tooMany(things: string, limit: number): AppError {
  return new AppError('CONFLICT', `A count takes at most ${limit} ${things}. Start another one.`, {
    reason: 'too_many',
    limit,
  });
}

/** @throws AppError CONFLICT for a count in review, FORBIDDEN for one that is assigned to another member */
function rejectUnlessTaking(
  { actor }: WriteContext,
  { status, assignee_id }: { status: CountView['status']; assignee_id: string | null },
): void {
  if (status !== 'counting') {
    throw new AppError('CONFLICT', 'This count is in review. Resume it to count more.', {
      reason: 'in_review',
    });
  }
  if (assignee_id !== null && assignee_id !== actor.userId) {
    throw forbidden('This count is assigned to another member.', { reason: 'assigned' });
  }
}

/**
 * Entries with their moments by the server's clock.
 * @throws AppError CONFLICT with `details.reason = "count_stale"` for entries of a moment that is too far from now
 */
function onServerTime<T extends { entry_id: string; counted_at: string }>(
  entries: readonly T[],
  now: number,
  sentAt: string | undefined,
): T[] {
  const ahead = sentAt === undefined ? 0 : Date.parse(sentAt) - now;
  const skew = Math.abs(ahead) > AGREEMENT_MS ? ahead : 0;
  const momentOf = ({ counted_at }: T) => Date.parse(counted_at) - skew;
  const stale = entries.filter((entry) => {
    const age = now - momentOf(entry);
    return age > MAX_AGE_MS || age < -AHEAD_MS;
  });
  if (stale.length > 0) {
    throw new AppError(
      'CONFLICT',
      `Counted more than ${MAX_AGE_HOURS} hours ago, or by a clock that is wrong. Count these items again.`,
      { reason: 'count_stale', max_hours: MAX_AGE_HOURS, entry_ids: stale.map(({ entry_id }) => entry_id) },
    );
  }
  return entries.map((entry) => ({
    ...entry,
    counted_at: new Date(Math.min(now, momentOf(entry))).toISOString(),
  }));
}

const touch = ({ db }: WriteContext, id: string) =>
  db.update(stockCounts).set({ updatedAt: sql`change_time()` }).where(eq(stockCounts.id, id));
