import { GeneratedFile } from '../../../kernel/storage';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { getDocument, printDocuments } from './queries';
import { PrintDocuments, ReadDocument, Sheet } from './schema';

export const documentsRouter = router({
  document: endpoint({
    rest: 'GET /api/v1/orders/{id}/document',
    summary: 'Get a document of an order',
    description:
      'The packing slip, invoice or shipping manifest as it is printed, for both parties. Before the order ships, slip and ' +
      'manifest have what is reserved.',
    permission: 'read:orders',
    input: ReadDocument,
    output: Sheet,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getDocument(ctx, input)),

  printDocuments: endpoint({
    rest: 'GET /api/v1/orders/{id}/document/pdf',
    summary: 'Get a document of an order as a PDF',
    description: 'On letter paper. With `also`, one PDF of several orders.',
    permission: 'read:orders',
    response: 'file',
    input: PrintDocuments,
    output: GeneratedFile,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => printDocuments(ctx, input)),
});
