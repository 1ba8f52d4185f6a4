import { z } from 'zod';
import { AmountAsked, isObject, measured } from '../../../kernel/measured';
import { Id, Price, text, wholeNumber } from '../../../kernel/params';
import { OVERRIDES, type Override } from '../placing/conditions.schema';

export const MAX_LINES = 200;

export const Quantity = wholeNumber()
  .min(1, 'must be at least 1')
  .max(1_000_000, 'must be at most 1000000')
  .meta({ description: 'Units, at least 1' });

const DiscountBps = wholeNumber().min(0).max(10_000).meta({
  description: 'For the seller: off the line, in basis points',
});
const UnitPrice = Price.meta({
  description:
    'For the seller: price per unit in US dollars, in place of the one that follows from its prices',
});
const Sample = z.boolean().meta({ description: 'For the seller: true for a sample, which is free' });

/** What a seller decides about a line; its buyer gets 403. */
export const GIVEN = {
  unit_price: UnitPrice.optional(),
  discount_bps: DiscountBps.optional(),
  sample: Sample.optional(),
};

/** The same of a line that is there: null for the price that follows from its amount. */
export const GIVEN_CHANGES = {
  ...GIVEN,
  unit_price: UnitPrice.nullish().meta({
    description:
      'For the seller: price per unit in US dollars, which later changes of the quantity leave alone; null returns to the price of the amount',
  }),
};

const NAMES = Object.keys(OVERRIDES) as Override[];
/** "sells parts of a case (`case`), …": what each name passes over, and the right that it takes. */
const MEANINGS = NAMES.map((name) => {
  const { meaning, right } = OVERRIDES[name];
  return `${meaning} (\`${name}\`${right ? `, with ${right}` : ''})`;
}).join('; ');
/** Generated clients send an empty list for what was not set, those of buyers too. */
export const isOverriding = (names: readonly Override[] | undefined): boolean => (names?.length ?? 0) > 0;
export const Overrides = z
  // Not `Override`: a class of that name hides Java's annotation in generated clients.
  .array(z.enum(NAMES).meta({ id: 'SaleOverride' }))
  .max(NAMES.length)
  .meta({ description: `For the seller: ${MEANINGS}. The order's history says so` });

const Line = {
  product_id: Id.optional().meta({ description: 'The product; required unless the line names a SKU' }),
  variant_id: Id.optional().meta({
    description: "A variant of the product; the product's default variant when absent",
  }),
  sku: text(100).optional().meta({ description: "The wholesaler's SKU of a variant, in place of the ids" }),
  quantity: Quantity.optional(),
  amount: AmountAsked.optional(),
};
const GivenLine = { ...Line, ...GIVEN };

/** Rules between the fields of a line. */
function named<S extends z.ZodObject<typeof GivenLine>>(line: S): S {
  return measured(line)
    .refine(({ product_id, sku }) => product_id !== undefined || sku !== undefined, {
      path: ['product_id'],
      error: 'is required without a SKU',
      params: { code: 'required' },
      when: isObject,
    })
    .refine(
      ({ product_id, variant_id, sku }) => sku === undefined || (product_id ?? variant_id) === undefined,
      {
        path: ['sku'],
        error: 'must not come with ids',
        params: { code: 'ambiguous' },
        when: isObject,
      },
    )
    .refine(({ unit_price, sample }) => !(sample && unit_price), {
      path: ['unit_price'],
      error: 'must not come with a sample',
      params: { code: 'ambiguous' },
      when: isObject,
    });
}

export const OrderLines = z
  .array(named(z.strictObject(GivenLine)).meta({ id: 'OrderLine' }))
  .min(1, 'must have at least one line')
  .max(MAX_LINES, `must have at most ${MAX_LINES} lines`)
  .meta({ description: 'Lines; those of one variant are merged, its samples apart' });

export const PathId = Id.meta({ description: 'Id of the order' });
export const PathItemId = Id.meta({ description: 'Id of the line' });

export const AddItem = named(
  z.strictObject({ id: PathId, ...GivenLine, override: Overrides.optional() }),
).meta({
  examples: [{ sku: 'BD-3.5', quantity: 12 }],
});

export const RemoveItem = z.strictObject({ id: PathId, item_id: PathItemId });
