import { ORDER_WAY } from '../../kernel/order-statuses';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOf } from '../../operation/objects';
import { INVOICE_EVENTS } from '../billing/invoices/service';
import { BatchResults } from '../entities/external-ids/batch.schema';
import { RESERVATION_EVENTS, STOCK_EVENTS } from '../inventory/ledger/ledger';
import { BACKORDER_EVENTS } from './backorders/open';
import { countOrders, partnerTotals, partnerTrends } from './figures/queries';
import { listHistory, respondWithOrder } from './flow/detail/queries';
import { OrderDetail } from './flow/detail/schema';
import { disputeOrder } from './flow/disputes';
import { FLOW_EVENTS, STEP_EVENTS } from './flow/state';
import { updateOrder } from './lines/edit';
import { moveOrders } from './moves';
import { reasonsOf } from './placing/conditions.schema';
import { PLACING_EVENTS, place } from './placing/together';
import { isSeenByBuyer, listOrders, listSummaries } from './queries';
import { ListOrders } from './queries.sql';
import { RECEIPT_EVENTS } from './receipts/service';
import { Order, OrderList, OrderSummaryList, UpdateOrder } from './resource';
import {
  CancelOrder,
  CreateOrder,
  DisputeOrder,
  MoveOrder,
  MoveOrders,
  OrderCounts,
  OrderId,
  PartnerId,
  PartnerIds,
  PartnerTotals,
  PartnerTrends,
} from './schema';
import { cancelOrder, moveOrder } from './service';
import { editedBy } from './shapes/edited.schema';
import { SideQuery } from './shapes/flow.schema';
import { ListHistory, OrderHistory } from './shapes/timeline.schema';
import { orders } from './tables';

/** "`notes`, `po_number` and `receiving_location_id`": what one side of an order changes. */
function named(side: 'either' | 'buyer' | 'seller'): string {
  const fields = editedBy(side).map((field) => `\`${field}\``);
  return [fields.slice(0, -1).join(', '), ...fields.slice(-1)].filter(Boolean).join(' and ');
}

/** What a step can be rejected for, and what it can report. */
const MOVE_ERRORS = [
  'NOT_FOUND',
  'permission_required',
  'other_party',
  'location',
  'credit_limit',
  'on_hold',
  'blocked_lots',
  'cannot_receive',
  'inactive',
  'location_deleted',
  'manifest_required',
  'party_deleted',
  'recalled',
  'status_changed',
  'invalid_transition',
  'different_states',
  'license_expired',
  'license_not_active',
  'license_unverified',
  'coa_required',
] as const;
const MOVE_EVENTS = [
  BACKORDER_EVENTS.cancelled,
  ...FLOW_EVENTS,
  ...INVOICE_EVENTS,
  ...RECEIPT_EVENTS,
  ...STOCK_EVENTS,
] as const;

