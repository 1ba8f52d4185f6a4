import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { runBatch } from '../../entities/external-ids/batch';
import { Batch, BatchResults } from '../../entities/external-ids/batch.schema';
import { responseTo } from '../../entities/external-ids/upsert';
import { PRODUCT_EVENTS } from '../announce';
import { Product } from '../resource';
import { OwnVariant } from '../variants/schema';
import { ProductBatch, ProductEntry, PutProduct, PutVariant, VariantBatch, VariantEntry } from './schema';
import { productUpserts, UPSERT_EVENTS, variantUpserts } from './service';

const EVERYWHERE =
  'to change `active`, `visibility`, or prices, case size or low-stock threshold of a variant that exists';
const ERRORS = [
  'PRECONDITION_FAILED',
  'external_id_taken',
  'has_stock',
  'outside_your_locations',
  'permission_required',
  'sku_taken',
] as const;

export const productUpsertsRouter = router({
  upsert: endpoint({
    rest: 'PUT /api/v1/products/by/{system}/{value}',
    summary: 'Create or update a product by its external id',
    description:
      'Creates a product that no product of yours is called (201), else changes it as `PATCH` does: absent fields stay, null clears. What is equal changes nothing. ' +
      'Creating takes `create:products`, changing `update:products`. A SKU that another object has is 409 with `details.object`.',
    permission: 'update:products',
    orPermission: 'create:products',
    everywhere: EVERYWHERE,
    nulls: 'clears',
    upserts: true,
    input: PutProduct,
    output: Product,
    status: 201,
    location: '/api/v1/products/{id}',
    errors: ERRORS,
    emits: UPSERT_EVENTS,
  }).mutation(({ ctx, input: { system, value, ...body } }) =>
    responseTo(ctx, productUpserts, { system, value }, body).then(({ view }) => view),
  ),

  batch: endpoint({
    rest: 'POST /api/v1/products/batch',
    summary: 'Create or update up to 200 products',
    description:
      'Each entry as by `PUT /api/v1/products/by/{system}/{value}`. Responds with 200 and a result for each entry, also when all failed; with `atomic` the first failure is the response, ' +
      'and nothing is kept. Batches of a business run one at a time.',
    permission: 'update:products',
    orPermission: 'create:products',
    everywhere: EVERYWHERE,
    large: true,
    input: Batch,
    documented: ProductBatch,
    output: BatchResults,
    transaction: false,
    errors: ERRORS,
    emits: UPSERT_EVENTS,
  }).mutation(({ ctx, input }) => runBatch(ctx, productUpserts, ProductEntry, input)),
});

export const variantUpsertsRouter = router({
  upsert: endpoint({
    rest: 'PUT /api/v1/variants/by/{system}/{value}',
    summary: 'Create or update a variant by its external id',
    description:
      'Creates a variant of `product_id` (201), else changes the one that is called so; another `product_id` is 409 `other_product` then. ' +
      'Creating takes `create:products`, changing `update:products`. A SKU that another object has is 409 with `details.object`.',
    permission: 'update:products',
    orPermission: 'create:products',
    everywhere: 'to change prices, case size or low-stock threshold of a variant that exists',
    nulls: 'clears',
    upserts: true,
    input: PutVariant,
    output: OwnVariant,
    status: 201,
    location: '/api/v1/products/{product_id}/variants/{id}',
    errors: ['NOT_FOUND', 'other_product', ...ERRORS],
    emits: PRODUCT_EVENTS,
  }).mutation(({ ctx, input: { system, value, ...body } }) =>
    responseTo(ctx, variantUpserts, { system, value }, body).then(({ view }) => view),
  ),

  batch: endpoint({
    rest: 'POST /api/v1/variants/batch',
    summary: 'Create or update up to 200 variants',
    description:
      'Each entry as by `PUT /api/v1/variants/by/{system}/{value}`; responds as `POST /api/v1/products/batch`.',
    permission: 'update:products',
    orPermission: 'create:products',
    everywhere: 'to change prices, case size or low-stock threshold of a variant that exists',
    large: true,
    input: Batch,
    documented: VariantBatch,
    output: BatchResults,
    transaction: false,
    errors: ['NOT_FOUND', 'other_product', ...ERRORS],
    emits: PRODUCT_EVENTS,
  }).mutation(({ ctx, input }) => runBatch(ctx, variantUpserts, VariantEntry, input)),
});
