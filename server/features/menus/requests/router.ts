import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { reasonsOf } from '../../orders/placing/conditions.schema';
import { Order } from '../../orders/resource';
import { getRequest, ListOrderRequests, listRequests } from './queries';
import { AcceptRequest, DeclineRequest, OrderRequest, OrderRequestId, OrderRequestList } from './schema';
import { ACCEPTING_EVENTS, acceptRequest, declineRequest } from './service';
import { orderRequests } from './tables';

/** What moves with prices, stock and customers. */
const OF_NOW = [
  'contact_known',
  'matches',
  'problems',
  'lines.price_now',
  'lines.total_now',
  'lines.available_quantity',
  'lines.on_menu',
];

export const orderRequestsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/order-requests',
    summary: 'List order requests',
    description: 'What shops asked for from your menus and confirmed, newest first.',
    permission: 'read:orders',
    input: ListOrderRequests,
    output: OrderRequestList,
    errors: ['not_a_seller'],
  }).query(({ ctx, input }) => listRequests(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/order-requests/{id}',
    summary: 'Get an order request',
    description:
      'What was asked for, with the prices that were shown and those of now, stock, the customers that it may be of, and what accepting it would meet.',
    permission: 'read:orders',
    input: OrderRequestId,
    output: OrderRequest,
    object: rowOf(orderRequests.id, { volatile: OF_NOW }),
    errors: ['NOT_FOUND', 'not_a_seller'],
  }).query(({ ctx, input }) => getRequest(ctx, input.id)),

  accept: endpoint({
    rest: 'POST /api/v1/order-requests/{id}/accept',
    summary: 'Accept an order request',
    description:
      'Places its order as `POST /api/v1/orders` with `retailer_id` does, at the prices of now of the customer: `customer_id`, or one that ' +
      '`new_customer` enters. Without effect when it fails.',
    permission: 'create:orders',
    input: AcceptRequest,
    output: Order,
    status: 201,
    location: '/api/v1/orders/{id}',
    errors: [
      'NOT_FOUND',
      'not_a_seller',
      'permission_required',
      'other_party',
      'already_ordered',
      'invalid_transition',
      'customer_exists',
      'outside_your_locations',
      'price_changed',
      'too_many',
      'unknown_contact',
      ...reasonsOf('order'),
    ],
    emits: ACCEPTING_EVENTS,
  }).mutation(({ ctx, input }) => acceptRequest(ctx, input)),

  decline: endpoint({
    rest: 'POST /api/v1/order-requests/{id}/decline',
    summary: 'Decline an order request',
    description: 'For good; its asker is mailed the reason.',
    permission: 'update:orders',
    input: DeclineRequest,
    output: OrderRequest,
    errors: ['NOT_FOUND', 'not_a_seller', 'invalid_transition'],
    emits: ['order_request.declined'],
  }).mutation(({ ctx, input }) => declineRequest(ctx, input)),
});
