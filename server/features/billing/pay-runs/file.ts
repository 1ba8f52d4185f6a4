import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { dateIn } from '../../../kernel/clock';
import { AppError } from '../../../kernel/errors';
import type { GeneratedFile } from '../../../kernel/storage';
import type { MemberContext } from '../../../operation/context';
import { requireRecent } from '../../../operation/recent';
import { runUnitOfWork, type Unit } from '../../../operation/unit-of-work';
import { announceAccess } from '../../auth/mails/access-mail';
import { openNumbers } from '../bank/numbers';
import { lockAccount, sealedNumbers } from '../bank/queries.sql';
import { lockPairOf } from '../remittances/queries.sql';
import { nachaFile } from './nacha';
import { openFile, openPayee, sealFile } from './numbers';
import { filesOn, paidBy } from './queries.sql';
import { checkPayees, getRun, holdRun } from './service';
import { payRuns } from './tables';
import { FILE_DAYS } from './words';

const LETTERS = 26;
type Context = MemberContext;

/**
 * The file of a pay run for the bank: made when it is first read, then the same bytes for a week. Each download is in the audit log, and
 * owners get a mail.
 * @throws AppError NOT_FOUND, FORBIDDEN `reauthentication_required`, INVALID_TRANSITION, CONFLICT (`payee_changed`, `no_payee`,
 *   `no_numbers`, `file_expired`, `too_many`)
 */
export async function downloadFile(ctx: Context, id: string): Promise<z.infer<typeof GeneratedFile>> {
  requireRecent(ctx.actor);
  const contents = await runUnitOfWork({ ...ctx, keyed: null, precondition: null }, [], (unit) =>
    fileOf(ctx, unit, id),
  );
  const { reference } = await getRun(ctx, id);
  return {
    file_name: `${reference}.ach`,
    content_type: 'text/plain; charset=us-ascii',
    contents: Buffer.from(contents, 'latin1').toString('base64'),
  };
}

async function fileOf(ctx: Context, unit: Unit, id: string): Promise<string> {
  const scope = { ...ctx, ...unit };
  const { reference, total } = await getRun(scope, id);
  const paid = await paidBy(unit.db, id);
  const sellers = [...new Set(paid.map(({ seller_id }) => seller_id))].sort();
  for (const sellerId of sellers) await lockPairOf(unit.db, { sellerId, buyerId: ctx.actor.entity.id });
  const run = await holdRun(scope, id, 'made').catch((error) => {
    // One that was sent keeps its file.
    if (error instanceof AppError && error.details.from === 'sent') return holdRun(scope, id, 'sent');
    throw error;
  });
  if (run.status !== 'draft' && (run.file === null || !run.kept)) {
    throw new AppError('CONFLICT', `The file was kept for ${FILE_DAYS} days.`, { reason: 'file_expired' });
  }
  const contents = run.file === null ? await make(scope, run, paid, sellers) : openFile(ctx.cipher, run.file);
  unit.audit({ action: 'pay_run.downloaded', objectId: id, after: { reference, total } });
  await announceAccess(unit.db, ctx.actor, 'pay_run_file', reference);
  return contents;
}

type Run = Awaited<ReturnType<typeof holdRun>>;
type Paid = Awaited<ReturnType<typeof paidBy>>;

async function make(ctx: Context & Unit, run: Run, paid: Paid, sellers: readonly string[]): Promise<string> {
  const { db, actor, cipher } = ctx;
  await lockAccount(db, run.account_id, actor.entity.id);
  const [sealed] = await sealedNumbers(db, run.account_id, actor.entity.id);
  const { routing, account } = openNumbers(cipher, sealed ?? { routing: null, account: null });
  if (routing === null || account === null) {
    throw new AppError('CONFLICT', 'Enter the routing number and the number of the account first.', {
      reason: 'no_numbers',
    });
  }
  const payees = await checkPayees(ctx, sellers);
  const day = dateIn(actor.entity.timezone);
  if (run.pay_on <= day) {
    throw new AppError('CONFLICT', 'Its day has come. Cancel it, and draft another.', {
      reason: 'pay_day_over',
    });
  }
  const made = (await filesOn(db, run.account_id, day))[0]?.made ?? 0;
  if (made >= LETTERS) {
    throw new AppError('CONFLICT', `A bank takes at most ${LETTERS} files of an account on a day.`, {
      reason: 'too_many',
      limit: LETTERS,
    });
  }
  const modifier = String.fromCharCode(65 + made);
  const entries = sellers.map((sellerId) => {
    const theirs = paid.filter(({ seller_id }) => seller_id === sellerId);
    const payee = payees.get(sellerId) as NonNullable<ReturnType<typeof payees.get>>;
    return {
      ...openPayee(cipher, payee),
      ...{ type: payee.type, name: payee.name },
      cents: theirs.reduce((sum, { cents }) => sum + cents, 0),
      pays: theirs.length === 1 ? (theirs[0]?.number ?? '') : run.reference,
    };
  });
  const contents = nachaFile({
    ...{ routing, bank: 'BANK', company: actor.entity.name, day, modifier, payOn: run.pay_on, entries },
    time: timeIn(actor.entity.timezone),
  });
  await db
    .update(payRuns)
    .set({ status: 'made', file: sealFile(cipher, contents), fileOn: day, modifier, madeAt: sql`now()` })
    .where(eq(payRuns.id, run.id));
  return contents;
}

const timeIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    .format(new Date())
    .replace(':', '');
