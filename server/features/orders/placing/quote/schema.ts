import { z } from 'zod';
import { Amount, Balance, BigCount, Count, Id, Price, Total } from '../../../../kernel/params';
import { NextDeliveryDates } from '../../../entities/locations/schema';
import { PriceLadder, PriceSource, TaxLine } from '../../../pricing/schema';
import { Appearance } from '../../../products/schema';
import { CreateOrder } from '../../schema';

export const QuoteOrder = CreateOrder.meta({
  examples: [
    {
      wholesaler_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05',
      items: [{ product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03', quantity: 2 }],
    },
  ],
});

const QuotedLine = z.object({
  product_id: Id.meta({ description: 'Product of the wholesaler' }),
  product_name: z.string().meta({ description: 'Name of the product' }),
  variant_id: Id.meta({ description: 'Variant of the product' }),
  sku: z.string().meta({ description: 'SKU of the variant' }),
  ...Appearance,
  quantity: Count.meta({
    description: 'Units of the line; with `shortage` those that an order would have, 0 included',
  }),
  amount: Amount,
  requested_quantity: Count.meta({ description: 'Units asked for' }),
  case_size: Count.meta({ description: 'It is sold in multiples of so many' }),
  case_size_amount: Amount.meta({ description: '`case_size` in `unit`' }),
  unit_price: Price.meta({
    description: "The buyer's current price per unit of the amount asked for, in US dollars",
  }),
  price_source: PriceSource,
  price_ladder: PriceLadder.meta({
    description: "The buyer's current prices by amount, which the line would keep",
  }),
  discount_bps: Count.meta({ description: 'Off the line, in basis points' }),
  sample: z.boolean().meta({ description: 'Whether it is a sample, which is free' }),
  total: Total.meta({ description: '`amount` × `unit_price` less `discount_bps`, in US dollars' }),
  available_quantity: BigCount.meta({ description: 'Units that an order could reserve now' }),
  available_amount: Amount.meta({ description: '`available_quantity` in `unit`' }),
  expires_before_delivery: Count.meta({
    description:
      'Units that would be reserved of lots that expire before `delivery_date`; 0 without one. Such lots are reserved last',
  }),
  last_price: Price.nullable().meta({
    description:
      'Price per unit that the buyer last paid, in US dollars; for an order that a seller enters, what it last paid that seller. Null without an order',
  }),
});

const QuoteProblem = z.object({
  index: Count.nullable().meta({
    description: 'Position of the line in the request, from 0; null for the order as a whole',
  }),
  code: z
    .enum(['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'LICENSE_EXPIRED', 'INSUFFICIENT_STOCK'])
    .meta({ id: 'QuoteProblemCode', description: 'The error that the order gets' }),
  reason: z.string().nullable().meta({
    description: '`details.reason` of that error, such as `share` or `too_many_pending`; null for NOT_FOUND',
  }),
  message: z.string().meta({ description: "Why it can't be ordered" }),
});

export const OrderQuote = z
  .object({
    lines: z
      .array(QuotedLine)
      .meta({ description: 'Lines that can be ordered; those of one variant are merged' }),
    problems: z.array(QuoteProblem).meta({
      description:
        "Everything that placing the order would meet. Lines that can't be ordered are absent from `lines` and the sums; those " +
        'that fall short of stock are in both, unless `shortage` takes what there is. Without a connection there are no lines',
    }),
    subtotal: Total.meta({ description: 'Sum of `lines` in US dollars, before tax' }),
    discount_total: Total.meta({ description: "The seller's discounts on the order; a new order has none" }),
    freight_total: Total.meta({ description: 'Freight and fees; a new order has none' }),
    tax_lines: z.array(TaxLine).meta({ description: 'Taxes of the seller that apply today' }),
    tax: Total.meta({ description: 'Sum of `tax_lines` in US dollars' }),
    total: Total.meta({
      description: '`subtotal` − `discount_total` + `freight_total` + `tax`, in US dollars',
    }),
    limit: Total.nullable().meta({
      description: 'What the buyer may owe the seller, in US dollars; null for no limit',
    }),
    exposure: Balance.nullable().meta({
      description:
        'What counts against it before this order: what the buyer owes, and open orders from the stage of the check on; null without a connection',
    }),
    next_delivery_dates: NextDeliveryDates,
  })
  .meta({ id: 'OrderQuote' });
