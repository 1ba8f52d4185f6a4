import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { getCredit, listCredits } from './queries';
import { ListCredits } from './queries.sql';
import { CreditNote, CreditNoteList, UpdateCredit } from './resource';
import { CreditNoteId, CreditQuote, IssuePending, NewCredit, QuoteCredit } from './schema';
import { CREDIT_EVENTS, creditInvoice, issuePending, quoteCredit, updateCredit } from './service';
import { creditNotes } from './tables';

export const creditNoteRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/credit-notes',
    summary: 'List credit notes',
    description: 'Credit notes of your business, as buyer or seller, the latest first by default.',
    permission: 'read:invoices',
    input: ListCredits,
    output: CreditNoteList,
  }).query(({ ctx, input }) => listCredits(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/credit-notes/{id}',
    summary: 'Get a credit note',
    description: 'Visible to both parties.',
    permission: 'read:invoices',
    input: CreditNoteId,
    output: CreditNote,
    object: rowOf(creditNotes.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getCredit(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/credit-notes/{id}',
    summary: 'Name a credit note',
    description: 'Changes what your other systems call it. Nothing else of a credit note ever changes.',
    permission: 'update:orders',
    input: UpdateCredit,
    output: CreditNote,
    errors: ['NOT_FOUND', 'external_id_taken'],
  }).mutation(({ ctx, input }) => updateCredit(ctx, input)),
});

export const creditsRouter = router({
  issueCredit: endpoint({
    rest: 'POST /api/v1/invoices/{id}/credits',
    summary: 'Credit an invoice',
    description:
      'For the seller. Says what stays: units and prices of lines, and the discounts of the whole order. The amount is the document ' +
      'before less the document after, with the taxes of the order: percentages follow, fixed discounts stay up to the subtotal, and ' +
      'freight stays. It settles its own invoice first; the rest stays unapplied. With `dispute_id` it closes that dispute.',
    permission: 'create:credits',
    everywhere: 'to close a dispute',
    input: NewCredit,
    output: CreditNote,
    status: 201,
    location: '/api/v1/credit-notes/{id}',
    errors: [
      'NOT_FOUND',
      'other_party',
      'no_difference',
      'opening_balance',
      'invalid_transition',
      'outside_your_locations',
    ],
    emits: [...CREDIT_EVENTS, 'dispute.closed'],
  }).mutation(({ ctx, input }) => creditInvoice(ctx, input)),

  quoteCredit: endpoint({
    rest: 'POST /api/v1/invoices/{id}/credits/quote',
    summary: 'Price a credit before issuing it',
    description:
      'For the seller. Takes the lines and discount of a credit and says what it would come to now. Changes nothing.',
    permission: 'create:credits',
    input: QuoteCredit,
    output: CreditQuote,
    errors: ['NOT_FOUND', 'other_party', 'opening_balance'],
  }).mutation(({ ctx, input }) => quoteCredit(ctx, input)),

  issuePendingCredit: endpoint({
    rest: 'POST /api/v1/invoices/{id}/credits/pending',
    summary: 'Issue a pending credit at once',
    description:
      'For the seller: the credit for units that a receipt did not accept, which is issued by itself once the receipt can no longer be ' +
      'corrected. From then on the receipt is final.',
    permission: 'create:credits',
    input: IssuePending,
    output: CreditNote,
    status: 201,
    location: '/api/v1/credit-notes/{id}',
    errors: ['NOT_FOUND', 'other_party', 'no_difference', 'opening_balance'],
    emits: CREDIT_EVENTS,
  }).mutation(({ ctx, input }) => issuePending(ctx, input)),
});
