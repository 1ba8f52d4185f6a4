import { endpoint } from '../trpc/endpoint';
import { router } from '../trpc/init';
import { bulkUpdate } from './bulk';
import { posRouter, syncRouter } from './pos/router';
import { setRetailPrice } from './prices';
import { getItem, listInventory, listMovements } from './queries';
import {
  AdjustInventory,
  BulkResult,
  BulkUpdate,
  Comparison,
  InventoryItem,
  InventoryItemId,
  InventoryList,
  ListInventory,
  ListMovements,
  MovementList,
  RetailPrice,
  SetPrice,
  Snapshot,
  SnapshotQuery,
  Transfer,
  TransferId,
  TransferRecord,
  TransferStock,
} from './schema';
import { adjustItem } from './service';
import { compareSnapshot, takeSnapshot } from './snapshot';
import { getTransfer } from './transfer-record';
import { transferStock } from './transfers';

export const inventoryRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/inventory',
    summary: 'Stock by product, location and room',
    permission: 'read:inventory',
    input: ListInventory,
    output: InventoryList,
  }).query(({ ctx, input }) => listInventory(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/inventory/{id}',
    summary: 'One inventory item',
    permission: 'read:inventory',
    input: InventoryItemId,
    output: InventoryItem,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getItem(ctx, input.id)),

  adjust: endpoint({
    rest: 'PATCH /api/v1/inventory/{id}',
    summary: 'Adjust a quantity and record the reason',
    permission: 'update:inventory',
    nulls: 'absent',
    input: AdjustInventory,
    output: InventoryItem,
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_STOCK'],
    emits: ['inventory.updated', 'inventory.low_stock'],
  }).mutation(({ ctx, input }) => adjustItem(ctx, input)),

  bulkUpdate: endpoint({
    rest: 'POST /api/v1/inventory/bulk-update',
    summary: 'Adjust several quantities, all or none',
    permission: 'update:inventory',
    input: BulkUpdate,
    output: BulkResult,
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_STOCK'],
    emits: ['inventory.updated', 'inventory.low_stock'],
  }).mutation(({ ctx, input }) => bulkUpdate(ctx, input)),

  setPrice: endpoint({
    rest: 'PUT /api/v1/inventory/prices/{variant_id}',
    summary: 'Set your retail price of a variant',
    permission: 'update:inventory',
    input: SetPrice,
    output: RetailPrice,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => setRetailPrice(ctx, input)),

  transfer: endpoint({
    rest: 'POST /api/v1/inventory/transfers',
    summary: 'Move stock to other rooms and locations, all lines or none',
    permission: 'update:inventory',
    input: TransferStock,
    output: Transfer,
    status: 201,
    location: '/api/v1/inventory/transfers/{id}',
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_STOCK'],
    emits: ['inventory.updated', 'inventory.low_stock', 'transfer.completed'],
  }).mutation(({ ctx, input }) => transferStock(ctx, input)),

  getTransfer: endpoint({
    rest: 'GET /api/v1/inventory/transfers/{id}',
    summary: 'One transfer and what it did to each balance',
    permission: 'read:inventory',
    input: TransferId,
    output: TransferRecord,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getTransfer(ctx, input.id)),

  snapshot: endpoint({
    rest: 'GET /api/v1/inventory/snapshot',
    summary: 'Stock as it stood at the end of a day',
    permission: 'read:inventory',
    input: SnapshotQuery,
    output: Snapshot,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => takeSnapshot(ctx, input)),

  comparison: endpoint({
    rest: 'GET /api/v1/inventory/snapshot/comparison',
    summary: 'Stock at the end of a day beside that of now',
    permission: 'read:inventory',
    input: SnapshotQuery,
    output: Comparison,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => compareSnapshot(ctx, input)),

  movements: endpoint({
    rest: 'GET /api/v1/inventory/{id}/movements',
    summary: 'Every change of an item, newest first',
    permission: 'read:inventory',
    input: ListMovements,
    output: MovementList,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listMovements(ctx, input)),

  sync: syncRouter,
  pos: posRouter,
});
