import { z } from 'zod';
import { GeneratedFile } from '../../../kernel/storage';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf, rowOfCaller } from '../../../operation/objects';
import { LoadQueue } from '../../../platform/rate-limit/load-queue';
import { entities } from '../../entities/tables';
import { getAccounts, getExport, ListExports, listExports, readExportFile } from './queries';
import { AccountingExport, AccountingExportList } from './resource';
import {
  BookAccounts,
  ExportFileId,
  ExportId,
  MAX_EXPORTED,
  MAX_EXPORTED_LINES,
  NewExport,
  NoInput,
  SetBookAccounts,
} from './schema';
import { createExport, deleteExport, setAccounts } from './service';
import { accountingExports } from './tables';

/** Of exports that are made, and of files that are read: each is held in memory whole. */
const [MAKING, READING] = [2, 4].map(
  (total) => new LoadQueue({ total, waiting: 50, waitMs: 30_000, heavyMs: 2_000 }),
) as [LoadQueue, LoadQueue];

export const booksRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/accounting/exports',
    summary: 'List exports of the books',
    description: 'Those of your business of the last 90 days, newest first.',
    permission: 'export:books',
    everywhere: 'The books are kept',
    input: ListExports,
    output: AccountingExportList,
    errors: ['outside_your_locations'],
  }).query(({ ctx, input }) => listExports(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/accounting/exports/{id}',
    summary: 'Get an export of the books',
    description: 'One of your own.',
    permission: 'export:books',
    everywhere: 'The books are kept',
    input: ExportId,
    output: AccountingExport,
    object: rowOf(accountingExports.id),
    errors: ['NOT_FOUND', 'outside_your_locations'],
  }).query(({ ctx, input }) => getExport(ctx, input.id)),

  create: endpoint({
    rest: 'POST /api/v1/accounting/exports',
    summary: 'Export the books',
    description:
      'Documents of some days as files for QuickBooks Online, QuickBooks Desktop (IIF, of invoices and payments) or any other program. Each entry balances to the cent. ' +
      'With `only: new` what an earlier export of the kind and format has is left out. Opening balances are in none. ' +
      `409 when nothing is there, above ${MAX_EXPORTED.toLocaleString('en-US')} documents or ${MAX_EXPORTED_LINES.toLocaleString('en-US')} lines, and for accounts without a name, which \`details.accounts\` lists.`,
    permission: 'export:books',
    everywhere: 'The books are kept',
    input: NewExport,
    output: AccountingExport,
    status: 201,
    location: '/api/v1/accounting/exports/{id}',
    queue: MAKING,
    errors: ['accounts_unmapped', 'nothing_to_export', 'outside_your_locations', 'too_many'],
  }).mutation(({ ctx, input }) => createExport(ctx, input)),

  file: endpoint({
    rest: 'GET /api/v1/accounting/exports/{id}/files/{n}',
    summary: 'Download a file of an export',
    description: 'As an attachment: the same bytes each time.',
    permission: 'export:books',
    response: 'file',
    media: ['text/csv', 'text/plain'],
    everywhere: 'The books are kept',
    input: ExportFileId,
    output: GeneratedFile,
    queue: READING,
    errors: ['NOT_FOUND', 'outside_your_locations'],
  }).query(({ ctx, input }) => readExportFile(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/accounting/exports/{id}',
    summary: 'Discard an export',
    description: 'What it held is new to the next one.',
    permission: 'export:books',
    everywhere: 'The books are kept',
    input: ExportId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'outside_your_locations'],
  }).mutation(({ ctx, input }) => deleteExport(ctx, input.id)),

  accounts: endpoint({
    rest: 'GET /api/v1/accounting/accounts',
    summary: 'Get the accounts of the books',
    description: 'Names of accounts in your books, to which exports post.',
    permission: 'export:books',
    everywhere: 'The books are kept',
    input: NoInput,
    output: BookAccounts,
    object: rowOfCaller(entities.id, 'entity'),
    errors: ['outside_your_locations'],
  }).query(({ ctx }) => getAccounts(ctx)),

  setAccounts: endpoint({
    rest: 'PUT /api/v1/accounting/accounts',
    summary: 'Name the accounts of the books',
    description:
      'Each field replaces what it named before, null takes a name back; fields that are absent stay.',
    permission: 'export:books',
    everywhere: 'The books are kept',
    input: SetBookAccounts,
    output: BookAccounts,
    nulls: 'clears',
    errors: ['outside_your_locations'],
  }).mutation(({ ctx, input }) => setAccounts(ctx, input)),
});
