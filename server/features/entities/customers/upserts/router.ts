import { endpoint } from '../../../../operation/endpoint';
import { router } from '../../../../operation/init';
import { runBatch } from '../../external-ids/batch';
import { Batch, BatchResults } from '../../external-ids/batch.schema';
import { responseTo } from '../../external-ids/upsert';
import { CUSTOMER_EVENTS } from '../service';
import { CustomerBatch, CustomerEntry, PutCustomer, PutCustomerResult } from './schema';
import { customerUpserts } from './service';

const ERRORS = [
  'NOT_FOUND',
  'PRECONDITION_FAILED',
  'claimed',
  'customer_exists',
  'external_id_taken',
  'license_changed',
  'outside_your_locations',
  'permission_required',
  'too_many',
  'unclaimed',
] as const;

export const customerUpsertsRouter = router({
  upsert: endpoint({
    rest: 'PUT /api/v1/customers/by/{system}/{value}',
    summary: 'Create or update a customer by its external id',
    description:
      'Creates a customer that none of yours is called (201), else changes it as `PATCH` does: absent fields stay, null clears. What is equal changes nothing. Creating takes `create:customers`, changing ' +
      '`update:customers`. A license that another customer has is 409 with `details.object`. What a customer on board manages itself stays, and is named in `kept`.',
    permission: 'update:customers',
    orPermission: 'create:customers',
    everywhere: 'to grant terms, a price list or an exemption',
    nulls: 'clears',
    upserts: true,
    input: PutCustomer,
    output: PutCustomerResult,
    status: 201,
    location: '/api/v1/customers/{id}',
    errors: ERRORS,
    emits: CUSTOMER_EVENTS,
  }).mutation(async ({ ctx, input: { system, value, ...body } }) => {
    const { view, kept = [] } = await responseTo(ctx, customerUpserts, { system, value }, body);
    return { ...view, kept: [...kept] };
  }),

  batch: endpoint({
    rest: 'POST /api/v1/customers/batch',
    summary: 'Create or update up to 200 customers',
    description:
      'Each entry as by `PUT /api/v1/customers/by/{system}/{value}`; responds as `POST /api/v1/products/batch`.',
    permission: 'update:customers',
    orPermission: 'create:customers',
    everywhere: 'to grant terms, a price list or an exemption',
    large: true,
    input: Batch,
    documented: CustomerBatch,
    output: BatchResults,
    transaction: false,
    errors: ERRORS,
    emits: CUSTOMER_EVENTS,
  }).mutation(({ ctx, input }) => runBatch(ctx, customerUpserts, CustomerEntry, input)),
});
