import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { readList } from '../../../platform/db/text-list';
import { STOCK_EVENTS } from '../ledger/ledger';
import { applyCount } from './apply';
import { getCount, ListCountLines, listLines } from './queries';
import { COUNTS, countPage } from './queries.sql';
import { recordCount, recordEntries } from './record';
import { CountEntries, CountLine, CountLineList, StockCount, StockCountList } from './resource';
import { ApplyCount, CountId, NewCount, RecordCount, RecordEntries, UpdateCount } from './schema';
import { createCount, updateCount } from './service';
import { stockCounts } from './tables';

export const countsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/inventory/counts',
    summary: 'List stock counts',
    description: 'Counts of your rooms, newest first; limited to the locations of the member.',
    permission: 'read:inventory',
    input: COUNTS.input,
    output: StockCountList,
  }).query(({ ctx, input }) => readList(ctx, COUNTS, countPage, input)),

  create: endpoint({
    rest: 'POST /api/v1/inventory/counts',
    summary: 'Start a stock count',
    description:
      'Counts one room of a location. A blind count hides expected quantities until its review; an assigned one takes ' +
      'entries from that member alone. 409 above 100 open counts.',
    permission: 'update:inventory',
    input: NewCount,
    output: StockCount,
    status: 201,
    location: '/api/v1/inventory/counts/{id}',
    errors: ['NOT_FOUND', 'too_many'],
  }).mutation(({ ctx, input }) => createCount(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/inventory/counts/{id}',
    summary: 'Get a stock count',
    description: 'With how many items were counted and, unless it is blind and under way, how many differ.',
    permission: 'read:inventory',
    input: CountId,
    output: StockCount,
    object: rowOf(stockCounts.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getCount(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/inventory/counts/{id}',
    summary: 'Assign, review, resume or cancel a stock count',
    description: '409 once it is applied or canceled.',
    permission: 'update:inventory',
    input: UpdateCount,
    output: StockCount,
    errors: ['NOT_FOUND', 'finished'],
  }).mutation(({ ctx, input }) => updateCount(ctx, input)),

  lines: endpoint({
    rest: 'GET /api/v1/inventory/counts/{id}/lines',
    summary: 'List the items of a stock count',
    description: 'The items of the room by name, with what was counted of each.',
    permission: 'read:inventory',
    input: ListCountLines,
    output: CountLineList,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listLines(ctx, input)),

  record: endpoint({
    rest: 'PUT /api/v1/inventory/counts/{id}/lines',
    summary: 'Record what was counted',
    description:
      'Sets the units counted of one item, or adds to them. The quantity that the item has at that moment is what it is ' +
      'compared with. 403 for a count that is assigned to another member.',
    permission: 'update:inventory',
    input: RecordCount,
    output: CountLine,
    errors: ['NOT_FOUND', 'assigned', 'ambiguous_sku', 'finished', 'in_review', 'too_many'],
  }).mutation(({ ctx, input }) => recordCount(ctx, input)),

  recordEntries: endpoint({
    rest: 'POST /api/v1/inventory/counts/{id}/entries',
    summary: 'Record what was counted without a network',
    description:
      'Takes up to 500 entries that were counted earlier, all of them or none. Each is compared with the quantity that the item ' +
      'had at its `counted_at`; of two entries of an item the later `counted_at` holds. An entry that is sent again counts once. ' +
      '409 `count_stale` for one that was counted more than 72 hours ago or later than now: count the item again. Errors name the entries in ' +
      '`details.entry_ids`: send the others again without them.',
    permission: 'update:inventory',
    input: RecordEntries,
    output: CountEntries,
    errors: [
      'NOT_FOUND',
      'assigned',
      'ambiguous_sku',
      'count_stale',
      'finished',
      'in_review',
      'other_member',
      'too_many',
    ],
  }).mutation(({ ctx, input }) => recordEntries(ctx, input)),

  applyDifferences: endpoint({
    rest: 'POST /api/v1/inventory/counts/{id}/apply',
    summary: 'Apply the differences of a stock count',
    description:
      'Adjusts each item that differs by its difference, all of them or none. Units that were sold or received after an ' +
      'item was counted are kept. The count must be in review.',
    permission: 'update:inventory',
    input: ApplyCount,
    output: StockCount,
    errors: ['NOT_FOUND', 'deleted', 'finished', 'not_reviewed', 'insufficient_stock'],
    emits: STOCK_EVENTS,
  }).mutation(({ ctx, input }) => applyCount(ctx, input)),
});
