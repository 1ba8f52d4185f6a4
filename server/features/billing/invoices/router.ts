import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { getInvoice, listInvoices } from './queries';
import { ListInvoices } from './queries.sql';
import { Invoice, InvoiceList, UpdateInvoice } from './resource';
import { DisputeInvoice, InvoiceId } from './schema';
import { seeInvoice } from './sending/service';
import { disputeInvoice, updateInvoice } from './service';
import { invoices } from './tables';

export const invoicesRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/invoices',
    summary: 'List invoices',
    description: 'Invoices of your business, as buyer or seller, the latest first by default.',
    permission: 'read:invoices',
    input: ListInvoices,
    output: InvoiceList,
  }).query(({ ctx, input }) => listInvoices(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/invoices/{id}',
    summary: 'Get an invoice',
    description: 'Visible to both parties.',
    permission: 'read:invoices',
    input: InvoiceId,
    output: Invoice,
    object: rowOf(invoices.id, { volatile: ['settled', 'balance', 'pending_credit', 'overdue'] }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getInvoice(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/invoices/{id}',
    summary: 'Name an invoice',
    description: 'Changes what your other systems call it. Nothing else of an invoice ever changes.',
    permission: 'update:orders',
    input: UpdateInvoice,
    output: Invoice,
    nulls: 'clears',
    errors: ['NOT_FOUND', 'external_id_taken'],
  }).mutation(({ ctx, input }) => updateInvoice(ctx, input)),

  see: endpoint({
    rest: 'POST /api/v1/invoices/{id}/seen',
    summary: 'Note that you have seen an invoice',
    description:
      'For the buyer, whose dashboard says so when a member opens it: its seller sees when that first was.',
    permission: 'read:invoices',
    input: InvoiceId,
    output: Invoice,
    errors: ['NOT_FOUND', 'other_party'],
  }).mutation(({ ctx, input }) => seeInvoice(ctx, input.id)),

  dispute: endpoint({
    rest: 'POST /api/v1/invoices/{id}/dispute',
    summary: 'Dispute an invoice',
    description:
      'As an owner of the buyer, for 30 days after it came along by a merge; `disputed: false` takes that back at any time. ' +
      'A disputed invoice is not reminded of and blocks nothing.',
    permission: 'delete:entity',
    input: DisputeInvoice,
    output: Invoice,
    errors: ['NOT_FOUND', 'api_key', 'not_disputable', 'other_party'],
  }).mutation(({ ctx, input }) => disputeInvoice(ctx, input)),
});
