import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, invalidRequest, lacking, notFound } from '../../../../kernel/errors';
import { toCents } from '../../../../kernel/money';
import type { Permission } from '../../../../kernel/permissions';
import type { WriteContext } from '../../../../operation/context';
import { currentId } from '../../../entities/customers/queries';
import { holdMoney } from '../../payments/allocate';
import { recordPayment, VOIDING_EVENTS, voidPayment } from '../../payments/service';
import { ARRIVAL_EVENTS, recordRemittance } from '../../remittances/service';
import { remittances } from '../../remittances/tables';
import { lockLinesOf } from '../queries.sql';
import type { BankLineView } from '../resource';
import type { ConfirmLine } from '../schema';
import { bankLinePayments, bankLines } from '../tables';
import { type Chosen, chosenPayments, rejectAlike } from './choose';
import { getLine, holdLine } from './service';

type Input = z.infer<typeof ConfirmLine>;
type NewPayments = NonNullable<Input['payments']>;

/** Events of confirming a line. */
export const CONFIRMING_EVENTS = [...ARRIVAL_EVENTS, ...VOIDING_EVENTS] as const;

/**
 * Confirms what a line is: payments to record, payments that are recorded, or one to void. The accounts of its customers are held by
 * id, then remittances and the line, which is looked at again.
 * @throws AppError NOT_FOUND, FORBIDDEN `permission_required`, INVALID_REQUEST (`sum_mismatch`, `ambiguous`, `required`), CONFLICT
 *   (`already_confirmed`, `possible_duplicate`, `not_yet`, `over_allocated`, `refunded`), INVALID_TRANSITION
 */
export async function confirmLine(ctx: WriteContext, input: Input): Promise<BankLineView> {
  rejectWithout(ctx, 'create:payments');
  checkShape(input);
  const line = await getLine(ctx, input.id);
  if (line.status !== 'open') await holdLine(ctx, input.id, 'confirmed');
  const work = input.payments ? recordNew : input.payment_ids ? linkExisting : voidReturned;
  await work(ctx, line, input);
  const after = await getLine(ctx, input.id);
  ctx.audit({
    action: 'bank_line.confirmed',
    objectId: input.id,
    after: {
      amount: after.amount,
      payments: after.payments.map(({ id, amount }) => ({ id, amount })),
      voided_payment_id: after.voided_payment_id,
    },
  });
  return after;
}

function rejectWithout({ actor }: WriteContext, permission: Permission): void {
  if (!actor.permissions.includes(permission)) throw lacking(permission);
}

/** @throws AppError INVALID_REQUEST unless it is one of the three */
function checkShape({ payments, payment_ids, void_payment_id, reason }: Input): void {
  const given = [payments, payment_ids, void_payment_id].filter((one) => one !== undefined).length;
  if (given === 0) {
    throw invalidRequest([
      { path: '', code: 'required', message: 'Send payments, payment_ids or void_payment_id.' },
    ]);
  }
  if (given > 1) {
    throw invalidRequest([
      { path: '', code: 'ambiguous', message: 'Send one of payments, payment_ids and void_payment_id.' },
    ]);
  }
  if (void_payment_id !== undefined && reason === undefined) {
    throw invalidRequest([{ path: 'reason', code: 'required', message: 'is required' }]);
  }
  if (void_payment_id === undefined && reason !== undefined) {
    throw invalidRequest([{ path: 'reason', code: 'conflict', message: 'is of void_payment_id alone' }]);
  }
}

const centsOf = ({ amount }: Pick<BankLineView, 'amount'>) =>
  amount < 0 ? -toCents(-amount) : toCents(amount);

/** What of a line its payments leave. @throws AppError INVALID_REQUEST `sum_mismatch` for a rest that isn't named */
function restOf(line: BankLineView, cents: number, { rest }: Input, path: string) {
  const left = centsOf(line) - cents;
  if (left === 0) return {};
  if (rest !== undefined) return { restKind: rest, restCents: left };
  throw invalidRequest([
    {
      path,
      code: 'sum_mismatch',
      message: 'must add up to the amount of the line, unless rest says what the difference is',
    },
  ]);
}

/** @throws AppError CONFLICT `possible_duplicate` for a line that another file may have, too */
function rejectDuplicateLine({ possible_duplicate_of }: BankLineView, { confirm_duplicate }: Input): void {
  if (possible_duplicate_of === null || confirm_duplicate) return;
  throw new AppError('CONFLICT', 'A file of another form has a line of the same day and amount.', {
    reason: 'possible_duplicate',
    line_id: possible_duplicate_of,
  });
}

/** Holds the accounts of customers by id. @returns their ids in the order that was asked @throws AppError NOT_FOUND, CONFLICT `not_yet` */
async function holdCustomers(
  ctx: WriteContext,
  line: BankLineView,
  asked: readonly string[],
): Promise<string[]> {
  const sellerId = ctx.actor.entity.id;
  const current: string[] = [];
  for (const id of asked) current.push(await currentId(ctx.db, sellerId, id));
  for (const buyerId of [...new Set(current)].sort()) {
    const { today } = await holdMoney(ctx, { sellerId, buyerId });
    if (line.posted_on > today) {
      throw new AppError('CONFLICT', 'The day of the line has not begun yet.', {
        reason: 'not_yet',
        posted_on: line.posted_on,
      });
    }
  }
  return current;
}

