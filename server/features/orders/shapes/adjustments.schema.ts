import { z } from 'zod';
import { isObject } from '../../../kernel/measured';
import { Total, text, wholeNumber } from '../../../kernel/params';
import { Overrides, PathId } from './lines.schema';

export const ADJUSTMENT_KINDS = ['discount', 'freight', 'fee'] as const;
/** Of one order. */
export const MAX_ADJUSTMENTS = 10;
/** Entries of a body that are read, so that one too many is found. */
const MOST_READ = 100;

const Kind = z.enum(ADJUSTMENT_KINDS).meta({
  id: 'AdjustmentKind',
  description: '`discount` is taken off the lines; `freight` and `fee` are added, and are freight to taxes',
});
const Amount = Total.meta({ description: 'In US dollars; discounts stop at the subtotal' });
const Bps = wholeNumber().min(0).max(10_000).meta({
  description: 'In place of `amount`: of the subtotal, in basis points, rounded half up to the cent',
});

/** As it is published: as it was sent. */
export const Adjustment = z
  .object({
    kind: Kind,
    label: z.string().meta({ description: 'What it is called on documents' }),
    amount: Amount.optional(),
    bps: Bps.optional(),
  })
  .meta({ id: 'Adjustment' });

const Sent = z
  .strictObject({
    kind: Kind,
    label: text(100)
      .optional()
      .meta({ description: 'What it is called on documents; Discount, Freight or Fee when absent' }),
    amount: Amount.optional(),
    bps: Bps.optional(),
  })
  .refine(({ amount, bps }) => (amount ?? bps) !== undefined, {
    path: ['amount'],
    error: 'is required without bps',
    params: { code: 'required' },
    when: isObject,
  })
  .refine(({ amount, bps }) => amount === undefined || bps === undefined, {
    path: ['bps'],
    error: 'must not come with an amount',
    params: { code: 'ambiguous' },
    when: isObject,
  });
export type SentAdjustment = z.infer<typeof Sent>;

export const SetAdjustments = z
  .strictObject({
    id: PathId,
    adjustments: z
      .array(Sent)
      .max(MOST_READ, `must have at most ${MOST_READ} entries`)
      .meta({ description: 'All of the order: those that it had are gone' }),
    override: Overrides.optional(),
  })
  .meta({
    examples: [
      {
        adjustments: [
          { kind: 'discount', label: 'Spring promotion', bps: 1000 },
          { kind: 'freight', label: 'Delivery', amount: 50 },
        ],
      },
    ],
  });
