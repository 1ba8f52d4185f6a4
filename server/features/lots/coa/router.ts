import { StoredFile } from '../../../kernel/storage';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { BATCH_EVENTS } from '../service';
import { getCoa, getCoaFile } from './queries';
import { AddCoa, Coa, CoaFile, CoaOfProduct } from './schema';
import { addCoa } from './service';

export const coaRouter = router({
  add: endpoint({
    rest: 'POST /api/v1/products/{id}/coa',
    summary: 'File a certificate of analysis',
    description:
      "A PDF of at most 10 MiB, at most 500 for each product. The certificate belongs to the batch with its `batch_id`, which is created if it doesn't exist. Certificates are never changed or removed; the latest sets `test_results`. The text of the PDF is read: `extracted` has what it says, `mismatches` where it contradicts the form or the product. Nothing is changed by it, and `extracted` is null for a PDF without text that can be read, which is stored all the same.",
    permission: 'create:coa',
    body: 'pdf',
    everywhere: 'to record a failed test or a date that has passed',
    input: AddCoa,
    output: Coa,
    status: 201,
    location: '/api/v1/products/{product_id}/coa',
    errors: ['NOT_FOUND', 'too_many', 'outside_your_locations'],
    emits: [...BATCH_EVENTS, 'product.updated'],
  }).mutation(({ ctx, input }) => addCoa(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/products/{id}/coa',
    summary: "A product's latest certificate of analysis, with those before it",
    description: 'The latest certificate, with up to 100 earlier ones in `history`. 404 without any.',
    permission: 'read:products',
    input: CoaOfProduct,
    output: Coa,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getCoa(ctx, input.id)),

  file: endpoint({
    rest: 'GET /api/v1/products/{id}/coa/{coa_id}/file',
    summary: 'The PDF of a certificate of analysis',
    description: 'The PDF as an attachment. Everyone who can read the product or the batch can download it.',
    permission: 'read:products',
    response: 'file',
    input: CoaFile,
    output: StoredFile,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getCoaFile(ctx, input)),
});
