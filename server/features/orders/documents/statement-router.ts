import { GeneratedFile } from '../../../kernel/storage';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import {
  ReadStatement,
  ReadSupplierStatement,
  SendStatement,
  SentStatement,
} from '../../billing/statements/schema';
import { sendStatement } from '../../billing/statements/service';
import { printCustomerStatement, printSupplierStatement } from './queries';
import { DRAWING } from './router';

const PDF = {
  description: 'On letter paper, by the calendar of the seller.',
  permission: 'read:invoices',
  response: 'file',
  queue: DRAWING,
  output: GeneratedFile,
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
    errors: [...ERRORS, 'not_a_seller'],
  }).query(({ ctx, input }) => printCustomerStatement(ctx, input)),

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
    errors: [...ERRORS, 'not_a_buyer'],
  }).query(({ ctx, input }) => printSupplierStatement(ctx, input)),
});
