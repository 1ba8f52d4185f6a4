import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { customerStatement, type StatementView, supplierStatement } from './queries';
import { ReadStatement, ReadSupplierStatement, Statement } from './schema';

const DESCRIPTION =
  'Invoices, credit notes, payments, refunds and voids of a period with the balance after each, by the calendar of the seller. As ' +
  'CSV, the first and the last row are the balances before and after.';
const ERRORS = ['NOT_FOUND', 'outside_your_locations', 'too_many'] as const;

const CSV = {
  columns: ['date', 'kind', 'id', 'number', 'debit', 'credit', 'balance'],
  csvRows: ({ from, to, opening, rows, closing }: StatementView) => [
    { date: from, kind: 'opening', balance: opening },
    ...rows,
    { date: to, kind: 'closing', balance: closing },
  ],
};

/** Below customers, beside what the seller keeps of them. */
export const customerStatementsRouter = router({
  statement: endpoint({
    rest: 'GET /api/v1/customers/{id}/statement',
    summary: 'Get the statement of a customer',
    description: DESCRIPTION,
    permission: 'read:invoices',
    everywhere: 'A statement counts',
    input: ReadStatement,
    output: Statement,
    ...CSV,
    errors: [...ERRORS, 'not_a_seller'],
  }).query(({ ctx, input }) => customerStatement(ctx, input)),
});

/** Below suppliers. */
export const supplierStatementsRouter = router({
  statement: endpoint({
    rest: 'GET /api/v1/suppliers/{id}/statement',
    summary: 'Get the statement of a supplier',
    description: DESCRIPTION,
    permission: 'read:invoices',
    everywhere: 'A statement counts',
    input: ReadSupplierStatement,
    output: Statement,
    ...CSV,
    errors: [...ERRORS, 'not_a_buyer'],
  }).query(({ ctx, input }) => supplierStatement(ctx, input)),
});
