import { z } from 'zod';
import { Id, text } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { Order } from '../resource';
import { DeliveryDate } from '../schema';

/** Carts of one checkout. */
const MAX_CARTS_AT_ONCE = 20;
/** Orders of one checkout: each is a transaction of its own. */
export const MAX_ORDERS = 100;

export const CheckOut = z
  .strictObject({
    carts: z
      .array(
        z.strictObject({
          supplier_id: Id.meta({ description: 'Id of the wholesaler' }),
          version: Id.meta({ description: '`version` of the cart as you read it' }),
        }),
      )
      .min(1, 'must have at least 1 entry')
      .max(MAX_CARTS_AT_ONCE, `must have at most ${MAX_CARTS_AT_ONCE} entries`)
      .refine(
        (carts) => new Set(carts.map((cart) => cart?.supplier_id)).size === carts.length,
        rule('duplicate', 'must name each supplier once'),
      )
      .meta({ description: 'Carts to order' }),
    delivery_date: DeliveryDate.optional().meta({
      description: 'Requested day of delivery of all orders; that of each cart when absent',
    }),
    po_number: text(64).optional().meta({
      description: 'Number of your purchase order, for all orders; that of each cart when absent',
    }),
  })
  .meta({
    examples: [
      {
        carts: [
          {
            supplier_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05',
            version: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b51',
          },
        ],
        po_number: 'PO-2207',
      },
    ],
  });

const CheckoutError = z
  .object({
    code: z.string().meta({ description: 'Code of the error that `POST /api/v1/orders` would respond with' }),
    message: z.string().meta({ description: 'What happened, and what to do' }),
    details: z.record(z.string(), z.unknown()).meta({ description: 'Its details, such as `reason`' }),
  })
  .meta({ id: 'CheckoutError' });

const CheckoutResult = z
  .object({
    supplier_id: Id.meta({ description: 'Id of the wholesaler' }),
    location_id: Id.nullable().meta({
      description: 'Your location that receives the goods; null for a cart of another version',
    }),
    order: Order.optional().meta({ description: 'The order that was placed; absent where it was not' }),
    error: CheckoutError.optional().meta({
      description: 'Why it was not placed: its lines stay in the cart; absent for an order',
    }),
  })
  .meta({ id: 'CheckoutResult' });
export type CheckoutResult = z.infer<typeof CheckoutResult>;

export const Checkout = z
  .object({
    results: z.array(CheckoutResult).meta({
      description: 'One for each supplier and location, by the order of `carts`',
    }),
  })
  .meta({ id: 'Checkout' });
