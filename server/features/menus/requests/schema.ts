import { z } from 'zod';
import type { FieldError } from '../../../kernel/errors';
import { AmountAsked, isObject, measured } from '../../../kernel/measured';
import { hasBidiControl } from '../../../kernel/one-line';
import {
  Amount,
  CalendarDate,
  Count,
  Id,
  Price,
  paragraphs,
  Timestamp,
  Total,
  text,
  walkOf,
} from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { Email } from '../../auth/schema';
import { NewAddress } from '../../entities/schema';
import { BUYER_TYPES } from '../../entities/typed.schema';
import { DeliveryDate, PoNumber, Shortage } from '../../orders/schema';
import { MAX_LINES, Overrides, Quantity } from '../../orders/shapes/lines.schema';
import type { PriceBreak } from '../../pricing/ladder';
import { Steps } from '../../products/schema';
import { SEEN_REQUESTS, type SeenStatus } from '../state';

/** Hours in which a request is confirmed by its link, and days after which one that wasn't is deleted. */
export const CONFIRM_HOURS = 48;
export const UNCONFIRMED_DAYS = 7;
/** Days that a confirmed request waits for the seller. */
export const WAITING_DAYS = 14;
/** Days after which people of a request that became no order are blanked. */
export const BLANKED_DAYS = 90;

const RequestLine = measured(
  z.strictObject({
    variant_id: Id.meta({ description: 'Variant on the menu' }),
    quantity: Quantity.optional(),
    amount: AmountAsked.optional(),
  }),
).meta({ id: 'OrderRequestLine' });

export const RequestLines = z
  .array(RequestLine)
  .min(1, 'must have at least one line')
  .max(MAX_LINES, `must have at most ${MAX_LINES} lines`)
  .meta({ description: 'Goods of the menu, each once' });

const Business = z
  .strictObject({
    name: text(200).meta({ description: 'Name of the business' }),
    license_number: text(100)
      .refine((number) => /[\p{L}\p{N}]/u.test(number), rule('invalid_format', 'must have a letter or digit'))
      .meta({ description: 'License number' }),
    license_type: text(100).nullish().meta({ description: 'License type' }),
    type: z.enum(BUYER_TYPES).meta({ description: 'Type of the business' }),
    address: NewAddress.meta({ description: 'Where the goods are to arrive' }),
  })
  .meta({ id: 'OrderRequestBusiness', description: 'The business that asks' });
export type RequestBusiness = z.infer<typeof Business>;

const Contact = z
  .strictObject({
    name: text(100).meta({ description: 'Name of the person who asks' }),
    email: Email,
    phone: text(50).meta({ description: 'Phone number' }),
  })
  .meta({ id: 'OrderRequestContact', description: 'The person who asks' });
export type RequestContact = z.infer<typeof Contact>;

export const REQUEST_FIELDS = {
  business: Business.optional().meta({
    description: 'The business that asks; required unless the link is one customer’s',
  }),
  contact: Contact,
  lines: RequestLines,
  delivery_date: DeliveryDate.nullish().meta({ description: 'Requested day of delivery' }),
  notes: paragraphs(500)
    .refine((value) => !hasBidiControl(value), rule('invalid_text', 'must not change the direction of text'))
    .nullish()
    .meta({ description: 'Note to the seller; addresses in it are no links' }),
  po_number: PoNumber.nullish().meta({ description: 'Number of the purchase order' }),
};

/** What names goods twice, as the field of each line says. */
export function namedTwice(lines: ReadonlyArray<{ variant_id: string }>): FieldError[] {
  const seen = new Set<string>();
  return lines.flatMap(({ variant_id }, index) => {
    if (!seen.has(variant_id)) {
      seen.add(variant_id);
      return [];
    }
    const path = `lines[${index}].variant_id`;
    return [{ path, code: 'duplicate' as const, message: 'is on an earlier line' }];
  });
}

/** A line as it is kept, with what the menu asked for it. */
export interface KeptLine {
  variant_id: string;
  product_id: string;
  product_name: string;
  variant_name: string;
  /** Steps. */
  quantity: number;
  /** In the unit; null where it is sold each. */
  unit: string | null;
  step: number | null;
  /** In dollars per unit, of the amount asked for. */
  unit_price: number;
  total: number;
  ladder: PriceBreak[];
}

