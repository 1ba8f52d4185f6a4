import { z } from 'zod';
import { endpoint } from '../../../../operation/endpoint';
import { router } from '../../../../operation/init';
import { rowOf } from '../../../../operation/objects';
import { BANK_ACCOUNTS } from '../queries.sql';
import { BankAccount, BankAccountList } from '../resource';
import { BankAccountId, NewBankAccount, UpdateBankAccount } from '../schema';
import { bankAccounts } from '../tables';
import { createAccount, deleteAccount, getAccount, listAccounts, updateAccount } from './service';

const everywhere = 'A bank account counts';

export const bankAccountsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/bank/accounts',
    summary: 'List bank accounts',
    description: 'Of your business, oldest first. Numbers are never returned but for the last four.',
    permission: 'read:bank',
    orPermission: 'pay:bills',
    everywhere,
    input: BANK_ACCOUNTS.input,
    output: BankAccountList,
    errors: ['outside_your_locations'],
  }).query(({ ctx, input }) => listAccounts(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/bank/accounts/{id}',
    summary: 'Get a bank account',
    description: 'Of your business. Its numbers are never returned but for the last four.',
    permission: 'read:bank',
    orPermission: 'pay:bills',
    everywhere,
    input: BankAccountId,
    output: BankAccount,
    object: rowOf(bankAccounts.id),
    errors: ['NOT_FOUND', 'outside_your_locations'],
  }).query(({ ctx, input }) => getAccount(ctx, input.id)),

  create: endpoint({
    rest: 'POST /api/v1/bank/accounts',
    summary: 'Add a bank account',
    description:
      'In US dollars. Its numbers are stored encrypted: the number of the account tells statements of another from its own, and with the routing number bills are paid from it.',
    permission: 'update:bank',
    orPermission: 'pay:bills',
    everywhere,
    input: NewBankAccount,
    output: BankAccount,
    status: 201,
    location: '/api/v1/bank/accounts/{id}',
    errors: ['too_many', 'outside_your_locations'],
    recent: 'to enter its numbers',
  }).mutation(({ ctx, input }) => createAccount(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/bank/accounts/{id}',
    summary: 'Update a bank account',
    description: 'null removes a number.',
    permission: 'update:bank',
    orPermission: 'pay:bills',
    everywhere,
    input: UpdateBankAccount,
    output: BankAccount,
    nulls: 'clears',
    errors: ['NOT_FOUND', 'outside_your_locations'],
    recent: 'to change its numbers',
  }).mutation(({ ctx, input }) => updateAccount(ctx, input)),

  remove: endpoint({
    rest: 'DELETE /api/v1/bank/accounts/{id}',
    summary: 'Delete a bank account',
    description: 'One without statements and pay runs; set any other inactive.',
    permission: 'update:bank',
    orPermission: 'pay:bills',
    everywhere,
    input: BankAccountId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'in_use', 'outside_your_locations'],
  }).mutation(({ ctx, input }) => deleteAccount(ctx, input.id)),
});
