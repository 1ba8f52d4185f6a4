import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing, invalidRequest, notFound } from '../../../../kernel/errors';
import { newId } from '../../../../kernel/ids';
import { changesBetween } from '../../../../kernel/patch';
import type { Context, ReadContext, WriteContext } from '../../../../operation/context';
import { rejectLimited } from '../../../../operation/limited';
import { requireRecent } from '../../../../operation/recent';
import { readPaged } from '../../../../platform/db/paged.sql';
import { lockEntity } from '../../../entities/queries';
import { last4Of, sealAccount, sealRouting } from '../numbers';
import { accountUse, BANK_ACCOUNTS, lockAccount, ownAccounts, readAccounts } from '../queries.sql';
import type { BankAccountView } from '../resource';
import { MAX_ACCOUNTS, type NewBankAccount, type UpdateBankAccount } from '../schema';
import { bankAccounts } from '../tables';

const COUNTS = 'A bank account counts';
type Writer = WriteContext & Pick<Context, 'cipher'>;

export function listAccounts(ctx: ReadContext, input: z.infer<typeof BANK_ACCOUNTS.input>) {
  rejectLimited(ctx.actor, COUNTS);
  return readPaged(ctx.db, BANK_ACCOUNTS, ctx.actor, input);
}

/** @throws AppError NOT_FOUND, FORBIDDEN for members limited to locations */
export async function getAccount({ db, actor }: ReadContext, id: string): Promise<BankAccountView> {
  rejectLimited(actor, COUNTS);
  return existing(readAccounts(db, sql`a.id = ${id} and ${ownAccounts(actor)}`));
}

/** Adds an account; its numbers take a recent sign-in. @throws AppError CONFLICT `too_many`, FORBIDDEN */
export async function createAccount(
  ctx: Writer,
  { name, active, routing_number, account_number }: z.infer<typeof NewBankAccount>,
): Promise<BankAccountView> {
  const { db, actor } = ctx;
  rejectLimited(actor, COUNTS);
  if (routing_number || account_number) requireRecent(actor);
  await lockEntity(db, actor.entity.id);
  if ((await db.$count(bankAccounts, eq(bankAccounts.entityId, actor.entity.id))) >= MAX_ACCOUNTS) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_ACCOUNTS} bank accounts.`, {
      reason: 'too_many',
      limit: MAX_ACCOUNTS,
    });
  }
  const id = newId();
  await db.insert(bankAccounts).values({
    ...{ id, entityId: actor.entity.id, name, active },
    ...sealed(ctx, { routing_number, account_number }),
  });
  const view = await getAccount(ctx, id);
  ctx.audit({ action: 'bank_account.created', objectId: id, after: told(view) });
  return view;
}

/** Changes an account; its numbers take a recent sign-in. @throws AppError NOT_FOUND, INVALID_REQUEST, FORBIDDEN */
export async function updateAccount(
  ctx: Writer,
  { id, name, active, ...numbers }: z.infer<typeof UpdateBankAccount>,
): Promise<BankAccountView> {
  const { routing_number, account_number } = numbers;
  if ([name, active, routing_number, account_number].every((sent) => sent === undefined)) {
    throw invalidRequest([{ path: '', code: 'empty_patch', message: 'Send at least one field to change.' }]);
  }
  await getAccount(ctx, id);
  const isRenumbered = routing_number !== undefined || account_number !== undefined;
  if (isRenumbered) requireRecent(ctx.actor);
  await held(ctx, id);
  const before = await getAccount(ctx, id);
  await ctx.db
    .update(bankAccounts)
    .set({ name, active, ...sealed(ctx, numbers), updatedAt: sql`now()` })
    .where(eq(bankAccounts.id, id));
  const after = await getAccount(ctx, id);
  ctx.audit({ action: 'bank_account.updated', objectId: id, ...changesBetween(told(before), told(after)) });
  if (isRenumbered) ctx.audit({ action: 'bank_account.renumbered', objectId: id });
  return after;
}

/** Deletes an account without lines. @throws AppError NOT_FOUND, CONFLICT `in_use` */
export async function deleteAccount(ctx: WriteContext, id: string): Promise<void> {
  const before = await getAccount(ctx, id);
  await held(ctx, id);
  const [use] = await accountUse(ctx.db, id);
  if (use?.used) {
    throw new AppError('CONFLICT', 'The account has statements or pay runs. Set it inactive instead.', {
      reason: 'in_use',
    });
  }
  await ctx.db
    .delete(bankAccounts)
    .where(and(eq(bankAccounts.id, id), eq(bankAccounts.entityId, ctx.actor.entity.id)));
  ctx.audit({ action: 'bank_account.deleted', objectId: id, before: told(before) });
}

/** Locks an account. @throws AppError NOT_FOUND */
export async function held({ db, actor }: Pick<WriteContext, 'db' | 'actor'>, id: string) {
  const [account] = await lockAccount(db, id, actor.entity.id);
  if (!account) throw notFound();
  return account;
}

type Sent = { routing_number?: string | null | undefined; account_number?: string | null | undefined };

function sealed({ cipher }: Writer, { routing_number, account_number }: Sent) {
  return {
    ...(routing_number !== undefined && {
      routingNumber: routing_number && sealRouting(cipher, routing_number),
    }),
    ...(account_number !== undefined && {
      accountNumber: account_number && sealAccount(cipher, account_number),
      last4: account_number && last4Of(account_number),
    }),
  };
}

/** Fields of the audit row: of the numbers that they are there. */
const told = ({ name, active, last4, has_routing_number }: BankAccountView) => ({
  ...{ name, active, has_account_number: last4 !== null, has_routing_number },
});