export const Status = z.enum(SEEN_REQUESTS as [SeenStatus, ...SeenStatus[]]).meta({
  id: 'OrderRequestStatus',
  description:
    '`waiting` until you accept or decline it, its asker withdraws it, or it expires after 14 days',
});

const Match = z
  .object({
    customer_id: Id.meta({ description: 'Your customer' }),
    name: z.string().meta({ description: 'Its name' }),
    license: z.boolean().meta({ description: 'Whether the license number and state are alike' }),
    address: z.boolean().meta({ description: 'Whether the address is alike' }),
    email: z.boolean().meta({ description: 'Whether the confirmed email is one of its own' }),
  })
  .meta({ id: 'OrderRequestMatch' });
export type RequestMatch = z.infer<typeof Match>;

const SUMMARY = {
  id: Id.meta({ description: 'Id of the request' }),
  status: Status,
  menu: z
    .object({ id: Id, name: z.string().meta({ description: 'Name of the menu' }) })
    .meta({ description: 'The menu that it came from' }),
  customer_id: Id.nullable().meta({
    description: 'The customer whose link it was; null for a link for everybody',
  }),
  business: Business.extend({ license_type: z.string().nullish().meta({ description: 'License type' }) })
    .nullable()
    .meta({ description: 'The business that asks; null of a customer’s link, and once it is blanked' }),
  contact: z
    .object({
      name: z.string().meta({ description: 'Name of the person who asks' }),
      email: z.string().meta({ description: 'Email' }),
      phone: z.string().meta({ description: 'Phone number' }),
    })
    .nullable()
    .meta({ description: 'Who asked; null once it is blanked' }),
  contact_known: z.boolean().meta({
    description: 'Whether the contact of the customer whose link it was has confirmed it',
  }),
  lines_count: Count.meta({ description: 'Number of lines' }),
  subtotal: Total.meta({ description: 'Sum of the lines as the menu reckoned them, in US dollars' }),
  matches: z.array(Match).meta({
    description: 'Your customers with its license and state, else with its name and ZIP code',
  }),
  delivery_date: CalendarDate.nullable().meta({ description: 'Requested day of delivery' }),
  po_number: z.string().nullable().meta({ description: 'Number of its purchase order' }),
  order_id: Id.nullable().meta({ description: 'The order that it became' }),
  reason: z.string().nullable().meta({ description: 'Why you declined it' }),
  received_at: Timestamp.meta({ description: 'When it was confirmed' }),
  expires_at: Timestamp.meta({ description: 'Until when it waits' }),
  updated_at: Timestamp.meta({ description: 'When it last changed' }),
  created_at: Timestamp.meta({ description: 'When it was asked for' }),
};
const EXAMPLE = {
  id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b74',
  status: 'waiting' as const,
  menu: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b72', name: 'Weekly menu' },
  customer_id: null,
  business: {
    name: 'Corner Dispensary',
    license_number: 'C10-0000123-LIC',
    license_type: null,
    type: 'retailer' as const,
    address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
  },
  contact: { name: 'Maya Alvarez', email: 'maya@corner.example', phone: '510 555 0100' },
  contact_known: false,
  lines_count: 1,
  subtotal: 210,
  matches: [],
  delivery_date: null,
  po_number: null,
  order_id: null,
  reason: null,
  received_at: '2026-01-02T15:04:05.000Z',
  expires_at: '2026-01-16T15:04:05.000Z',
  updated_at: '2026-01-02T15:04:05.000Z',
  created_at: '2026-01-02T15:01:05.000Z',
};

export const OrderRequestSummary = z
  .object(SUMMARY)
  .meta({ id: 'OrderRequestSummary', description: 'An order that a shop asked for', examples: [EXAMPLE] });
export type RequestSummary = z.infer<typeof OrderRequestSummary>;
export const OrderRequestList = walkOf(OrderRequestSummary);

