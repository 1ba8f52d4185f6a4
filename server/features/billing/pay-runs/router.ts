import { and, eq } from 'drizzle-orm';
import { GeneratedFile } from '../../../kernel/storage';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf, rowWhere } from '../../../operation/objects';
import { SENDING_EVENTS } from '../remittances/service';
import { downloadFile } from './file';
import { approvePayee, getPayee, setPayee } from './payees';
import { PAY_RUNS } from './queries.sql';
import { Payee, PayRun, PayRunList } from './resource';
import { NewPayRun, PayeeId, PayRunId, SetPayee } from './schema';
import { cancelRun, createRun, getRun, listRuns, sendRun } from './service';
import { payees, payRuns } from './tables';

const everywhere = 'A pay run counts';
const PAYEE = 'Where a supplier is paid counts';
const USING = ['no_numbers', 'no_payee', 'payee_changed', 'too_many'] as const;

export const payRunsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/pay-runs',
    summary: 'List pay runs',
    description: 'Of your business, the latest first by default.',
    permission: 'pay:bills',
    everywhere,
    input: PAY_RUNS.input,
    output: PayRunList,
    errors: ['outside_your_locations'],
  }).query(({ ctx, input }) => listRuns(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/pay-runs/{id}',
    summary: 'Get a pay run',
    description: 'Suppliers see none of it but what it pays them.',
    permission: 'pay:bills',
    everywhere,
    input: PayRunId,
    output: PayRun,
    object: rowOf(payRuns.id),
    errors: ['NOT_FOUND', 'outside_your_locations'],
  }).query(({ ctx, input }) => getRun(ctx, input.id)),

  create: endpoint({
    rest: 'POST /api/v1/pay-runs',
    summary: 'Draft a pay run',
    description:
      'Pays bills of several suppliers by one file for your bank. An invoice is in one open run at most, with no more than is open of it, less what you said you sent.',
    permission: 'pay:bills',
    everywhere,
    input: NewPayRun,
    output: PayRun,
    status: 201,
    location: '/api/v1/pay-runs/{id}',
    errors: ['NOT_FOUND', 'in_a_run', 'over_paid', ...USING, 'outside_your_locations'],
  }).mutation(({ ctx, input }) => createRun(ctx, input)),

  file: endpoint({
    rest: 'GET /api/v1/pay-runs/{id}/file',
    summary: 'Download the file of a pay run',
    description:
      'A NACHA file (CCD+) for your bank: made at the first download, then the same bytes for 7 days. Needs a sign-in of the last 10 minutes. Each download is audited, and owners get a mail.',
    permission: 'pay:bills',
    everywhere,
    input: PayRunId,
    output: GeneratedFile,
    response: 'file',
    media: ['text/plain'],
    errors: [
      'NOT_FOUND',
      'reauthentication_required',
      'invalid_transition',
      'file_expired',
      'pay_day_over',
      ...USING,
      'outside_your_locations',
    ],
    transaction: false,
  }).query(({ ctx, input }) => downloadFile(ctx, input.id)),

  sent: endpoint({
    rest: 'POST /api/v1/pay-runs/{id}/sent',
    summary: 'Say that the bank has a pay run',
    description: 'Each supplier gets a remittance of what it is paid, and a mail. It moves no balance.',
    permission: 'pay:bills',
    everywhere,
    input: PayRunId,
    output: PayRun,
    errors: ['NOT_FOUND', 'invalid_transition', 'over_paid', 'too_many', 'outside_your_locations'],
    emits: SENDING_EVENTS,
  }).mutation(({ ctx, input }) => sendRun(ctx, input.id)),

  cancel: endpoint({
    rest: 'POST /api/v1/pay-runs/{id}/cancel',
    summary: 'Cancel a pay run',
    description: 'One that the bank has not got. Its invoices can be in another.',
    permission: 'pay:bills',
    everywhere,
    input: PayRunId,
    output: PayRun,
    errors: ['NOT_FOUND', 'invalid_transition', 'outside_your_locations'],
  }).mutation(({ ctx, input }) => cancelRun(ctx, input.id)),
});

/** Below suppliers. */
export const payeesRouter = router({
  payee: endpoint({
    rest: 'GET /api/v1/suppliers/{id}/payee',
    summary: 'Get where a supplier is paid',
    description:
      "Your business's own: the supplier never sees it. Its numbers are never returned but for the last four.",
    permission: 'pay:bills',
    everywhere: PAYEE,
    input: PayeeId,
    output: Payee,
    object: rowWhere(payees, (input, actor) =>
      and(eq(payees.sellerId, input.id as string), eq(payees.buyerId, actor.entity.id)),
    ),
    errors: ['NOT_FOUND', 'outside_your_locations'],
  }).query(({ ctx, input }) => getPayee(ctx, input.id)),

  setPayee: endpoint({
    rest: 'PUT /api/v1/suppliers/{id}/payee',
    summary: 'Set where a supplier is paid',
    description:
      'Stored encrypted. It is used from 24 hours later on, or once another owner or admin approves it. Owners get a mail.',
    permission: 'pay:bills',
    everywhere: PAYEE,
    input: SetPayee,
    output: Payee,
    errors: ['NOT_FOUND', 'outside_your_locations'],
    recent: true,
  }).mutation(({ ctx, input }) => setPayee(ctx, input)),

  approvePayee: endpoint({
    rest: 'POST /api/v1/suppliers/{id}/payee/approve',
    summary: 'Approve where a supplier is paid',
    description: 'By another owner or admin than the one who entered it.',
    permission: 'pay:bills',
    everywhere: PAYEE,
    input: PayeeId,
    output: Payee,
    errors: ['NOT_FOUND', 'own_payee', 'outside_your_locations'],
  }).mutation(({ ctx, input }) => approvePayee(ctx, input.id)),
});