async function recordNew(ctx: WriteContext, line: BankLineView, input: Input): Promise<void> {
  const asked = input.payments as NewPayments;
  const cents = asked.reduce((sum, { amount }) => sum + toCents(amount), 0);
  const rest = restOf(line, cents, input, 'payments');
  const buyers = await holdCustomers(
    ctx,
    line,
    asked.map(({ customer_id }) => customer_id),
  );
  await holdRemittances(ctx, asked, buyers);
  await holdLine(ctx, line.id, 'confirmed');
  rejectDuplicateLine(line, input);
  if (!input.confirm_duplicate) await rejectAlike(ctx, line, asked, buyers);
  for (const [at, payment] of asked.entries()) await recordOne(ctx, line, payment, at);
  await close(ctx, line, rest);
}

/** Locks what customers said they sent, by id. @throws AppError NOT_FOUND for one of another pair */
async function holdRemittances(
  ctx: WriteContext,
  asked: NewPayments,
  buyers: readonly string[],
): Promise<void> {
  const ids = asked.flatMap(({ remittance_id }) => remittance_id ?? []);
  if (ids.length === 0) return;
  const held = await ctx.db
    .select({ id: remittances.id, sellerId: remittances.sellerId, buyerId: remittances.buyerId })
    .from(remittances)
    .where(inArray(remittances.id, ids))
    .orderBy(remittances.id)
    .for('update');
  const byId = new Map(held.map((one) => [one.id, one]));
  for (const [at, { remittance_id }] of asked.entries()) {
    if (remittance_id === undefined) continue;
    const found = byId.get(remittance_id);
    if (found?.sellerId !== ctx.actor.entity.id || found.buyerId !== buyers[at]) throw notFound();
    byId.delete(remittance_id);
  }
}

async function recordOne(
  ctx: WriteContext,
  line: BankLineView,
  payment: NewPayments[number],
  at: number,
): Promise<void> {
  const { customer_id, amount, reference, allocations, remittance_id } = payment;
  const [kept] = await ctx.db
    .select({ method: bankLines.method })
    .from(bankLines)
    .where(eq(bankLines.id, line.id));
  const link = (paymentId: string) => addLink(ctx, line.id, { paymentId, position: at, recorded: true });
  const common = { received_on: line.posted_on, amount, allocations, confirm_duplicate: true };
  if (remittance_id !== undefined) {
    const arrival = { method: payment.method, reference, link };
    await recordRemittance(ctx, { ...common, id: remittance_id }, arrival);
    return;
  }
  const method = payment.method ?? kept?.method ?? 'other';
  await recordPayment(
    ctx,
    { ...common, customer_id, kind: 'payment', method, ...(reference && { reference }) },
    link,
  );
}

async function linkExisting(ctx: WriteContext, line: BankLineView, input: Input): Promise<void> {
  const ids = input.payment_ids as string[];
  const before = await chosenPayments(ctx, ids);
  await holdCustomers(
    ctx,
    line,
    before.map(({ buyerId }) => buyerId),
  );
  await holdLine(ctx, line.id, 'confirmed');
  rejectDuplicateLine(line, input);
  const found = await chosenPayments(ctx, ids);
  for (const payment of found) checkLoose(payment);
  const cents = found.reduce((sum, one) => sum + one.cents, 0);
  const rest = restOf(line, cents, input, 'payment_ids');
  for (const [position, { id }] of found.entries()) {
    await addLink(ctx, line.id, { paymentId: id, position, recorded: false });
  }
  await close(ctx, line, rest);
}

/** @throws AppError CONFLICT `already_confirmed` for a payment of another line, INVALID_TRANSITION for one that is void */
function checkLoose({ id, isOnLine, status }: Chosen): void {
  if (isOnLine) {
    throw new AppError('CONFLICT', 'The payment is on another line.', {
      reason: 'already_confirmed',
      payment_ids: [id],
    });
  }
  if (status === 'recorded') return;
  throw new AppError('INVALID_TRANSITION', 'The payment is voided. That is final.', {
    ...{ reason: 'invalid_transition', from: status, to: 'recorded', allowed: [] },
  });
}

async function voidReturned(ctx: WriteContext, line: BankLineView, input: Input): Promise<void> {
  rejectWithout(ctx, 'void:payments');
  const id = input.void_payment_id as string;
  const [payment] = await chosenPayments(ctx, [id]);
  if (!payment) throw notFound();
  const rest = restOf(line, -payment.cents, input, 'void_payment_id');
  await holdCustomers(ctx, line, [payment.buyerId]);
  await lockLinesOf(ctx.db, id);
  await holdLine(ctx, line.id, 'confirmed');
  rejectDuplicateLine(line, input);
  await voidPayment(ctx, { id, reason: input.reason as string });
  await close(ctx, line, { ...rest, voidedPaymentId: id });
  // What it takes back is decided, too.
  if (line.reverses === null) return;
  await ctx.db
    .update(bankLines)
    .set({ status: 'set_aside', asideKind: 'other' })
    .where(sql`${bankLines.id} = ${line.reverses} and ${bankLines.status} = 'open'`);
}

async function addLink(
  { db }: WriteContext,
  lineId: string,
  link: { paymentId: string; position: number; recorded: boolean },
): Promise<void> {
  await db.insert(bankLinePayments).values({ lineId, ...link });
}

type Rest = Partial<Pick<typeof bankLines.$inferInsert, 'restKind' | 'restCents' | 'voidedPaymentId'>>;

async function close({ db, actor }: WriteContext, { id }: BankLineView, rest: Rest): Promise<void> {
  await db
    .update(bankLines)
    .set({
      status: 'confirmed',
      ...rest,
      confirmedAt: sql`now()`,
      confirmedById: actor.userId,
      confirmedByName: actor.name,
    })
    .where(eq(bankLines.id, id));
}