const ShownLine = z
  .object({
    variant_id: Id,
    product_id: Id,
    product_name: z.string().meta({ description: 'Name of the product when it was asked for' }),
    variant_name: z.string().meta({ description: 'Name of the variant when it was asked for' }),
    quantity: Count.meta({ description: 'Units asked for' }),
    amount: Amount,
    ...Steps,
    price_shown: Price.meta({ description: 'Price per unit as the menu reckoned it, in US dollars' }),
    total_shown: Total.meta({ description: 'Total as the menu reckoned it, in US dollars' }),
    price_now: Price.nullable().meta({
      description:
        'Price per unit now, of the customer where there is one match, in US dollars; null for goods that you no longer sell',
    }),
    total_now: Total.nullable().meta({ description: 'Total now, in US dollars' }),
    available_quantity: Count.meta({ description: 'Units that could be reserved now' }),
    on_menu: z.boolean().meta({ description: 'Whether the menu still shows it' }),
  })
  .meta({ id: 'OrderRequestLineView' });

const Problem = z
  .object({
    index: Count.nullable().meta({ description: 'Position of the line, from 0; null for the whole order' }),
    code: z.string().meta({ description: 'The error that accepting gets' }),
    reason: z.string().nullable().meta({ description: '`details.reason` of that error' }),
    message: z.string().meta({ description: 'Why' }),
  })
  .meta({ id: 'OrderRequestProblem' });
export type RequestProblem = z.infer<typeof Problem>;

export const OrderRequest = z
  .object({
    ...SUMMARY,
    notes: z.string().nullable().meta({ description: 'Note of the asker' }),
    lines: z.array(ShownLine).meta({ description: 'What was asked for' }),
    problems: z.array(Problem).meta({
      description:
        'What accepting it for the one match would meet, as a quote lists it; `address_differs` is only told',
    }),
  })
  .meta({
    id: 'OrderRequest',
    description: 'An order that a shop asked for, as shown then and now',
    examples: [{ ...EXAMPLE, notes: null, lines: [], problems: [] }],
  });
export type RequestView = z.infer<typeof OrderRequest>;

const PathId = Id.meta({ description: 'Id of the request' });
export const OrderRequestId = z.strictObject({ id: PathId });
export const DeclineRequest = z
  .strictObject({
    id: PathId,
    reason: text(300).optional().meta({ description: 'Why, mailed to the asker' }),
  })
  .meta({ examples: [{ reason: 'Sold out this week' }] });

export const AcceptRequest = z
  .strictObject({
    id: PathId,
    customer_id: Id.optional().meta({
      description: 'Your customer that the order is of; nothing of it changes',
    }),
    new_customer: z.boolean().optional().meta({
      description:
        'true in place of `customer_id` enters the business of the request as a customer. Takes `create:customers`',
    }),
    lines: RequestLines.optional().meta({ description: 'In place of the lines that were asked for' }),
    shortage: Shortage.optional(),
    override: Overrides.optional(),
    accept: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the order is accepted at once; true when absent' }),
    unknown_contact: z.boolean().optional().meta({
      description: 'true where the confirmed email isn’t one of the customer’s: else 409 `unknown_contact`',
    }),
    accept_prices: z.boolean().optional().meta({
      description: 'true where a line costs more than was shown: else 409 `price_changed`',
    }),
    hold_prices: z.boolean().optional().meta({
      description: 'true gives each line the prices that were shown. Takes `update:prices`',
    }),
  })
  .refine(({ customer_id, new_customer }) => customer_id === undefined || !new_customer, {
    path: ['new_customer'],
    error: 'must not come with customer_id',
    params: { code: 'ambiguous' },
    when: isObject,
  })
  .meta({ examples: [{ new_customer: true }] });

/** What the events of a request say: no person of it. */
export const RequestEvent = z
  .object({
    id: PathId,
    status: Status,
    menu_id: Id.meta({ description: 'The menu that it came from' }),
    order_id: Id.nullable().meta({ description: 'The order that it became' }),
  })
  .meta({
    id: 'OrderRequestEventData',
    description: 'The request after the change, without the people in it',
    examples: [{ id: EXAMPLE.id, status: 'waiting', menu_id: EXAMPLE.menu.id, order_id: null }],
  });
