import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOf, rowOfCaller } from '../../operation/objects';
import { readList } from '../../platform/db/text-list';
import { entities } from '../entities/tables';
import { adjust } from './adjusting/adjust';
import { bulkUpdate } from './adjusting/bulk';
import { STOCK_EVENTS } from './ledger/ledger';
import { listLevels } from './levels/queries';
import { ListLevels, StockLevelList } from './levels/schema';
import { getRetailPrice } from './prices/queries';
import { PricedVariantId, RetailPrice, SetPrice } from './prices/schema';
import { setRetailPrice } from './prices/service';
import { getItemTogether, ListMovements, listInventory, listMovements } from './queries';
import { MovementList } from './resource';
import {
  AdjustInventory,
  BulkResult,
  BulkUpdate,
  InventoryItem,
  InventoryItemId,
  InventoryList,
  ListInventory,
} from './schema';
import { compareSnapshot, takeSnapshot } from './snapshot/queries';
import { Comparison, Snapshot, SnapshotByQuery, SnapshotQuery } from './snapshot/schema';
import { inventoryItems } from './tables';
import { getTransfer } from './transfers/queries';
import { TRANSFERS, transferPage } from './transfers/queries.sql';
import { TransferList, TransferRecord } from './transfers/resource';
import { Transfer, TransferId, TransferStock } from './transfers/schema';
import { transferStock } from './transfers/transfer';
import { LevelsWanted, LevelWantedList, ListLevelsWanted, SetLevelsWanted } from './wanted/schema';
import { listLevelsWanted, setLevelsWanted } from './wanted/service';

