import { GeneratedFile } from '../../../kernel/storage';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { LoadQueue } from '../../../platform/rate-limit/load-queue';
import { CreditNoteId } from '../../billing/credits/schema';
import { InvoiceId } from '../../billing/invoices/schema';
import { sendInvoice } from '../../billing/invoices/sending/service';
import { SentStatement } from '../../billing/statements/schema';
import { DraftId } from '../drafts/schema';
import {
  getDocument,
  listCertificates,
  printCredit,
  printDocuments,
  printInvoice,
  printQuote,
} from './queries';
import { CertificatesOf, OrderCertificates, PrintDocuments, ReadDocument, Sheet } from './schema';

/** Drawing has turns of its own, whatever is drawn. */
export const DRAWING = new LoadQueue({
  total: 3,
  waiting: 100,
  waitMs: 30_000,
  heavyMs: 2_000,
  // A business that prints ten short orders isn't heavy.
  freeMs: 1_000,
});

/** Documents of money: drawn as those of orders are. */
export const invoiceDocumentsRouter = router({
  pdf: endpoint({
    rest: 'GET /api/v1/invoices/{id}/pdf',
    summary: 'Get an invoice as a PDF',
    description: 'On letter paper, for both parties.',
    permission: 'read:invoices',
    response: 'file',
    queue: DRAWING,
    input: InvoiceId,
    output: GeneratedFile,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => printInvoice(ctx, input.id)),

  send: endpoint({
    rest: 'POST /api/v1/invoices/{id}/send',
    summary: 'Mail an invoice to the contact of its buyer',
    description:
      'With the PDF. For the seller: the customer needs a contact email and a connection with your business.',
    permission: 'create:payments',
    everywhere: 'A payment counts',
    input: InvoiceId,
    output: SentStatement,
    status: 202,
    errors: [
      'NOT_FOUND',
      'RATE_LIMITED',
      'no_email',
      'license_unverified',
      'other_party',
      'outside_your_locations',
    ],
  }).mutation(({ ctx, input }) => sendInvoice(ctx, input.id)),
});

export const draftDocumentsRouter = router({
  pdf: endpoint({
    rest: 'GET /api/v1/drafts/{id}/pdf',
    summary: 'Get a draft or quote as a PDF',
    description: 'On letter paper: a draft for its author, a quote for both parties.',
    permission: 'read:orders',
    response: 'file',
    queue: DRAWING,
    input: DraftId,
    output: GeneratedFile,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => printQuote(ctx, input.id)),
});

export const creditDocumentsRouter = router({
  pdf: endpoint({
    rest: 'GET /api/v1/credit-notes/{id}/pdf',
    summary: 'Get a credit note as a PDF',
    description: 'On letter paper, for both parties.',
    permission: 'read:invoices',
    response: 'file',
    queue: DRAWING,
    input: CreditNoteId,
    output: GeneratedFile,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => printCredit(ctx, input.id)),
});

export const documentsRouter = router({
  document: endpoint({
    rest: 'GET /api/v1/orders/{id}/document',
    summary: 'Get a document of an order',
    description:
      'The contents of the printed packing slip, invoice or shipping manifest, for both parties. Before the order ships, slip and ' +
      'manifest have what is reserved.',
    permission: 'read:orders',
    input: ReadDocument,
    output: Sheet,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getDocument(ctx, input)),

  certificates: endpoint({
    rest: 'GET /api/v1/orders/{id}/certificates',
    summary: 'List the certificates of an order',
    description: 'Certificates of analysis of the batches that the lines have, for both parties.',
    permission: 'read:orders',
    input: CertificatesOf,
    output: OrderCertificates,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listCertificates(ctx, input)),

  printDocuments: endpoint({
    rest: 'GET /api/v1/orders/{id}/document/pdf',
    summary: 'Get a document of an order as a PDF',
    description: 'On letter paper. With `also`, one PDF of several orders.',
    permission: 'read:orders',
    response: 'file',
    queue: DRAWING,
    input: PrintDocuments,
    output: GeneratedFile,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => printDocuments(ctx, input)),
});
