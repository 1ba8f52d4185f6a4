import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { reasonsOf } from '../placing/conditions.schema';
import { PLACING_EVENTS } from '../placing/together';
import { Order } from '../resource';
import { linkQuote, unlinkQuote } from './link';
import { acceptDraft, orderDraft } from './place';
import { getDraft, listDrafts } from './queries';
import { ListDrafts } from './queries.sql';
import { Draft, DraftList, UpdateDraft } from './resource';
import { DraftId, NewDraft, OrderDraft, QuoteLink } from './schema';
import { createDraft, declineDraft, deleteDraft, sendDraft, updateDraft, withdrawDraft } from './service';
import { drafts } from './tables';

/** Of what is done to a quote or draft beside placing its order. */
const MOVING_ERRORS = ['NOT_FOUND', 'other_party', 'already_ordered', 'invalid_transition'] as const;

export const draftsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/drafts',
    summary: 'List drafts and quotes',
    description:
      'Drafts that your business wrote, and quotes that it sent or received; newest first by default. Others never see a draft.',
    permission: 'read:orders',
    input: ListDrafts,
    output: DraftList,
  }).query(({ ctx, input }) => listDrafts(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/drafts/{id}',
    summary: 'Get a draft or quote',
    description:
      'A draft is visible to the business that wrote it, a quote to both parties once it was sent.',
    permission: 'read:orders',
    input: DraftId,
    output: Draft,
    object: rowOf(drafts.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getDraft(ctx, input.id)),

  create: endpoint({
    rest: 'POST /api/v1/drafts',
    summary: 'Write a draft',
    description:
      'Takes what `POST /api/v1/orders` takes, and `valid_until`. Reserves nothing. A business has at most 500 open drafts and quotes (409).',
    permission: 'create:orders',
    input: NewDraft,
    output: Draft,
    status: 201,
    location: '/api/v1/drafts/{id}',
    errors: [
      'NOT_FOUND',
      'external_id_taken',
      'not_a_seller',
      'other_party',
      'too_many',
      ...reasonsOf('draft'),
    ],
  }).mutation(({ ctx, input }) => createDraft(ctx, input)),

  link: endpoint({
    rest: 'POST /api/v1/drafts/{id}/link',
    summary: 'Make a link to a quote',
    description:
      'For its seller, once it is sent. Who has the link sees this quote alone, without signing in, until the end of `valid_until` or until it is withdrawn, declined or accepted; accepting takes a sign-in. A new link ends the one before. It is shown only in this response.',
    permission: 'update:orders',
    input: DraftId,
    output: QuoteLink,
    errors: ['NOT_FOUND', 'other_party', 'already_ordered', 'invalid_transition'],
  }).mutation(({ ctx, input }) => linkQuote(ctx, input.id)),

  unlink: endpoint({
    rest: 'DELETE /api/v1/drafts/{id}/link',
    summary: 'End the link to a quote',
    description: 'For its seller. Nothing happens to the quote.',
    permission: 'update:orders',
    input: DraftId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'other_party'],
  }).mutation(({ ctx, input }) => unlinkQuote(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/drafts/{id}',
    summary: 'Change a draft',
    description:
      'Until it is sent or ordered. `items` replaces all lines; null clears other fields. Either party changes its own `external_ids` at any time.',
    permission: 'update:orders',
    input: UpdateDraft,
    output: Draft,
    errors: ['NOT_FOUND', 'external_id_taken', 'other_party', 'not_editable', ...reasonsOf('draft')],
  }).mutation(({ ctx, input }) => updateDraft(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/drafts/{id}',
    summary: 'Delete a draft',
    description: 'Until it is sent or ordered.',
    permission: 'update:orders',
    input: DraftId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'not_editable'],
  }).mutation(({ ctx, input }) => deleteDraft(ctx, input.id)),

  send: endpoint({
    rest: 'POST /api/v1/drafts/{id}/send',
    summary: 'Send a draft as a quote',
    description:
      "For the seller that wrote it. Fixes the prices of now until the end of `valid_until`, at most 90 days ahead in the seller's calendar, and shows it to the buyer. Reserves nothing.",
    permission: 'update:orders',
    input: DraftId,
    output: Draft,
    errors: ['NOT_FOUND', 'not_a_seller', 'other_party', 'invalid_transition', ...reasonsOf('draft')],
    emits: ['quote.sent'],
  }).mutation(({ ctx, input }) => sendDraft(ctx, input.id)),

  withdraw: endpoint({
    rest: 'POST /api/v1/drafts/{id}/withdraw',
    summary: 'Withdraw a quote',
    description: 'For its seller, while it is sent.',
    permission: 'update:orders',
    input: DraftId,
    output: Draft,
    errors: ['NOT_FOUND', 'not_a_seller', 'other_party', 'invalid_transition'],
  }).mutation(({ ctx, input }) => withdrawDraft(ctx, input.id)),

  decline: endpoint({
    rest: 'POST /api/v1/drafts/{id}/decline',
    summary: 'Decline a quote',
    description: 'For its buyer, while it is sent; its seller does it for a customer that is not on board.',
    permission: 'update:orders',
    input: DraftId,
    output: Draft,
    errors: ['NOT_FOUND', 'other_party', 'invalid_transition'],
    emits: ['quote.declined'],
  }).mutation(({ ctx, input }) => declineDraft(ctx, input.id)),

  accept: endpoint({
    rest: 'POST /api/v1/drafts/{id}/accept',
    summary: 'Accept a quote',
    description:
      'For its buyer, while it is sent; its seller does it for a customer that is not on board. Places the order at the prices of the quote, accepted; licenses and stock are checked now. Without effect when it fails.',
    permission: 'create:orders',
    input: DraftId,
    output: Order,
    status: 201,
    location: '/api/v1/orders/{id}',
    errors: [...MOVING_ERRORS, ...reasonsOf('quoted')],
    emits: [...PLACING_EVENTS, 'quote.accepted'],
  }).mutation(({ ctx, input }) => acceptDraft(ctx, input.id)),

  order: endpoint({
    rest: 'POST /api/v1/drafts/{id}/order',
    summary: 'Place the order of a draft',
    description:
      'For the business that wrote it, as `POST /api/v1/orders` with the same body now, at the prices of now but for those that the seller gave. Without effect when it fails.',
    permission: 'create:orders',
    input: OrderDraft,
    output: Order,
    status: 201,
    location: '/api/v1/orders/{id}',
    errors: [...MOVING_ERRORS, ...reasonsOf('order')],
    emits: PLACING_EVENTS,
  }).mutation(({ ctx, input }) => orderDraft(ctx, input)),
});
