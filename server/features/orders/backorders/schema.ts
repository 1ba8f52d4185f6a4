import { z } from 'zod';
import { AmountAsked, isObject, measured } from '../../../kernel/measured';
import { CalendarDate, Id, text } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { PARTY_FIELDS, withOneParty } from '../schema';
import { MAX_LINES, Overrides, Quantity } from '../shapes/lines.schema';

export const BACKORDER_STATUSES = ['open', 'filled', 'cancelled'] as const;
export const BackorderStatus = z.enum(BACKORDER_STATUSES).meta({
  id: 'BackorderStatus',
  description:
    '`open` awaits units; `filled` once all were ordered; `cancelled` by either party, with its order, or once it expired',
});

/** Open ones of a pair of seller and buyer. */
export const MAX_OPEN = 2_000;

export type BackorderStatus = (typeof BACKORDER_STATUSES)[number];

export const BackorderId = z.strictObject({ id: Id.meta({ description: 'Id of the backorder' }) });

export const ExpectBackorder = BackorderId.extend({
  expected_on: CalendarDate.nullable().meta({
    description: 'Day on which you expect the goods; null takes it back',
  }),
}).meta({ examples: [{ expected_on: '2026-01-20' }] });

/** Of one request. */
const MAX_FILLED = 200;
export const FillBackorders = z
  .strictObject({
    ids: z
      .array(Id)
      .min(1, 'must have at least one id')
      .max(MAX_FILLED, `must have at most ${MAX_FILLED} ids`)
      .refine((ids) => new Set(ids).size === ids.length, rule('duplicate', 'must name each backorder once'))
      .meta({ description: 'Open backorders of one buyer' }),
    override: Overrides.optional(),
  })
  .meta({ examples: [{ ids: ['0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b30'] }] });

const Item = measured(
  z.strictObject({
    variant_id: Id.optional().meta({
      description: 'A variant of the seller; required unless the line names a SKU',
    }),
    sku: text(100).optional().meta({ description: "The seller's SKU of a variant, in place of the id" }),
    quantity: Quantity.optional(),
    amount: AmountAsked.optional(),
  }),
)
  .refine(({ variant_id, sku }) => (variant_id ?? sku) !== undefined, {
    path: ['variant_id'],
    error: 'is required without a SKU',
    params: { code: 'required' },
    when: isObject,
  })
  .refine(({ variant_id, sku }) => variant_id === undefined || sku === undefined, {
    path: ['sku'],
    error: 'must not come with an id',
    params: { code: 'ambiguous' },
    when: isObject,
  });

export const CreateBackorders = withOneParty(
  z.strictObject({
    ...PARTY_FIELDS,
    items: z
      .array(Item)
      .min(1, 'must have at least one line')
      .max(MAX_LINES, `must have at most ${MAX_LINES} lines`)
      .meta({ description: 'What to put on backorder' }),
  }),
).meta({
  examples: [
    {
      wholesaler_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05',
      items: [{ sku: 'BD-3.5', quantity: 12 }],
    },
  ],
});
