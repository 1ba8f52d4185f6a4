import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { STOCK_EVENTS } from '../../inventory/ledger/ledger';
import { receipts } from '../parts/tables';
import {
  getReceipt,
  getReturn,
  ListReceipts,
  ListReceiptsOfOrder,
  ListReturns,
  listReceipts,
  listReceiptsOfOrder,
  listReturns,
} from './queries';
import { Receipt, ReceiptList } from './resource';
import { receiveReturn, updateReturn } from './returns';
import { Return, ReturnList, UpdateReturn } from './returns.resource';
import { CorrectReceipt, NewReceipt, OrderReceiptId, ReceiveReturn, ReturnId } from './schema';
import { correctReceipt, FILING_EVENTS, fileReceipt, RECEIPT_EVENTS } from './service';
import { returns } from './tables';

export const receiptsRouter = router({
  receipts: endpoint({
    rest: 'GET /api/v1/orders/{id}/receipts',
    summary: 'List the receipts of an order',
    description: 'Visible to both parties. An order has one receipt, or none until the retailer files it.',
    permission: 'read:orders',
    input: ListReceiptsOfOrder,
    output: ReceiptList,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listReceiptsOfOrder(ctx, input)),

  allReceipts: endpoint({
    rest: 'GET /api/v1/receipts',
    summary: 'List receipts',
    description: 'Receipts of your orders, as either party, newest first.',
    permission: 'read:orders',
    input: ListReceipts,
    output: ReceiptList,
  }).query(({ ctx, input }) => listReceipts(ctx, input)),

  receipt: endpoint({
    rest: 'GET /api/v1/orders/{id}/receipts/{receipt_id}',
    summary: 'Get a receipt of an order',
    description: 'Visible to both parties.',
    permission: 'read:orders',
    input: OrderReceiptId,
    output: Receipt,
    object: rowOf(receipts.id, {}, (input) => input.receipt_id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getReceipt(ctx, input)),

  fileReceipt: endpoint({
    rest: 'POST /api/v1/orders/{id}/receipts',
    summary: 'Receive an order',
    description:
      'For the retailer, while the order is shipped, and for 72 hours after the seller has marked it delivered. The seller may file it ' +
      'while the order is shipped, as its driver sees it; the retailer can correct that. Accepted ' +
      'units go into the receiving room with their lots; rejected and damaged ones become a return that the seller ' +
      'receives; short ones never arrived: they are credited and go on no return. The order becomes delivered. Accept no ' +
      'unit to reject the whole load. Of an order that was marked delivered, lines that the seller has credited since are ' +
      'accepted whole (409 `credited` otherwise).',
    permission: 'update:orders',
    input: NewReceipt,
    output: Receipt,
    status: 201,
    location: '/api/v1/orders/{order_id}/receipts',
    errors: [
      'NOT_FOUND',
      'location',
      'other_party',
      'already_received',
      'cannot_receive',
      'credited',
      'invoiced',
      'location_deleted',
      'not_shipped',
      'too_late',
      'units_gone',
    ],
    emits: FILING_EVENTS,
  }).mutation(({ ctx, input }) => fileReceipt(ctx, input)),

  correctReceipt: endpoint({
    rest: 'PATCH /api/v1/orders/{id}/receipts/{receipt_id}',
    summary: 'Correct a receipt',
    description:
      'For the retailer, within 72 hours after the receipt was filed; for the seller its own, until the retailer has corrected it. Units that are no longer accepted have to be where ' +
      'they arrived, and those that now are must not have been received by the seller (409). Either party changes its own `external_ids` at any time.',
    permission: 'update:orders',
    input: CorrectReceipt,
    output: Receipt,
    errors: [
      'NOT_FOUND',
      'location',
      'other_party',
      'cannot_receive',
      'corrected_by_buyer',
      'credited',
      'external_id_taken',
      'invoiced',
      'location_deleted',
      'return_received',
      'too_late',
      'units_gone',
    ],
    emits: [...RECEIPT_EVENTS, ...STOCK_EVENTS],
  }).mutation(({ ctx, input }) => correctReceipt(ctx, input)),
});

export const returnsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/returns',
    summary: 'List returns',
    description: 'Units that retailers did not accept, of your orders as buyer or seller, newest first.',
    permission: 'read:orders',
    input: ListReturns,
    output: ReturnList,
  }).query(({ ctx, input }) => listReturns(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/returns/{id}',
    summary: 'Get a return',
    description: 'Visible to both parties.',
    permission: 'read:orders',
    input: ReturnId,
    output: Return,
    object: rowOf(returns.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getReturn(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/returns/{id}',
    summary: 'Name a return',
    description: 'Changes what your other systems call it. Nothing else of a return changes by this.',
    permission: 'update:orders',
    input: UpdateReturn,
    output: Return,
    errors: ['NOT_FOUND', 'external_id_taken'],
  }).mutation(({ ctx, input }) => updateReturn(ctx, input)),

  receive: endpoint({
    rest: 'POST /api/v1/returns/{id}/receive',
    summary: 'Receive a return',
    description:
      'For the seller, once. Takes the units by your own count into a location, with their lots; without `lines` all of ' +
      'them. They go to `quarantine`; those that are `sellable` may go to another room, unless their lot is held, expired or ' +
      'failed (409 `blocked_lots`). Destroyed ones are counted and become no stock.',
    permission: 'update:orders',
    input: ReceiveReturn,
    output: Return,
    errors: ['NOT_FOUND', 'other_party', 'already_received', 'blocked_lots', 'cannot_receive'],
    emits: ['return.received', 'inventory.updated'],
  }).mutation(({ ctx, input }) => receiveReturn(ctx, input)),
});
