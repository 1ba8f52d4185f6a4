import { z } from 'zod';
import { endpoint } from '../../../../operation/endpoint';
import { router } from '../../../../operation/init';
import { rowOf } from '../../../../operation/objects';
import { BANK_STATEMENTS } from '../queries.sql';
import { BankStatement, BankStatementList } from '../resource';
import { MapStatement, StatementId, UploadStatement } from '../schema';
import { bankStatements } from '../tables';
import { deleteStatement, getStatement, listStatements, mapStatement, uploadStatement } from './service';

const everywhere = 'A bank statement counts';

export const bankStatementsRouter = router({
  upload: endpoint({
    rest: 'POST /api/v1/bank/statements',
    summary: 'Upload a bank statement',
    description:
      'CSV, OFX, CAMT.053 or BAI2, up to 10 MiB and 20,000 lines. A job reads it: poll it while the status is `reading`. A CSV with a ' +
      'header that the account has not had waits for its `mapping`. Lines that the account has are added once. The file is kept sealed ' +
      'until it is read, at most 24 hours.',
    permission: 'update:bank',
    everywhere,
    body: 'statement',
    input: UploadStatement,
    output: BankStatement,
    status: 201,
    location: '/api/v1/bank/statements/{id}',
    errors: ['NOT_FOUND', 'already_imported', 'too_many', 'outside_your_locations'],
  }).mutation(({ ctx, input }) => uploadStatement(ctx, input)),

  list: endpoint({
    rest: 'GET /api/v1/bank/statements',
    summary: 'List bank statements',
    description: 'Of your business, the latest first by default.',
    permission: 'read:bank',
    everywhere,
    input: BANK_STATEMENTS.input,
    output: BankStatementList,
    errors: ['outside_your_locations'],
  }).query(({ ctx, input }) => listStatements(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/bank/statements/{id}',
    summary: 'Get a bank statement',
    description: 'Poll it while the status is `reading`.',
    permission: 'read:bank',
    everywhere,
    input: StatementId,
    output: BankStatement,
    object: rowOf(bankStatements.id, {
      volatile: ['status', 'counts', 'from', 'to', 'format', 'columns', 'error', 'errors', 'updated_at'],
    }),
    errors: ['NOT_FOUND', 'outside_your_locations'],
  }).query(({ ctx, input }) => getStatement(ctx, input.id)),

  map: endpoint({
    rest: 'PATCH /api/v1/bank/statements/{id}',
    summary: 'Map the columns of a bank statement',
    description: 'Kept for statements of the account with the same header. A job then reads it.',
    permission: 'update:bank',
    everywhere,
    input: MapStatement,
    output: BankStatement,
    nulls: 'absent',
    errors: ['NOT_FOUND', 'invalid_transition', 'outside_your_locations'],
  }).mutation(({ ctx, input }) => mapStatement(ctx, input)),

  remove: endpoint({
    rest: 'DELETE /api/v1/bank/statements/{id}',
    summary: 'Delete a bank statement',
    description: 'With the lines that it has first, of which none may be confirmed.',
    permission: 'update:bank',
    everywhere,
    input: StatementId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'in_use', 'outside_your_locations'],
  }).mutation(({ ctx, input }) => deleteStatement(ctx, input.id)),
});
