import { sql } from 'drizzle-orm';
import type { Author } from '../../../kernel/actor';
import { AppError, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { dollarText, toCents, toDollars } from '../../../kernel/money';
import type { WriteContext } from '../../../operation/context';
import { actorValues } from '../../../platform/db/columns';
import { isAmong } from '../../../platform/db/listing';
import { pipelined } from '../../../platform/db/pipelined';
import { rejectWhileMerging } from '../../entities/claims/queries';
import { readSharedInvoices } from '../invoices/queries.sql';
import {
  addAllocations,
  beyondAllocations,
  lockInvoices,
  lockMoneyOf,
  lockOpenInvoices,
  lockSources,
  lockTheseSources,
  MAX_ALLOCATIONS,
  type Pair,
  type Room,
  type Share,
  type Source,
} from './service.sql';

/** The account of a pair, which the transaction holds. */
export interface HeldPair extends Pair {
  /** The seller's day. */
  today: string;
  /** Whether the buyer is on board, and gets events. */
  onBoard: boolean;
  /** Whether the two are connected; a customer that isn't on board always is. */
  connected: boolean;
  /** What the seller calls the buyer now. */
  buyerName: string;
}

/** Events of settling invoices, or of opening them again. */
export const SETTLEMENT_EVENTS = ['invoice.settled'] as const;

/**
 * Holds the account of a pair before any of its money changes: changes of one pair take turns.
 * @throws AppError NOT_FOUND for a pair without an account
 */
export async function holdMoney({ db }: Pick<WriteContext, 'db'>, pair: Pair): Promise<HeldPair> {
  const [held] = await lockMoneyOf(db, pair);
  if (!held) throw notFound();
  if (!held.on_board) await rejectWhileMerging(db, pair.buyerId);
  const { today, connected } = held;
  return { ...pair, today, connected, onBoard: held.on_board, buyerName: held.name };
}

/** Ids of the parties that get the events of a pair's money. */
export const recipientsOf = ({ sellerId, buyerId, onBoard }: HeldPair): string[] =>
  onBoard ? [sellerId, buyerId] : [sellerId];

/** Part of an amount, for one document. In cents. */
export interface Part {
  id: string;
  cents: number;
}

type AnyPart = { invoice_id?: string; payment_id?: string; credit_note_id?: string; amount: number };
/** A part as a request names it. */
export const partOf = ({ invoice_id, payment_id, credit_note_id, amount }: AnyPart): Part => ({
  id: (invoice_id ?? payment_id ?? credit_note_id) as string,
  cents: toCents(amount),
});

/**
 * Hands out parts of what is held (decision 690), and reports invoices that nothing is left of: the rows that the shares name are
 * locked, and have room for them.
 * @throws AppError CONFLICT `too_many`
 */
export async function allocate(
  ctx: Pick<WriteContext, 'db' | 'emit'> & { actor: Author },
  pair: HeldPair,
  shares: readonly Share[],
): Promise<void> {
  if (shares.length === 0) return;
  const given = shares.map((share) => ({ ...share, id: newId() }));
  const touched = given.flatMap(({ paymentId, creditNoteId, refundId }) => [
    paymentId,
    creditNoteId,
    refundId,
  ]);
  const [settled, [beyond]] = await pipelined([
    addAllocations(ctx.db, pair, given, actorValues(ctx.actor)),
    beyondAllocations(ctx.db, [...new Set(touched.flatMap((id) => id ?? []))]),
  ]);
  if (beyond) throw tooMany(beyond.id);
  if (settled.length === 0) return;
  const ids = settled.map(({ id }) => id);
  for (const invoice of await readSharedInvoices(ctx.db, isAmong(sql`i.id`, ids))) {
    for (const party of recipientsOf(pair)) ctx.emit('invoice.settled', party, invoice);
  }
}

/**
 * Divides an amount among the invoices of a pair, which it locks.
 * @param cents to hand out
 * @param asked absent for the oldest due first, which take what they can
 * @throws AppError NOT_FOUND for an invoice of another pair, CONFLICT `over_allocated`
 */
export async function divide(
  { db }: Pick<WriteContext, 'db'>,
  pair: HeldPair,
  cents: number,
  asked: readonly Part[] | undefined,
): Promise<Part[]> {
  if (!asked) return fill(await lockOpenInvoices(db, pair), cents);
  if (asked.length === 0) return [];
  const rooms = await lockInvoices(
    db,
    pair,
    asked.map(({ id }) => id),
  );
  checkRoom(asked, rooms, cents);
  return [...asked];
}

/**
 * Divides a refund among what is left of payments and credit notes, which it locks.
 * @param asked absent for the oldest first, of at most `MAX_SETTLED`
 * @throws AppError NOT_FOUND for a source of another pair, CONFLICT `over_allocated` where they don't cover it
 */
export async function drawFrom(
  { db }: Pick<WriteContext, 'db'>,
  pair: HeldPair,
  cents: number,
  asked: readonly Part[] | undefined,
): Promise<Array<Part & Pick<Source, 'kind'>>> {
  const ids = asked?.map(({ id }) => id);
  const sources = ids ? await lockTheseSources(db, pair, ids) : await lockSources(db, pair);
  if (asked) checkRoom(asked, sources, cents);
  const parts = asked ?? fill(sources, cents);
  if (sum(parts) < cents) throw overAllocated(sum(parts));
  const kinds = new Map(sources.map(({ id, kind }) => [id, kind]));
  return parts.map((part) => ({ ...part, kind: kinds.get(part.id) ?? 'payment' }));
}

const sum = (parts: readonly Part[]) => parts.reduce((total, { cents }) => total + cents, 0);

/** Fills what has room in its order, until nothing is left of an amount. @param cents to hand out */
export function fill(rooms: readonly Room[], cents: number): Part[] {
  let left = cents;
  return rooms.flatMap(({ id, left: room }) => {
    const taken = Math.min(left, room);
    left -= taken;
    return taken > 0 ? [{ id, cents: taken }] : [];
  });
}

function checkRoom(asked: readonly Part[], rooms: readonly Room[], cents: number): void {
  const left = new Map(rooms.map((room) => [room.id, room.left]));
  for (const { id, cents: wanted } of asked) {
    const room = left.get(id);
    if (room === undefined) throw notFound();
    if (wanted > room) throw overAllocated(room, id);
  }
  if (sum(asked) > cents) throw overAllocated(cents);
}

const tooMany = (id: string) =>
  new AppError(
    'CONFLICT',
    `A payment, refund or credit note has at most ${MAX_ALLOCATIONS.toLocaleString('en-US')} allocations, reversed ones included.`,
    { reason: 'too_many', limit: MAX_ALLOCATIONS, id },
  );

/** @param cents what there is room for */
function overAllocated(cents: number, id?: string): AppError {
  const available = toDollars(cents);
  return new AppError('CONFLICT', `There is only ${dollarText(available)} left.`, {
    reason: 'over_allocated',
    available,
    ...(id && { id }),
  });
}
