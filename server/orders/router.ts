import { endpoint } from '../trpc/endpoint';
import { router } from '../trpc/init';
import { addItem, changeItem, removeItem } from './items';
import { placeOrder } from './place';
import { countOrders, getOrder, listHistory, listOrders } from './queries';
import {
  AddItem,
  CancelOrder,
  ChangeItem,
  CreateOrder,
  ListHistory,
  ListOrders,
  MoveOrder,
  NoInput,
  Order,
  OrderCounts,
  OrderHistory,
  OrderId,
  OrderList,
  RemoveItem,
} from './schema';
import { cancelOrder, moveOrder } from './service';

export const ordersRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/orders',
    summary: "The business's orders, newest first",
    permission: 'read:orders',
    input: ListOrders,
    output: OrderList,
  }).query(({ ctx, input }) => listOrders(ctx, input)),

  counts: endpoint({
    rest: 'GET /api/v1/orders/counts',
    summary: 'How many orders stand in each status',
    permission: 'read:orders',
    input: NoInput,
    output: OrderCounts,
  }).query(({ ctx }) => countOrders(ctx)),

  get: endpoint({
    rest: 'GET /api/v1/orders/{id}',
    summary: 'One order',
    permission: 'read:orders',
    input: OrderId,
    output: Order,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getOrder(ctx, input.id)),

  history: endpoint({
    rest: 'GET /api/v1/orders/{id}/history',
    summary: 'What happened to an order, oldest first',
    permission: 'read:orders',
    input: ListHistory,
    output: OrderHistory,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listHistory(ctx, input)),

  create: endpoint({
    rest: 'POST /api/v1/orders',
    summary: 'Place an order with a connected wholesaler',
    description:
      'Reserves the stock. Needs an accepted connection, unexpired licences and enough stock for every line.',
    permission: 'create:orders',
    input: CreateOrder,
    output: Order,
    status: 201,
    location: '/api/v1/orders/{id}',
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_STOCK', 'LICENSE_EXPIRED'],
    emits: ['order.created', 'inventory.low_stock'],
  }).mutation(({ ctx, input }) => placeOrder(ctx, input)),

  updateStatus: endpoint({
    rest: 'PATCH /api/v1/orders/{id}/status',
    summary: 'Move an order along its flow',
    description: 'One step forward: pending → accepted → preparing → shipped → delivered; or cancelled.',
    permission: 'update:orders',
    nulls: 'absent',
    input: MoveOrder,
    output: Order,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'LICENSE_EXPIRED', 'COA_REQUIRED', 'CONFLICT'],
    emits: [
      'order.updated',
      'order.shipped',
      'order.delivered',
      'transfer.completed',
      'inventory.updated',
      'inventory.low_stock',
    ],
  }).mutation(({ ctx, input }) => moveOrder(ctx, input)),

  cancel: endpoint({
    rest: 'POST /api/v1/orders/{id}/cancel',
    summary: 'Cancel an order and release its stock',
    permission: 'cancel:orders',
    input: CancelOrder,
    output: Order,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    emits: ['order.updated'],
  }).mutation(({ ctx, input }) => cancelOrder(ctx, input)),

  addItem: endpoint({
    rest: 'POST /api/v1/orders/{id}/items',
    summary: 'Add a line to a pending order',
    permission: 'update:orders',
    input: AddItem,
    output: Order,
    status: 201,
    location: '/api/v1/orders/{id}',
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_STOCK'],
    emits: ['inventory.low_stock'],
  }).mutation(({ ctx, input }) => addItem(ctx, input)),

  changeItem: endpoint({
    rest: 'PATCH /api/v1/orders/{id}/items/{item_id}',
    summary: 'Change the quantity of a line',
    permission: 'update:orders',
    input: ChangeItem,
    output: Order,
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_STOCK'],
    emits: ['inventory.low_stock'],
  }).mutation(({ ctx, input }) => changeItem(ctx, input)),

  removeItem: endpoint({
    rest: 'DELETE /api/v1/orders/{id}/items/{item_id}',
    summary: 'Remove a line',
    permission: 'update:orders',
    input: RemoveItem,
    output: Order,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }).mutation(({ ctx, input }) => removeItem(ctx, input)),
});
