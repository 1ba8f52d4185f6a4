import { endpoint } from '../../../../operation/endpoint';
import { router } from '../../../../operation/init';
import { RESERVATION_EVENTS } from '../../../inventory/ledger/ledger';
import { reasonsOf } from '../../placing/conditions.schema';
import { Order } from '../../resource';
import { getLineLots } from './queries';
import { ChooseLots, LineLots, LineLotsId } from './schema';
import { chooseLots } from './service';

export const orderLotsRouter = router({
  lineLots: endpoint({
    rest: 'GET /api/v1/orders/{id}/items/{item_id}/lots',
    summary: 'List the lots that a line can have',
    description:
      'For the wholesaler: lots and units without a lot in the vault and on the sales floor, with what the line has of each. ' +
      'Lots are in the order in which they are reserved: soonest expiration first, those without a certificate last.',
    permission: 'read:orders',
    input: LineLotsId,
    output: LineLots,
    errors: ['NOT_FOUND', 'other_party'],
  }).query(({ ctx, input }) => getLineLots(ctx, input)),

  chooseLots: endpoint({
    rest: 'PUT /api/v1/orders/{id}/items/{item_id}/lots',
    summary: 'Choose the lots of a line',
    description:
      'For the wholesaler, until the order ships. Replaces the lots that are reserved for the line; units beyond the sum of ' +
      '`lots` are reserved from units without a lot. Lots on hold, expired or failed are rejected with `details.lots`.',
    permission: 'update:orders',
    input: ChooseLots,
    output: Order,
    errors: [
      'NOT_FOUND',
      'other_party',
      'blocked_lots',
      'not_editable',
      'insufficient_stock',
      ...reasonsOf('lots'),
    ],
    emits: RESERVATION_EVENTS,
  }).mutation(({ ctx, input }) => chooseLots(ctx, input)),
});
