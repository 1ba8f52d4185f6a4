import { endpoint } from '../../../../operation/endpoint';
import { router } from '../../../../operation/init';
import { rowOf } from '../../../../operation/objects';
import { BANK_LINES } from '../queries.sql';
import { BankLine, BankLineList } from '../resource';
import { BankLineId, ConfirmLine, ConfirmLines, SetLineAside } from '../schema';
import { bankLines } from '../tables';
import { CONFIRMING_EVENTS, confirmLine } from './confirm';
import { confirmLines } from './confirm-many';
import { ConfirmedLines } from './confirm-many.schema';
import { getLine, listLines, reopen, setAside } from './service';

const everywhere = 'A bank line counts';
const COLUMNS = [
  ...[
    'id',
    'account_id',
    'statement_id',
    'posted_on',
    'amount',
    'text',
    'reference',
    'bank_id',
    'kind',
    'reverses',
    'status',
  ],
  ...['possible_duplicate_of', 'confirmed_at', 'created_at', 'updated_at'],
];

export const bankLinesRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/bank/lines',
    summary: 'List bank lines',
    description:
      'Of your business, the latest first by default. Open ones have `proposals` of what they may be, as of now; none is confirmed by itself.',
    permission: 'read:bank',
    everywhere,
    columns: COLUMNS,
    input: BANK_LINES.input,
    output: BankLineList,
    errors: ['outside_your_locations'],
  }).query(({ ctx, input }) => listLines(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/bank/lines/{id}',
    summary: 'Get a bank line',
    description: 'With `proposals` of what it may be while it is open, as of now.',
    permission: 'read:bank',
    everywhere,
    input: BankLineId,
    output: BankLine,
    object: rowOf(bankLines.id, { volatile: ['proposals'] }),
    errors: ['NOT_FOUND', 'outside_your_locations'],
  }).query(({ ctx, input }) => getLine(ctx, input.id)),

  confirm: endpoint({
    rest: 'POST /api/v1/bank/lines/{id}/confirm',
    summary: 'Confirm a bank line',
    description:
      'Say what it is: `payments` to record (needs `create:payments`), `payment_ids` that are recorded already, or the payment to void ' +
      '(needs `void:payments`). They add up to the line, unless `rest` says what the difference is. The body of a proposal can be sent unchanged.',
    permission: 'update:bank',
    everywhere,
    input: ConfirmLine,
    output: BankLine,
    errors: [
      'NOT_FOUND',
      'permission_required',
      'already_confirmed',
      'invalid_transition',
      'not_yet',
      'over_allocated',
      'possible_duplicate',
      'refunded',
      'too_many',
      'outside_your_locations',
    ],
    emits: CONFIRMING_EVENTS,
  }).mutation(({ ctx, input }) => confirmLine(ctx, input)),

  confirmMany: endpoint({
    rest: 'POST /api/v1/bank/lines/confirm',
    summary: 'Confirm several bank lines',
    description:
      'As each alone, in a transaction and with a result of its own. With an Idempotency-Key, those that failed are tried.',
    permission: 'update:bank',
    everywhere,
    large: true,
    input: ConfirmLines,
    output: ConfirmedLines,
    errors: ['outside_your_locations'],
    emits: CONFIRMING_EVENTS,
    transaction: 'grouped',
  }).mutation(({ ctx, input }) => confirmLines(ctx, input)),

  setAside: endpoint({
    rest: 'POST /api/v1/bank/lines/{id}/set-aside',
    summary: 'Set a bank line aside',
    description: 'It is no payment of a customer. Money out and fees are set aside when they are read.',
    permission: 'update:bank',
    everywhere,
    input: SetLineAside,
    output: BankLine,
    errors: ['NOT_FOUND', 'already_confirmed', 'invalid_transition', 'outside_your_locations'],
  }).mutation(({ ctx, input }) => setAside(ctx, input)),

  reopen: endpoint({
    rest: 'POST /api/v1/bank/lines/{id}/reopen',
    summary: 'Reopen a bank line',
    description: 'One that was set aside. A confirmed one opens when its last payment is voided.',
    permission: 'update:bank',
    everywhere,
    input: BankLineId,
    output: BankLine,
    errors: ['NOT_FOUND', 'already_confirmed', 'invalid_transition', 'outside_your_locations'],
  }).mutation(({ ctx, input }) => reopen(ctx, input.id)),
});
