import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowWhere } from '../../../operation/objects';
import { PLACING_EVENTS } from '../placing/together';
import { checkOut } from './checkout';
import { CheckOut, Checkout } from './checkout.schema';
import { getCart, listCarts } from './queries';
import { Cart, CartId, CartList, ChangeCart, ListCarts, ReplaceCart } from './schema';
import { changeCart, deleteCart, replaceCart } from './service';
import { carts } from './tables';

export const cartsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/carts',
    summary: 'List your carts',
    description: 'Your own, one per supplier, oldest first. Other members have theirs.',
    permission: 'create:orders',
    input: ListCarts,
    output: CartList,
    errors: ['not_a_buyer'],
  }).query(({ ctx, input }) => listCarts(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/carts/{supplier_id}',
    summary: 'Get a cart',
    description:
      'What you are about to order from a supplier. Responds with 404 without a line. Reserves nothing; ' +
      '`POST /api/v1/orders/quote` has current prices and stock.',
    permission: 'create:orders',
    input: CartId,
    output: Cart,
    object: rowWhere(carts, (input, actor) =>
      and(eq(carts.userId, actor.userId), eq(carts.supplierId, input.supplier_id as string)),
    ),
    versioned: true,
    errors: ['NOT_FOUND', 'not_a_buyer'],
  }).query(({ ctx, input }) => getCart(ctx, input.supplier_id)),

  replace: endpoint({
    rest: 'PUT /api/v1/carts/{supplier_id}',
    summary: 'Replace a cart',
    description:
      'Sets all lines and the delivery. With `If-Match` and the `ETag` that you read, responds with 412 when the cart has changed since. ' +
      'Lines that are there already keep the price and name with which they were added. You can have 50 carts.',
    permission: 'create:orders',
    input: ReplaceCart,
    output: Cart,
    versioned: true,
    errors: [
      'NOT_FOUND',
      'not_a_buyer',
      'PRECONDITION_FAILED',
      'connection_required',
      'product_inactive',
      'too_many',
    ],
  }).mutation(({ ctx, input }) => replaceCart(ctx, input)),

  change: endpoint({
    rest: 'PATCH /api/v1/carts/{supplier_id}',
    summary: 'Add to a cart',
    description:
      'Adds units to lines, or takes them out, so that changes from several devices add up. The first line makes the cart, and the last one ' +
      'removed deletes it. With `If-Match`, responds with 412 when the cart has changed since. Once the connection has ended, lines can only be lowered: 403 with `details.reason` `connection_required`.',
    permission: 'create:orders',
    input: ChangeCart,
    output: Cart,
    versioned: true,
    errors: [
      'NOT_FOUND',
      'not_a_buyer',
      'PRECONDITION_FAILED',
      'connection_required',
      'product_inactive',
      'too_many',
    ],
  }).mutation(({ ctx, input }) => changeCart(ctx, input)),

  checkout: endpoint({
    rest: 'POST /api/v1/checkout',
    summary: 'Order several carts',
    description:
      'Places an order for each supplier and location, as `POST /api/v1/orders` would, each on its own: its lines leave the cart, and those of an order that fails stay. ' +
      'A cart with another `version` is not ordered. With an Idempotency-Key, orders that were placed are returned and the others are tried.',
    permission: 'create:orders',
    input: CheckOut,
    output: Checkout,
    errors: ['not_a_buyer'],
    emits: PLACING_EVENTS,
    transaction: 'grouped',
  }).mutation(({ ctx, input }) => checkOut(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/carts/{supplier_id}',
    summary: 'Empty a cart',
    description: 'Deletes its lines and delivery. Responds with 404 without a cart.',
    permission: 'create:orders',
    input: CartId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'not_a_buyer'],
  }).mutation(({ ctx, input }) => deleteCart(ctx, input.supplier_id)),
});
