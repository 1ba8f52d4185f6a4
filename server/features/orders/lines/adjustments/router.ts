import { endpoint } from '../../../../operation/endpoint';
import { router } from '../../../../operation/init';
import { reasonsOf } from '../../placing/conditions.schema';
import { Order } from '../../resource';
import { SetAdjustments } from '../../shapes/adjustments.schema';
import { setAdjustments } from './service';

export const adjustmentsRouter = router({
  setAdjustments: endpoint({
    rest: 'PUT /api/v1/orders/{id}/adjustments',
    summary: 'Set the discounts, freight and fees of an order',
    description:
      'For the seller, until the order ships. Replaces all of them, at most 10. Discounts are spread over the lines as `discount_share`, so that each tax has its part. ' +
      'The list may be the whole body, as a JSON array.',
    permission: 'update:orders',
    input: SetAdjustments,
    list: 'adjustments',
    output: Order,
    errors: ['NOT_FOUND', 'other_party', 'order_closed', 'too_many', ...reasonsOf('adjust')],
    emits: ['order.edited'],
  }).mutation(({ ctx, input }) => setAdjustments(ctx, input)),
});
