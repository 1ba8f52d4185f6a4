import { GeneratedFile } from '../../../kernel/storage';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import {
  DrawStatement,
  DrawSupplierStatement,
  ReadStatement,
  ReadSupplierStatement,
  SendStatement,
  SentStatement,
  StatementFile,
} from '../../billing/statements/schema';
import { sendStatement } from '../../billing/statements/service';
import { DRAWING } from './router';
import {
  drawCustomerStatement,
  drawSupplierStatement,
  printCustomerStatement,
  printSupplierStatement,
} from './statement-file';

const PDF = {
  description:
    'On letter paper, by the calendar of the seller. One of more than 2,000 rows is drawn by a job that POST starts, and is 409 `not_drawn` ' +
    'until then; it is kept for a week, as long as nothing of it changes.',
  permission: 'read:invoices',
  response: 'file',
  queue: DRAWING,
  output: GeneratedFile,
} as const;
const DRAW = {
  description:
    'By a job, as one of more than 2,000 rows has to be. `url` has the PDF once it is drawn; asking again starts no second job.',
  permission: 'read:invoices',
  output: StatementFile,
  status: 202,
} as const;
const ERRORS = ['NOT_FOUND', 'outside_your_locations', 'too_many'] as const;

/** Below customers. */
export const customerStatementDocumentsRouter = router({
  statementPdf: endpoint({
    rest: 'GET /api/v1/customers/{id}/statement/pdf',
    summary: 'Get the statement of a customer as a PDF',
    ...PDF,
    everywhere: 'A statement counts',
    input: ReadStatement,
    errors: [...ERRORS, 'not_a_seller', 'not_drawn'],
  }).query(({ ctx, input }) => printCustomerStatement(ctx, input)),

  drawStatement: endpoint({
    rest: 'POST /api/v1/customers/{id}/statement/pdf',
    summary: 'Have the statement of a customer drawn as a PDF',
    ...DRAW,
    everywhere: 'A statement counts',
    input: DrawStatement,
    errors: [...ERRORS, 'RATE_LIMITED', 'not_a_seller'],
  }).mutation(({ ctx, input }) => drawCustomerStatement(ctx, input)),

  sendStatement: endpoint({
    rest: 'POST /api/v1/customers/{id}/statement/send',
    summary: 'Mail the statement of a customer to its contact',
    description: 'With the PDF. The customer needs a contact email and a connection with your business.',
    permission: 'create:payments',
    everywhere: 'A statement counts',
    input: SendStatement,
    output: SentStatement,
    status: 202,
    errors: [...ERRORS, 'RATE_LIMITED', 'no_email', 'license_unverified', 'not_a_seller'],
  }).mutation(({ ctx, input }) => sendStatement(ctx, input)),
});

/** Below suppliers. */
export const supplierStatementDocumentsRouter = router({
  statementPdf: endpoint({
    rest: 'GET /api/v1/suppliers/{id}/statement/pdf',
    summary: 'Get the statement of a supplier as a PDF',
    ...PDF,
    everywhere: 'A statement counts',
    input: ReadSupplierStatement,
    errors: [...ERRORS, 'not_a_buyer', 'not_drawn'],
  }).query(({ ctx, input }) => printSupplierStatement(ctx, input)),

  drawStatement: endpoint({
    rest: 'POST /api/v1/suppliers/{id}/statement/pdf',
    summary: 'Have the statement of a supplier drawn as a PDF',
    ...DRAW,
    everywhere: 'A statement counts',
    input: DrawSupplierStatement,
    errors: [...ERRORS, 'RATE_LIMITED', 'not_a_buyer'],
  }).mutation(({ ctx, input }) => drawSupplierStatement(ctx, input)),
});
