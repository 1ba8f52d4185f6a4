import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { RESERVATION_EVENTS } from '../../inventory/ledger/ledger';
import { BACKORDER_EVENTS } from '../backorders/open';
import { ChangeItem } from '../parts/lines.resource';
import { reasonsOf } from '../placing/conditions.schema';
import { Order } from '../resource';
import { AddItem, RemoveItem } from '../shapes/lines.schema';
import { addItem, changeItem, removeItem } from './items';

export const linesRouter = router({
  addItem: endpoint({
    rest: 'POST /api/v1/orders/{id}/items',
    summary: 'Add a line to an order',
    description:
      'For the retailer, while the order is pending; for the wholesaler that entered it, until preparation starts. Reserves the stock; a variant that is already on the order gets the ' +
      'quantity added to its line. An order has at most 200 lines.',
    permission: 'update:orders',
    input: AddItem,
    output: Order,
    status: 201,
    location: '/api/v1/orders/{id}',
    errors: ['NOT_FOUND', 'other_party', 'reduce_only', 'not_editable', ...reasonsOf('add')],
    emits: RESERVATION_EVENTS,
  }).mutation(({ ctx, input }) => addItem(ctx, input)),

  changeItem: endpoint({
    rest: 'PATCH /api/v1/orders/{id}/items/{item_id}',
    summary: 'Change a line',
    description:
      'The retailer can raise or lower it while the order is pending; the wholesaler can lower it until preparation starts, and raise it if it entered the order. ' +
      'Reserved stock follows, and the price is that which the new quantity reaches in `price_ladder`, unless the seller gave one. ' +
      'Until preparation starts the seller gives a price, a discount or a sample; `unit_price` null returns to the ladder. ' +
      'With `backorder` the units that the wholesaler takes off are put on backorder. ' +
      'While it prepares the order, the wholesaler sets the packed `amount` of a line by weight, up by at most `weight_tolerance_bps` of its settings.',
    permission: 'update:orders',
    input: ChangeItem,
    output: Order,
    errors: [
      'NOT_FOUND',
      'line_exists',
      'other_party',
      'reduce_only',
      'not_editable',
      'weight_tolerance',
      'too_many',
      ...reasonsOf('raise'),
    ],
    emits: [BACKORDER_EVENTS.opened, ...RESERVATION_EVENTS],
  }).mutation(({ ctx, input }) => changeItem(ctx, input)),

  removeItem: endpoint({
    rest: 'DELETE /api/v1/orders/{id}/items/{item_id}',
    summary: 'Remove a line',
    description:
      'For the retailer while the order is pending, and for the wholesaler until preparation starts. Releases the reserved ' +
      'stock; the last line stays (409), so cancel the order instead.',
    permission: 'update:orders',
    input: RemoveItem,
    output: Order,
    errors: ['NOT_FOUND', 'last_item', 'not_editable', ...reasonsOf('remove')],
    emits: RESERVATION_EVENTS,
  }).mutation(({ ctx, input }) => removeItem(ctx, input)),
});
