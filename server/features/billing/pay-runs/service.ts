import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { dateIn } from '../../../kernel/clock';
import { AppError, existing, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { centsText, toCents, toDollars } from '../../../kernel/money';
import type { ReadContext, WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { actorValues } from '../../../platform/db/columns';
import { readPaged } from '../../../platform/db/paged.sql';
import { lockEntity } from '../../entities/queries';
import { sealedNumbers } from '../bank/queries.sql';
import { lockPairOf } from '../remittances/queries.sql';
import { remitAtOnce } from '../remittances/service';
import { isBankDay } from './bank-days';
import { enqueueMails } from './mail';
import {
  type Bill,
  billsOf,
  lastReference,
  lockRun,
  ownRuns,
  PAY_RUNS,
  paidBy,
  payeesOf,
  readRuns,
} from './queries.sql';
import type { PayRunView } from './resource';
import { MAX_OPEN_RUNS, type NewPayRun } from './schema';
import { payRunLines, payRuns } from './tables';
import type { PayRunStatus } from './words';

export const COUNTS = 'A pay run counts';
const MAX_AHEAD_DAYS = 60;
const DAY_MS = 86_400_000;

export const NEXT: Readonly<Record<PayRunStatus, readonly PayRunStatus[]>> = {
  draft: ['made', 'cancelled'],
  made: ['sent', 'cancelled'],
  sent: [],
  cancelled: [],
};

export function listRuns(ctx: ReadContext, input: z.infer<typeof PAY_RUNS.input>) {
  rejectLimited(ctx.actor, COUNTS);
  return readPaged(ctx.db, PAY_RUNS, ctx.actor, input);
}

/** @throws AppError NOT_FOUND, FORBIDDEN for members limited to locations */
export async function getRun({ db, actor }: ReadContext, id: string): Promise<PayRunView> {
  rejectLimited(actor, COUNTS);
  return existing(readRuns(db, sql`r.id = ${id} and ${ownRuns(actor)}`));
}

/**
 * Drafts the payment of bills by a file for the bank. The accounts of the suppliers are held by id.
 * @throws AppError NOT_FOUND for a bill of another business or an account, INVALID_REQUEST for a day on which no bank pays, CONFLICT
 *   (`in_a_run`, `over_paid`, `no_payee`, `payee_changed`, `no_numbers`, `too_many`)
 */
export async function createRun(
  ctx: WriteContext,
  { account_id, pay_on, lines }: z.infer<typeof NewPayRun>,
): Promise<PayRunView> {
  const { db, actor } = ctx;
  rejectLimited(actor, COUNTS);
  const buyerId = actor.entity.id;
  checkDay(pay_on, dateIn(actor.entity.timezone));
  await lockEntity(db, buyerId);
  const [account] = await sealedNumbers(db, account_id, buyerId);
  if (!account) throw notFound();
  if (account.routing === null || account.account === null || !account.active) throw noNumbers();
  await rejectMany(ctx);
  const ids = lines.map(({ invoice_id }) => invoice_id);
  const sellers = [...new Set((await billsOf(db, buyerId, ids)).map(({ seller_id }) => seller_id))].sort();
  for (const sellerId of sellers)
    if ((await lockPairOf(db, { sellerId, buyerId })).length === 0) throw notFound();
  const bills = new Map((await billsOf(db, buyerId, ids)).map((bill) => [bill.id, bill]));
  for (const { invoice_id, amount } of lines) checkBill(bills.get(invoice_id), toCents(amount));
  await checkPayees(ctx, sellers);
  const id = newId();
  const [numbered] = await lastReference(db, buyerId);
  const amounts = lines.map(({ invoice_id, amount }) => ({
    invoiceId: invoice_id,
    amountCents: toCents(amount),
  }));
  await db.insert(payRuns).values({
    ...{ id, entityId: buyerId, accountId: account_id, payOn: pay_on },
    reference: `PR-${String((numbered?.last ?? 0) + 1).padStart(7, '0')}`,
    totalCents: amounts.reduce((sum, { amountCents }) => sum + amountCents, 0),
    ...actorValues(actor),
  });
  await db.insert(payRunLines).values(amounts.map((line) => ({ ...line, runId: id })));
  const view = await getRun(ctx, id);
  const { reference, total } = view;
  ctx.audit({
    action: 'pay_run.created',
    objectId: id,
    after: { reference, total, pay_on, account_id, lines: lines.length },
  });
  return view;
}

/** @throws AppError INVALID_REQUEST unless it is a later day on which banks are open */
function checkDay(payOn: string, today: string): void {
  const ahead = (Date.parse(payOn) - Date.parse(today)) / DAY_MS;
  const fail = (code: 'date_in_past' | 'date_too_far' | 'no_bank_day', message: string) =>
    invalidRequest([{ path: 'pay_on', code, message }]);
  if (ahead <= 0) throw fail('date_in_past', 'must be later than today');
  if (ahead > MAX_AHEAD_DAYS) throw fail('date_too_far', `must be within ${MAX_AHEAD_DAYS} days`);
  if (!isBankDay(payOn)) throw fail('no_bank_day', 'must be a day on which banks are open');
}

const noNumbers = () =>
  new AppError(
    'CONFLICT',
    'Enter the routing number and the number of the account first, and keep it active.',
    {
      reason: 'no_numbers',
    },
  );

async function rejectMany({ db, actor }: WriteContext): Promise<void> {
  const open = await db.$count(
    payRuns,
    sql`${payRuns.entityId} = ${actor.entity.id} and ${payRuns.status} in ('draft', 'made')`,
  );
  if (open < MAX_OPEN_RUNS) return;
  throw new AppError('CONFLICT', `A business has at most ${MAX_OPEN_RUNS} open pay runs.`, {
    reason: 'too_many',
    limit: MAX_OPEN_RUNS,
  });
}

function checkBill(bill: Bill | undefined, cents: number): void {
  if (!bill) throw notFound();
  if (bill.run_id !== null) {
    throw new AppError('CONFLICT', 'The invoice is in another pay run. Cancel that one first.', {
      ...{ reason: 'in_a_run', invoice_id: bill.id, pay_run_id: bill.run_id },
    });
  }
  if (cents <= bill.left) return;
  const available = Math.max(0, bill.left);
  throw new AppError(
    'CONFLICT',
    `That is more than is open of the invoice, less what you sent: ${centsText(available)}.`,
    {
      ...{ reason: 'over_paid', invoice_id: bill.id, available: toDollars(available) },
    },
  );
}

/** @returns where the suppliers are paid @throws AppError CONFLICT `no_payee`, `payee_changed` */
export async function checkPayees(
  { db, actor }: Pick<ReadContext, 'db' | 'actor'>,
  sellers: readonly string[],
) {
  const found = new Map((await payeesOf(db, actor.entity.id, sellers)).map((one) => [one.seller_id, one]));
  for (const supplier_id of sellers) {
    const one = found.get(supplier_id);
    if (!one) {
      throw new AppError('CONFLICT', 'Say first where the supplier is paid.', {
        reason: 'no_payee',
        supplier_id,
      });
    }
    if (one.usable) continue;
    throw new AppError(
      'CONFLICT',
      'Where the supplier is paid was changed within 24 hours. Let another owner or admin approve it.',
      { reason: 'payee_changed', supplier_id },
    );
  }
  return found;
}

/** Locks a run that may become something. @throws AppError NOT_FOUND, INVALID_TRANSITION */
export async function holdRun(
  { db, actor }: Pick<ReadContext, 'db' | 'actor'>,
  id: string,
  to: PayRunStatus,
) {
  rejectLimited(actor, COUNTS);
  const [run] = await lockRun(db, id, actor.entity.id);
  if (!run) throw notFound();
  if (run.status === to || NEXT[run.status].includes(to)) return run;
  throw new AppError('INVALID_TRANSITION', `A pay run that is ${run.status} cannot become ${to}.`, {
    ...{ reason: 'invalid_transition', from: run.status, to, allowed: NEXT[run.status] },
  });
}

const again = (from: PayRunStatus, to: PayRunStatus) =>
  new AppError('INVALID_TRANSITION', `The pay run is ${from} already.`, {
    ...{ reason: 'invalid_transition', from, to, allowed: NEXT[from] },
  });

/** Cancels a run that the bank has not got. Its invoices can be in another. @throws AppError NOT_FOUND, INVALID_TRANSITION */
export async function cancelRun(ctx: WriteContext, id: string): Promise<PayRunView> {
  const { status } = await holdRun(ctx, id, 'cancelled');
  if (status === 'cancelled') throw again(status, 'cancelled');
  await ctx.db.update(payRuns).set({ status: 'cancelled', file: null }).where(eq(payRuns.id, id));
  await ctx.db.update(payRunLines).set({ open: false }).where(eq(payRunLines.runId, id));
  ctx.audit({
    action: 'pay_run.cancelled',
    objectId: id,
    before: { status },
    after: { status: 'cancelled' },
  });
  return getRun(ctx, id);
}

/**
 * Says that the bank has the file: each supplier gets a remittance of what the run pays it, and a mail. It moves no balance.
 * @throws AppError NOT_FOUND, INVALID_TRANSITION, CONFLICT `over_paid`, `too_many`
 */
export async function sendRun(ctx: WriteContext, id: string): Promise<PayRunView> {
  const { db, actor } = ctx;
  await getRun(ctx, id);
  const paid = await paidBy(db, id);
  const sellers = [...new Set(paid.map(({ seller_id }) => seller_id))].sort();
  for (const sellerId of sellers) await lockPairOf(db, { sellerId, buyerId: actor.entity.id });
  const { status, reference } = await holdRun(ctx, id, 'sent');
  if (status === 'sent') throw again(status, 'sent');
  for (const sellerId of sellers) {
    const parts = paid
      .filter(({ seller_id }) => seller_id === sellerId)
      .map(({ invoice_id, cents }) => ({ invoiceId: invoice_id, amountCents: cents }));
    await remitAtOnce(ctx, { sellerId, method: 'ach', reference, parts });
  }
  await db.update(payRuns).set({ status: 'sent' }).where(eq(payRuns.id, id));
  await db.update(payRunLines).set({ open: false }).where(eq(payRunLines.runId, id));
  await enqueueMails(db, { runId: id, entityId: actor.entity.id, sellers });
  ctx.audit({
    action: 'pay_run.sent',
    objectId: id,
    before: { status },
    after: { status: 'sent', suppliers: sellers.length },
  });
  return getRun(ctx, id);
}
