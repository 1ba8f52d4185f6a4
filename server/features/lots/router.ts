import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOf } from '../../operation/objects';
import { PRODUCT_EVENTS } from '../products/announce';
import { BatchProducts, ListBatchProducts } from './by-product.sql';
import { getCoaOfBatch } from './coa/queries';
import { AddBatchCoa, Coa } from './coa/schema';
import { addCoaToBatch } from './coa/service';
import { getBatchDetail, listBatches, listBatchProducts } from './queries';
import { BATCHES } from './queries.sql';
import { Batch, BatchDetail, BatchList } from './resource';
import { BatchId, HoldBatch, NewBatch, UpdateBatch } from './schema';
import {
  BATCH_EVENTS,
  CHANGED_BATCH_EVENTS,
  createBatch,
  holdBatch,
  releaseBatch,
  updateBatch,
} from './service';
import { batches } from './tables';

export const batchesRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/batches',
    summary: 'List batches',
    description:
      'Batches of your products, of units that you hold or have held, and of goods on their way to you, newest first.',
    permission: 'read:inventory',
    input: BATCHES.input,
    output: BatchList,
  }).query(({ ctx, input }) => listBatches(ctx, input)),

  products: endpoint({
    rest: 'GET /api/v1/batches/products',
    summary: 'List products with batches',
    description:
      'The products of the batches that `GET /api/v1/batches` lists with the same filters, by name, with how many batches each has, and what of them expires, is on hold or lacks a certificate.',
    permission: 'read:inventory',
    input: ListBatchProducts,
    output: BatchProducts,
  }).query(({ ctx, input }) => listBatchProducts(ctx, input)),

  create: endpoint({
    rest: 'POST /api/v1/batches',
    summary: 'Create a batch',
    description:
      "A batch of your product is shared with everyone who holds its units. A batch of a supplier's product is visible to " +
      'you alone until the supplier creates one with the same number; both are then one batch.',
    permission: 'update:inventory',
    everywhere: 'to record a failed test or a date that has passed',
    input: NewBatch,
    output: Batch,
    status: 201,
    location: '/api/v1/batches/{id}',
    errors: ['NOT_FOUND', 'batch_exists', 'external_id_taken', 'outside_your_locations'],
    emits: BATCH_EVENTS,
  }).mutation(({ ctx, input }) => createBatch(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/batches/{id}',
    summary: 'Get a batch',
    description:
      'Visible to everyone who holds or has held units of the batch. With what became of its harvest, where your business grew it.',
    permission: 'read:inventory',
    input: BatchId,
    output: BatchDetail,
    object: rowOf(batches.id, { volatile: ['quantity', 'amount', 'yield'] }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getBatchDetail(ctx, input.id)),

  coa: endpoint({
    rest: 'GET /api/v1/batches/{id}/coa',
    summary: "Get a batch's latest certificate of analysis",
    description:
      'The latest certificate of the batch that was not withdrawn, with up to 100 others in `history`. Visible to everyone who holds or has ' +
      'held units of the batch, also after the product was deleted. 404 without any.',
    permission: 'read:inventory',
    input: BatchId,
    output: Coa,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getCoaOfBatch(ctx, input.id)),

  addCoa: endpoint({
    rest: 'POST /api/v1/batches/{id}/coa',
    summary: "File a batch's certificate of analysis",
    description:
      "For the product's owner, as `POST /api/v1/products/{id}/coa`; and for a holder, of a batch that it alone sees. A " +
      "holder's certificate counts for its own units and says nothing of the product, also after the owner has a batch " +
      'with the number.',
    permission: 'create:coa',
    body: 'pdf',
    input: AddBatchCoa,
    output: Coa,
    status: 201,
    location: '/api/v1/batches/{input.id}/coa',
    errors: ['NOT_FOUND', 'not_your_product', 'too_many', 'confirm_required'],
    emits: [...CHANGED_BATCH_EVENTS, ...PRODUCT_EVENTS],
  }).mutation(({ ctx, input }) => addCoaToBatch(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/batches/{id}',
    summary: 'Change a batch',
    description:
      "For the product's owner. `null` clears a date. Everyone who reads it changes its own `external_ids`, which nothing else goes with.",
    permission: 'update:inventory',
    everywhere: 'Dates and test results apply',
    input: UpdateBatch,
    output: Batch,
    errors: ['NOT_FOUND', 'external_id_taken', 'not_your_product', 'outside_your_locations'],
    emits: CHANGED_BATCH_EVENTS,
  }).mutation(({ ctx, input }) => updateBatch(ctx, input)),

  hold: endpoint({
    rest: 'POST /api/v1/batches/{id}/hold',
    summary: 'Put a batch on hold',
    description:
      "The hold of the product's owner applies to every holder, that of another holder to its own units. Units on hold " +
      "can't be reserved, shipped or sold.",
    permission: 'update:inventory',
    everywhere: 'A hold applies',
    input: HoldBatch,
    output: Batch,
    errors: ['NOT_FOUND', 'outside_your_locations', 'already_held'],
    emits: ['batch.held'],
  }).mutation(({ ctx, input }) => holdBatch(ctx, input)),

  release: endpoint({
    rest: 'POST /api/v1/batches/{id}/release',
    summary: 'Release a batch from hold',
    description: 'Ends your own hold. 409 while an open recall holds the batch.',
    permission: 'update:inventory',
    everywhere: 'A hold applies',
    input: BatchId,
    output: Batch,
    errors: ['NOT_FOUND', 'not_your_product', 'outside_your_locations', 'not_held', 'recalled'],
    emits: ['batch.released'],
  }).mutation(({ ctx, input }) => releaseBatch(ctx, input.id)),
});
