import { StoredFile } from '../../../kernel/storage';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { PRODUCT_EVENTS } from '../../products/announce';
import { BATCH_EVENTS, CHANGED_BATCH_EVENTS } from '../service';
import { getCoa, getCoaFile } from './queries';
import { createReading, getReading } from './readings';
import {
  AddCoa,
  Coa,
  CoaFile,
  CoaOfProduct,
  CoaReading,
  CoaReadingId,
  ReadCoa,
  WithdrawCoa,
  WithdrawnCoa,
} from './schema';
import { addCoa, withdrawCoa } from './service';

export const coaRouter = router({
  add: endpoint({
    rest: 'POST /api/v1/products/{id}/coa',
    summary: 'File a certificate of analysis',
    description:
      "A PDF of at most 10 MiB, at most 500 for each product. The certificate belongs to the batch with its `batch_id`, which is created if it doesn't exist. Certificates are never changed or removed, only withdrawn; the latest that isn't sets `test_results`. The text of the PDF is read: `extracted` has what it says, `mismatches` where it contradicts the form or the product. Nothing is changed by it, and `extracted` is null for a PDF without text that can be read, which is stored all the same. With `reading_id` instead of `file`, another batch, product or date than what was read is asked for: 409 with `details.questions`, each `{path, code, value}` with the value that was read, until `confirm` says so.",
    permission: 'create:coa',
    body: 'pdf',
    everywhere: 'to record a failed test or a date that has passed',
    input: AddCoa,
    output: Coa,
    status: 201,
    location: '/api/v1/products/{product_id}/coa',
    errors: ['NOT_FOUND', 'too_many', 'confirm_required', 'outside_your_locations'],
    emits: [...BATCH_EVENTS, ...PRODUCT_EVENTS],
  }).mutation(({ ctx, input }) => addCoa(ctx, input)),

  withdraw: endpoint({
    rest: 'POST /api/v1/products/{id}/coa/{coa_id}/withdraw',
    summary: 'Withdraw a certificate of analysis',
    description:
      'For the business that filed it, once. It no longer counts for its batch and product: the latest that was not withdrawn does. Its file and its place in the history stay.',
    permission: 'create:coa',
    everywhere: 'A certificate applies',
    input: WithdrawCoa,
    output: WithdrawnCoa,
    errors: ['NOT_FOUND', 'already_withdrawn'],
    emits: [...CHANGED_BATCH_EVENTS, ...PRODUCT_EVENTS],
  }).mutation(({ ctx, input }) => withdrawCoa(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/products/{id}/coa',
    summary: "A product's latest certificate of analysis, with those before it",
    description:
      "The latest certificate that wasn't withdrawn, with up to 100 others in `history`. 404 without any that counts.",
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

export const coaReadingsRouter = router({
  create: endpoint({
    rest: 'POST /api/v1/coa-readings',
    summary: 'Read a certificate of analysis before it is saved',
    description:
      'A PDF of at most 10 MiB. Nothing is saved but the reading, for 24 hours: `reading_id` of `POST /api/v1/products/{id}/coa` or of `POST /api/v1/batches/{id}/coa` saves it as a certificate, once. A business has at most 100 readings at a time. Reading takes a few seconds.',
    permission: 'update:inventory',
    body: 'pdf',
    input: ReadCoa,
    output: CoaReading,
    status: 201,
    location: '/api/v1/coa-readings/{id}',
    errors: ['NOT_FOUND', 'too_many'],
  }).mutation(({ ctx, input }) => createReading(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/coa-readings/{id}',
    summary: 'Get what was read of a certificate of analysis',
    description: 'Until it is saved, or 24 hours have passed.',
    permission: 'update:inventory',
    input: CoaReadingId,
    output: CoaReading,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getReading(ctx, input.id)),
});
