import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOf } from '../../operation/objects';
import { STOCK_EVENTS } from '../inventory/ledger/ledger';
import { getRecall, listHolders, listRecalls, reachOfRecall } from './queries';
import { RECALLS } from './queries.sql';
import { remindHolder } from './remind';
import { RecallDetail, RecallList } from './resource';
import { respondToRecall } from './respond';
import {
  CloseRecall,
  ConfirmDerived,
  ListHolders,
  OpenRecall,
  ReachOfBatch,
  RecallHolders,
  RecallId,
  RecallReach,
  RemindHolder,
  RespondToRecall,
} from './schema';
import { closeRecall, openRecall, RECALL_EVENTS, recallDerived } from './service';
import { recalls } from './tables';

export const recallsRouter = router({
  reach: endpoint({
    rest: 'GET /api/v1/batches/{id}/reach',
    summary: "Preview a recall's reach",
    description:
      "For the product's owner, before it recalls a batch: how many businesses it shipped units to, and how many open " +
      'orders would lose reserved units. What others still have on hand is part of an open recall only.',
    permission: 'recall:batches',
    input: ReachOfBatch,
    output: RecallReach,
    replica: true,
    errors: ['NOT_FOUND', 'not_your_product'],
  }).query(({ ctx, input }) => reachOfRecall(ctx, input)),

  open: endpoint({
    rest: 'POST /api/v1/batches/{id}/recalls',
    summary: 'Recall a batch',
    description:
      "For the product's owner. Holds the batch for every holder at once: units can't be reserved, shipped or sold, and " +
      'nothing moves. Reservations are released, and orders that lose some carry `recall`. Everyone who has or had units ' +
      'gets `batch.recalled` and an email. 409 while a recall of the batch is open.',
    permission: 'recall:batches',
    everywhere: 'A recall applies',
    input: OpenRecall,
    output: RecallDetail,
    status: 201,
    location: '/api/v1/recalls/{id}',
    errors: ['NOT_FOUND', 'not_your_product', 'outside_your_locations', 'recall_open'],
    emits: RECALL_EVENTS,
  }).mutation(({ ctx, input }) => openRecall(ctx, input)),

  list: endpoint({
    rest: 'GET /api/v1/recalls',
    summary: 'List recalls',
    description:
      "Recalls of your products' batches and of batches that you hold or have held, newest first, with your own units and " +
      'response.',
    permission: 'read:inventory',
    input: RECALLS.input,
    output: RecallList,
  }).query(({ ctx, input }) => listRecalls(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/recalls/{id}',
    summary: 'Get a recall',
    description:
      "The product's owner sees every holder and, while the recall is open, how many units each has; of businesses that a " +
      'reseller supplied only numbers, in the row of that reseller. A holder sees itself.',
    permission: 'read:inventory',
    input: RecallId,
    output: RecallDetail,
    object: rowOf(recalls.id, { volatile: ['mails_waiting'] }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getRecall(ctx, input.id)),

  holders: endpoint({
    rest: 'GET /api/v1/recalls/{id}/responses',
    summary: 'List the responses to a recall',
    description: "As `holders` of the recall, page by page: those that haven't responded first.",
    permission: 'read:inventory',
    input: ListHolders,
    output: RecallHolders,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listHolders(ctx, input)),

  respond: endpoint({
    rest: 'POST /api/v1/recalls/{id}/responses',
    summary: 'Respond to a recall',
    description:
      "Once for each holder; a seller responds with `holder_id` for its customer that isn't on board, whose units nothing moves. " +
      'With `checked` and `found`, for units without a lot: moves those found into a lot of the batch, ' +
      'where they are held. Otherwise moves your units: `quarantined` into the quarantine of their location, `destroyed` (DAMAGE) and ' +
      '`returned` (RETURN) out of stock; `already_sold` moves nothing. The first three add up to at most the units on hand, ' +
      'and all four account for every unit on hand and every unit that your POS sold since the recall opened.',
    permission: 'update:inventory',
    everywhere: 'A recall applies',
    input: RespondToRecall,
    output: RecallDetail,
    status: 201,
    location: '/api/v1/recalls/{id}',
    errors: ['NOT_FOUND', 'outside_your_locations', 'already_responded', 'recall_closed'],
    emits: STOCK_EVENTS,
  }).mutation(({ ctx, input }) => respondToRecall(ctx, input)),

  remind: endpoint({
    rest: 'POST /api/v1/recalls/{id}/reminders',
    summary: 'Remind a holder of a recall',
    description:
      "For the product's owner: mails and notifies a holder that hasn't responded; of a customer that isn't on board, its seller. " +
      'Once per hour for each holder, else 429.',
    permission: 'recall:batches',
    everywhere: 'A recall applies',
    input: RemindHolder,
    output: RecallDetail,
    errors: ['NOT_FOUND', 'not_your_product', 'outside_your_locations', 'already_responded', 'recall_closed'],
  }).mutation(({ ctx, input }) => remindHolder(ctx, input)),

  confirmDerived: endpoint({
    rest: 'POST /api/v1/recalls/{id}/derived',
    summary: 'Recall batches made from a recalled one',
    description:
      'For the business that recalls: holds its own batches listed in `derived`, as the recall did with its first. Their holders ' +
      'are notified; one that had responded responds again. For the owner of a batch made from the recalled one: recalls that ' +
      'batch with the same class, reason and instructions, as a recall of its own, which is returned. 409 once closed.',
    permission: 'recall:batches',
    everywhere: 'A recall applies',
    input: ConfirmDerived,
    output: RecallDetail,
    errors: [
      'NOT_FOUND',
      'no_derived_batch',
      'not_your_product',
      'outside_your_locations',
      'recall_closed',
      'recall_open',
    ],
    emits: RECALL_EVENTS,
  }).mutation(({ ctx, input }) => recallDerived(ctx, input)),

  close: endpoint({
    rest: 'POST /api/v1/recalls/{id}/close',
    summary: 'Close a recall',
    description:
      'A recall closes by itself with the last response; before that, closing it needs a reason. Its batches stay on hold ' +
      'until you release them.',
    permission: 'recall:batches',
    everywhere: 'A recall applies',
    input: CloseRecall,
    output: RecallDetail,
    errors: ['NOT_FOUND', 'not_your_product', 'outside_your_locations', 'recall_closed', 'responses_missing'],
  }).mutation(({ ctx, input }) => closeRecall(ctx, input)),
});