export const ordersRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/orders',
    summary: 'List orders',
    description:
      'Your orders as buyer or seller, newest first by default. Sorted by `created_at`, pages by `cursor` stay stable while orders arrive.',
    permission: 'read:orders',
    input: ListOrders,
    output: OrderList,
  }).query(({ ctx, input }) => listOrders(ctx, input)),

  summaries: endpoint({
    rest: 'GET /api/v1/orders/summaries',
    summary: 'List orders without their lines',
    description:
      'The same orders as `GET /api/v1/orders`, with the same filters and sorts, for lists that show a row per order: ' +
      'the number of lines instead of the lines.',
    permission: 'read:orders',
    input: ListOrders,
    output: OrderSummaryList,
  }).query(({ ctx, input }) => listSummaries(ctx, input)),

  counts: endpoint({
    rest: 'GET /api/v1/orders/counts',
    summary: 'Order counts by status',
    description:
      'Counts your orders, those you placed and those you received; every status is present, zero included.',
    permission: 'read:orders',
    input: SideQuery,
    output: OrderCounts,
  }).query(({ ctx, input }) => countOrders(ctx, input)),

  partner: endpoint({
    rest: 'GET /api/v1/partners/{id}/totals',
    summary: "Get a partner's order totals",
    description:
      'Your trade with a business that you have or had a connection with: open orders, the latest one, and the last 30 days. Zeros without any. Responds with 404 for any other business.',
    permission: 'read:orders',
    input: PartnerId,
    output: PartnerTotals,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => partnerTotals(ctx, input)),

  partners: endpoint({
    rest: 'GET /api/v1/partners/totals',
    summary: 'Get the order totals of several partners',
    description:
      'Your trade with each of these businesses on one side, for a list that shows a row per partner: open orders, the latest one, ' +
      'and the last 90 days by week. Zeros for a business that you have no trade with, whether it exists or not.',
    permission: 'read:orders',
    input: PartnerIds,
    output: PartnerTrends,
  }).query(({ ctx, input }) => partnerTrends(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/orders/{id}',
    summary: 'Get an order',
    description: 'Visible to both parties. Responds with 404 for an order between other businesses.',
    permission: 'read:orders',
    input: OrderId,
    output: OrderDetail,
    object: rowOf(orders.id, { volatile: ['short_items', 'items.unit_cost'], shownBy: isSeenByBuyer }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => respondWithOrder(ctx, input.id)),

  history: endpoint({
    rest: 'GET /api/v1/orders/{id}/history',
    summary: 'List the history of an order',
    description: 'Changes of status and of lines by either party, oldest first. Entries never change.',
    permission: 'read:orders',
    input: ListHistory,
    output: OrderHistory,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listHistory(ctx, input)),

  create: endpoint({
    rest: 'POST /api/v1/orders',
    summary: 'Place an order',
    description:
      'Buy with `wholesaler_id`, or enter an order for a customer with `retailer_id`, which is accepted at once unless `accept` is false. ' +
      "Reserves the stock of every line, or fails without effect unless `shortage` says otherwise; each line keeps the buyer's prices of now. The seller may give prices, discounts and samples, which a buyer gets 403 for. Beyond the buyer's credit limit, on hold or overdue it is 409. " +
      'Needs an accepted connection, active licenses of the premises on both sides and enough stock in the state of delivery, unless the seller sells across states.',
    permission: 'create:orders',
    input: CreateOrder,
    output: Order,
    status: 201,
    location: '/api/v1/orders/{id}',
    errors: ['NOT_FOUND', 'not_a_seller', 'other_party', ...reasonsOf('order')],
    emits: PLACING_EVENTS,
    transaction: 'grouped',
  }).mutation(({ ctx, input }) => place(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/orders/{id}',
    summary: 'Change an order',
    description:
      `Until the order ships. Either side changes ${named('either')}; the buyer, or the seller that entered the order, also ${named('buyer')}; ` +
      `the seller alone ${named('seller')}, which the buyer never sees. Either side changes its own \`external_ids\` at any time. \`shipment\` is the seller's from \`preparing\` on. The other fields change by their own operations.`,
    permission: 'update:orders',
    input: UpdateOrder,
    output: OrderDetail,
    errors: [
      'NOT_FOUND',
      ...reasonsOf('edit'),
      'other_party',
      'different_states',
      'external_id_taken',
      'license_expired',
      'license_not_active',
      'license_unverified',
      'inactive',
      'not_editable',
      'order_closed',
      'party_deleted',
    ],
    emits: ['order.edited'],
  }).mutation(({ ctx, input }) => updateOrder(ctx, input)),

  dispute: endpoint({
    rest: 'POST /api/v1/orders/{id}/dispute',
    summary: 'Dispute an order',
    description:
      'As an owner of the buyer, for 30 days after it came along by a merge; `disputed: false` takes that back at any time. The ' +
      'invoice of a disputed order is not reminded of and blocks nothing.',
    permission: 'delete:entity',
    input: DisputeOrder,
    output: OrderDetail,
    errors: ['NOT_FOUND', 'api_key', 'not_disputable', 'other_party'],
  }).mutation(({ ctx, input }) => disputeOrder(ctx, input)),

  updateStatus: endpoint({
    rest: 'PATCH /api/v1/orders/{id}/status',
    summary: 'Change the status of an order',
    description:
      `One step forward: ${ORDER_WAY.join(' → ')}; or \`cancelled\`, which also needs \`cancel:orders\`. ` +
      'The wholesaler moves an order up to shipped, and either party marks it delivered. Shipping takes the units out of the ' +
      "wholesaler's stock and delivery adds them to the receiving location. Delivered by the retailer, everything is " +
      'accepted; file a receipt instead to reject units. Delivered by the wholesaler, the retailer has 72 hours to file one.',
    permission: 'update:orders',
    nulls: 'absent',
    input: MoveOrder,
    output: Order,
    errors: MOVE_ERRORS,
    emits: MOVE_EVENTS,
  }).mutation(({ ctx, input }) => moveOrder(ctx, input)),

  updateStatuses: endpoint({
    rest: 'POST /api/v1/orders/status/batch',
    summary: 'Take up to 100 steps of orders',
    description:
      'In the order of the request, each as by `PATCH /api/v1/orders/{id}/status` and in a transaction of its own: responds with 200 and a result for each, also when all failed.',
    permission: 'update:orders',
    input: MoveOrders,
    output: BatchResults,
    transaction: false,
    emits: MOVE_EVENTS,
  }).mutation(({ ctx, input }) => moveOrders(ctx, input, MOVE_EVENTS)),

  cancel: endpoint({
    rest: 'POST /api/v1/orders/{id}/cancel',
    summary: 'Cancel an order',
    description:
      'Releases the reserved stock, and cancels what the order left on backorder. The retailer can cancel until preparation starts (of a suspended wholesaler until the order ships), the wholesaler until the order ships.',
    permission: 'cancel:orders',
    input: CancelOrder,
    output: Order,
    errors: ['NOT_FOUND', 'invalid_transition'],
    emits: [BACKORDER_EVENTS.cancelled, ...STEP_EVENTS, ...RESERVATION_EVENTS],
  }).mutation(({ ctx, input }) => cancelOrder(ctx, input)),
});
