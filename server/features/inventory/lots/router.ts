import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { BATCH_EVENTS } from '../../lots/service';
import { lots } from '../../lots/tables';
import { STOCK_EVENTS } from '../ledger/ledger';
import { getLot, listLots } from './queries';
import { LOTS } from './queries.sql';
import { Lot, LotList, UpdateLot } from './resource';
import { LotId, NewLot, Trace, TraceBatch } from './schema';
import { createLot, updateLot } from './service';
import { traceBatch } from './trace';

export const traceRouter = router({
  trace: endpoint({
    rest: 'GET /api/v1/batches/{id}/trace',
    summary: 'Trace a batch',
    description:
      'What brought your units of the batch in, and where they are or went: receipts, imports, counts, syncs and source lots; ' +
      'items, orders, transfers and lots made from it. As JSON or CSV.',
    permission: 'read:inventory',
    input: TraceBatch,
    output: Trace,
    replica: true,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => traceBatch(ctx, input)),
});

export const lotsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/lots',
    summary: 'List lots',
    description: 'Packages of batches that you created, hold or have held, newest first.',
    permission: 'read:inventory',
    input: LOTS.input,
    output: LotList,
  }).query(({ ctx, input }) => listLots(ctx, input)),

  create: endpoint({
    rest: 'POST /api/v1/lots',
    summary: 'Create a lot',
    description:
      'With `quantity`, units at the place that have no lot become units of this one; their number stays the same. With ' +
      '`sources` the units are made from other lots, such as pre-rolls from flower: the sources are consumed and the units ' +
      'added in one step.',
    permission: 'update:inventory',
    everywhere: 'to record a failed test or a date that has passed',
    input: NewLot,
    output: Lot,
    status: 201,
    location: '/api/v1/lots/{id}',
    errors: [
      'NOT_FOUND',
      'not_your_product',
      'external_id_taken',
      'held',
      'lot_exists',
      'insufficient_stock',
      'outside_your_locations',
    ],
    emits: [...BATCH_EVENTS, ...STOCK_EVENTS],
  }).mutation(({ ctx, input }) => createLot(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/lots/{id}',
    summary: 'Get a lot',
    description: 'With where your units of it are, and the lots that it was made from.',
    permission: 'read:inventory',
    input: LotId,
    output: Lot,
    object: rowOf(lots.id, { volatile: ['quantity', 'amount', 'holdings'] }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getLot(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/lots/{id}',
    summary: 'Name a lot',
    description: 'Changes what your other systems call it. Nothing else of a lot changes by this.',
    permission: 'update:inventory',
    input: UpdateLot,
    output: Lot,
    errors: ['NOT_FOUND', 'external_id_taken'],
  }).mutation(({ ctx, input }) => updateLot(ctx, input)),
});
