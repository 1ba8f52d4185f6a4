import { endpoint } from '../../../../operation/endpoint';
import { router } from '../../../../operation/init';
import { rowOf } from '../../../../operation/objects';
import { RESERVATION_EVENTS } from '../../../inventory/ledger/ledger';
import { cancelBackorder } from '../../backorders/cancel';
import { expectBackorder } from '../../backorders/expect';
import { BACKORDER_EVENTS } from '../../backorders/open';
import { getBackorder, listBackorders } from '../../backorders/queries';
import { ListBackorders } from '../../backorders/queries.sql';
import { Backorder, BackorderList, OpenedBackorders } from '../../backorders/resource';
import { BackorderId, CreateBackorders, ExpectBackorder, FillBackorders } from '../../backorders/schema';
import { backorders } from '../../backorders/tables';
import { Order } from '../../resource';
import { reasonsOf } from '../conditions.schema';
import { ORDERING_EVENTS } from '../write';
import { createBackorders } from './create';
import { fillBackorders } from './fill';

export const backordersRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/backorders',
    summary: 'List backorders',
    description: 'Backorders of your business, as buyer or seller, oldest first.',
    permission: 'read:orders',
    input: ListBackorders,
    output: BackorderList,
  }).query(({ ctx, input }) => listBackorders(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/backorders/{id}',
    summary: 'Get a backorder',
    description: 'Visible to both parties.',
    permission: 'read:orders',
    input: BackorderId,
    output: Backorder,
    object: rowOf(backorders.id, { volatile: ['ready_at'] }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getBackorder(ctx, input.id)),

  create: endpoint({
    rest: 'POST /api/v1/backorders',
    summary: 'Put goods on backorder',
    description:
      'For either party, without an order: as the buyer with `wholesaler_id`, as the seller with `retailer_id`. Prices are fixed at the wholesale price; nothing is reserved.',
    permission: 'create:orders',
    input: CreateBackorders,
    output: OpenedBackorders,
    status: 201,
    location: '/api/v1/backorders',
    errors: ['NOT_FOUND', 'not_a_seller', 'other_party', ...reasonsOf('backorder')],
    emits: [BACKORDER_EVENTS.opened],
  }).mutation(({ ctx, input }) => createBackorders(ctx, input)),

  fill: endpoint({
    rest: 'POST /api/v1/backorders/fill',
    summary: 'Fill backorders',
    description:
      'For the seller. Orders what there is for open backorders of one buyer, oldest first, at their frozen prices; the rest stays open. ' +
      'The order is accepted. It has one line of each variant: of backorders of one variant with different prices, those that have the price of the oldest are filled.',
    permission: 'create:orders',
    input: FillBackorders,
    output: Order,
    status: 201,
    location: '/api/v1/orders/{id}',
    errors: ['NOT_FOUND', 'not_a_seller', 'other_party', 'invalid_transition', ...reasonsOf('fill')],
    emits: [BACKORDER_EVENTS.filled, ...ORDERING_EVENTS, ...RESERVATION_EVENTS],
  }).mutation(({ ctx, input }) => fillBackorders(ctx, input)),

  expect: endpoint({
    rest: 'POST /api/v1/backorders/{id}/expect',
    summary: 'Say when the goods of a backorder are expected',
    description: 'For the seller, while it is open. Both parties see it; it promises nothing.',
    permission: 'update:orders',
    input: ExpectBackorder,
    output: Backorder,
    nulls: 'clears',
    errors: ['NOT_FOUND', 'other_party', 'invalid_transition'],
  }).mutation(({ ctx, input }) => expectBackorder(ctx, input)),

  cancel: endpoint({
    rest: 'POST /api/v1/backorders/{id}/cancel',
    summary: 'Cancel a backorder',
    description: 'For either party, while it is open. What was ordered of it stays ordered.',
    permission: 'cancel:orders',
    input: BackorderId,
    output: Backorder,
    errors: ['NOT_FOUND', 'invalid_transition'],
    emits: [BACKORDER_EVENTS.cancelled],
  }).mutation(({ ctx, input }) => cancelBackorder(ctx, input.id)),
});