export const inventoryRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/inventory',
    summary: 'List inventory',
    description:
      'One item per variant, location and room, by product name unless sorted; limited to the locations of the member. Items ' +
      'of a deleted variant are listed only while they hold units.',
    permission: 'read:inventory',
    input: ListInventory,
    output: InventoryList,
  }).query(({ ctx, input }) => listInventory(ctx, input)),

  levels: endpoint({
    rest: 'GET /api/v1/inventory/levels',
    summary: 'List stock levels',
    description:
      'One row per variant and location with the balance of each room, by product name unless sorted; limited to the ' +
      'locations of the member. `updated_since` matches levels of which an inventory item changed.',
    permission: 'read:inventory',
    input: ListLevels,
    output: StockLevelList,
  }).query(({ ctx, input }) => listLevels(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/inventory/{id}',
    summary: 'Get an inventory item',
    description:
      'Responds with 404 for items of other businesses and of locations that the member cannot see.',
    permission: 'read:inventory',
    input: InventoryItemId,
    output: InventoryItem,
    object: rowOf(inventoryItems.id, { volatile: ['last_sync', 'synced_at'] }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getItemTogether(ctx, input.id)),

  adjust: endpoint({
    rest: 'PATCH /api/v1/inventory/{id}',
    summary: 'Adjust a quantity',
    description:
      'Adds or removes units and records the reason as a movement. The result cannot be below the reserved units, nor above ' +
      '2,000,000,000. Send `expected_quantity` to detect concurrent changes.',
    permission: 'update:inventory',
    nulls: 'absent',
    input: AdjustInventory,
    output: InventoryItem,
    errors: ['NOT_FOUND', 'held', 'quantity_changed', 'quantity_limit', 'insufficient_stock'],
    emits: STOCK_EVENTS,
    transaction: 'grouped',
  }).mutation(({ ctx, input }) => adjust(ctx, input)),

  bulkUpdate: endpoint({
    rest: 'POST /api/v1/inventory/bulk-update',
    summary: 'Adjust up to 500 quantities',
    description:
      'Applies all adjustments or none: an error names the failing entry in `details`. Each item may appear once, and each ' +
      'change emits its own `inventory.updated`.',
    permission: 'update:inventory',
    input: BulkUpdate,
    output: BulkResult,
    errors: ['NOT_FOUND', 'held', 'quantity_changed', 'quantity_limit', 'insufficient_stock'],
    emits: STOCK_EVENTS,
  }).mutation(({ ctx, input }) => bulkUpdate(ctx, input)),

  price: endpoint({
    rest: 'GET /api/v1/inventory/prices/{variant_id}',
    summary: 'Get your retail price',
    description: 'Of a variant that you see or have in stock.',
    permission: 'read:inventory',
    input: PricedVariantId,
    output: RetailPrice,
    object: rowOfCaller(entities.id, 'entity', { volatile: ['msrp', 'unit_price'] }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getRetailPrice(ctx, input.variant_id)),

  setPrice: endpoint({
    rest: 'PUT /api/v1/inventory/prices/{variant_id}',
    summary: 'Set your retail price',
    description:
      'Applies in all of your locations and changes `unit_price` of their inventory items. Members who are limited to some ' +
      'locations get 403.',
    permission: 'update:inventory',
    everywhere: 'A price applies',
    input: SetPrice,
    output: RetailPrice,
    errors: ['NOT_FOUND', 'outside_your_locations'],
  }).mutation(({ ctx, input }) => setRetailPrice(ctx, input)),

  listLevelsWanted: endpoint({
    rest: 'GET /api/v1/inventory/levels-wanted',
    summary: 'List the levels wanted',
    description:
      'At what each location reorders a variant, and up to what, by product; limited to the locations of the member. Partners never see it.',
    permission: 'read:inventory',
    input: ListLevelsWanted,
    output: LevelWantedList,
  }).query(({ ctx, input }) => listLevelsWanted(ctx, input)),

  setLevelsWanted: endpoint({
    rest: 'PUT /api/v1/inventory/levels-wanted',
    summary: 'Set the levels wanted',
    description:
      "Each line replaces what its location wants of its variant, which may be a supplier's and never stocked; others stay. All lines or none. " +
      'Low stock, reorder suggestions and notifications follow; the change itself notifies of nothing.',
    permission: 'update:inventory',
    input: SetLevelsWanted,
    output: LevelsWanted,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => setLevelsWanted(ctx, input)),

  transfer: endpoint({
    rest: 'POST /api/v1/inventory/transfers',
    summary: 'Transfer stock between rooms and locations',
    description:
      'Moves available units between your own rooms and locations, all lines or none. Leaving quarantine requires `notes`. ' +
      'Cost moves with the units.',
    permission: 'update:inventory',
    input: TransferStock,
    output: Transfer,
    status: 201,
    location: '/api/v1/inventory/transfers/{id}',
    errors: ['NOT_FOUND', 'held', 'quantity_limit', 'insufficient_stock'],
    emits: [...STOCK_EVENTS, 'transfer.completed'],
  }).mutation(({ ctx, input }) => transferStock(ctx, input)),

  listTransfers: endpoint({
    rest: 'GET /api/v1/inventory/transfers',
    summary: 'List transfers',
    description:
      'Newest first; limited to those from or to the locations of the member. Transfers never change.',
    permission: 'read:inventory',
    input: TRANSFERS.input,
    output: TransferList,
  }).query(({ ctx, input }) => readList(ctx, TRANSFERS, transferPage, input)),

  getTransfer: endpoint({
    rest: 'GET /api/v1/inventory/transfers/{id}',
    summary: 'Get a transfer',
    description: 'Includes the change of each balance. Transfers never change.',
    permission: 'read:inventory',
    input: TransferId,
    output: TransferRecord,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getTransfer(ctx, input.id)),

  snapshot: endpoint({
    rest: 'GET /api/v1/inventory/snapshot',
    summary: 'Stock at the end of a past day',
    description:
      'Quantities are those of the end of the day in your timezone. Names, SKUs, prices, costs, `low_stock` and sync times ' +
      'are current.',
    permission: 'read:inventory',
    input: SnapshotByQuery,
    output: Snapshot,
    replica: true,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => takeSnapshot(ctx, input)),

  comparison: endpoint({
    rest: 'GET /api/v1/inventory/snapshot/comparison',
    summary: "Compare a past day's stock with current stock",
    description:
      'Each item as in the snapshot, with its current quantities and the difference. Items added since ' +
      'then count as 0 on that day.',
    permission: 'read:inventory',
    input: SnapshotQuery,
    output: Comparison,
    replica: true,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => compareSnapshot(ctx, input)),

  movements: endpoint({
    rest: 'GET /api/v1/inventory/{id}/movements',
    summary: 'List the movements of an item',
    description: 'Every change of quantity or reservation, newest first. Movements never change.',
    permission: 'read:inventory',
    input: ListMovements,
    output: MovementList,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listMovements(ctx, input)),
});
