import { z } from 'zod';
import {
  Amount,
  hasFourDecimals,
  Id,
  Price,
  paragraphs,
  StatedPercentage,
  text,
  wholeNumber,
} from '../../kernel/params';
import { rule } from '../../kernel/rules';
import { STEP_UNITS } from '../../kernel/weights';
import { ExternalIdsChange, NewExternalIds } from '../entities/external-ids/schema';
import { CATEGORY_NAMES } from './categories';

export const ProductCategory = z
  .enum(CATEGORY_NAMES)
  .meta({ id: 'ProductCategory', description: 'Product category' });

export const StepUnit = z
  .enum(STEP_UNITS)
  .meta({ id: 'StepUnit', description: 'Unit of goods that are sold by weight' });

/** What a search of goods takes. */
export const GOODS_WORDS =
  "Words, each anywhere in the name, brand, category or subcategory of the product, in the name or SKU of the variant, or in the seller's name; ignores case, accents, apostrophes and hyphens";

/** How goods are counted, wherever they are listed. */
export const Steps = {
  unit: StepUnit.nullable().meta({
    description: 'Unit of amounts and prices of goods sold by weight; null for goods sold each',
  }),
  step: z.number().nullable().meta({
    description:
      'What one of every quantity is, in `unit`: 0.01 for hundredths of a pound; null for goods sold each',
  }),
};

const UNLIKE = 'null where goods that are sold in different steps count together';
/** How the goods of a row of several variants are counted. */
export const StepsAlike = {
  unit: StepUnit.nullable().meta({ description: `${Steps.unit.description}, and ${UNLIKE}` }),
  step: z
    .number()
    .nullable()
    .meta({ description: `${Steps.step.description}, and ${UNLIKE}` }),
};
/** What a count of such a row comes to. @param count the field that has it */
export const amountAlikeOf = (count: string, unknown = '') =>
  Amount.nullable().meta({ description: `\`${count}\` in \`unit\`; ${UNLIKE}${unknown}` });

/** How goods are recognized besides their product and SKU, wherever they are listed (decision 174). */
export const Appearance = {
  variant_name: z.string().meta({ description: 'Current name of the variant' }),
  category: ProductCategory,
  image: z.string().nullable().meta({
    description: "https address of the product's first image; null without one",
  }),
  ...Steps,
};
export const APPEARANCE = [
  'variant_name',
  'category',
  'image',
  'unit',
  'step',
] as const satisfies (keyof typeof Appearance)[];

/** Whether every connected buyer sees a product, or those alone whom an offer names (decision 620). */
export const VISIBILITIES = ['connected', 'offered'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const Visibility = z.enum(VISIBILITIES).meta({
  id: 'Visibility',
  description: '`connected` for all connected businesses, `offered` for those alone that an offer names',
});

export const WEIGHT_UNITS = ['mg', 'g', 'kg', 'oz', 'lb', 'ml', 'l', 'each'] as const;
export const WeightUnit = z.enum(WEIGHT_UNITS).meta({ id: 'WeightUnit', description: 'Unit of `weight`' });

export const Threshold = wholeNumber().min(0).max(1_000_000);

export const ProductId = z.strictObject({ id: Id });

export const Sku = text(100).meta({ description: 'SKU, unique in your business' });
const Weight = z
  .number()
  .min(0.0001, 'must be at least 0.0001')
  .max(1_000_000_000, 'must be at most 1000000000')
  .refine(hasFourDecimals, rule('too_many_decimals', 'must have at most four decimals'))
  .meta({ description: 'In `weight_unit`, at most four decimals', multipleOf: 0.0001 });
export const CaseSize = wholeNumber().min(1).max(1_000_000).meta({
  description: 'It is ordered in multiples of so many units; 1 by default',
});
const HttpsUrl = z
  .url({ protocol: /^https$/, error: 'must be an https address' })
  .max(2048)
  .refine(hasNoCredentials, rule('has_credentials', 'must not contain a user name or password'));

function hasNoCredentials(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

export const SOLD_BY = ['unit', 'weight'] as const;

/** In what a variant is sold; fixed once there is stock or a line of it. */
const SoldBy = {
  sold_by: z.enum(SOLD_BY).optional().meta({
    description:
      '`weight` for goods priced per `unit` and sold in steps of it; `unit`, by default, for goods sold each',
  }),
  unit: StepUnit.nullish().meta({ description: 'With `sold_by: weight`: the unit of prices and amounts' }),
  step: z
    .number()
    .min(0.001, 'must be at least 0.001')
    .max(1000, 'must be at most 1000')
    .refine(hasFourDecimals, rule('too_many_decimals', 'must have at most four decimals'))
    .nullish()
    .meta({ description: 'With `sold_by: weight`: the smallest amount, in `unit`', multipleOf: 0.0001 }),
};

export const NewVariant = z.strictObject({
  name: text(200).meta({ description: 'Name of the variant, such as 3.5 g' }),
  sku: Sku,
  price: Price,
  wholesale_price: Price.optional(),
  weight: Weight.nullish(),
  weight_unit: WeightUnit.nullish(),
  low_stock_threshold: Threshold.nullish().meta({
    description: 'Below what your stock of the variant is low; null for the threshold of your settings',
  }),
  case_size: CaseSize.optional(),
  ...SoldBy,
  external_ids: NewExternalIds.optional(),
});

/** Fields of a variant that a PATCH accepts only unchanged (decision 34). */
export const VARIANT_READ_ONLY = ['price_ladder', 'case_size_amount', 'low_stock_threshold_amount'] as const;
const ReadOnly = z.unknown().optional().meta({ description: 'Read-only: taken unchanged' });
export const VariantChange = NewVariant.partial().extend({
  external_ids: ExternalIdsChange.optional(),
  price_ladder: ReadOnly,
  case_size_amount: ReadOnly,
  low_stock_threshold_amount: ReadOnly,
});

export const Described = {
  brand: text(200).nullish().meta({ description: 'Brand' }),
  subcategory: text(50).nullish().meta({ description: 'Subcategory of the category' }),
  description: paragraphs(5000).nullish().meta({ description: 'Text for buyers' }),
  thc_percentage: StatedPercentage.nullish(),
  cbd_percentage: StatedPercentage.nullish(),
  images: z
    .array(HttpsUrl)
    .max(20, 'must be at most 20')
    .optional()
    .meta({ description: 'https addresses of images' }),
  active: z
    .boolean()
    .optional()
    .meta({ description: 'Whether connected businesses can see and order it; true by default' }),
  visibility: Visibility.optional().meta({
    description:
      'Who can see and order it: `connected` businesses (default), or those that an offer names (`offered`)',
  }),
};

export const NewProduct = z
  .strictObject({
    name: text(200).meta({ description: 'Name of the product' }),
    category: ProductCategory,
    ...Described,
    external_ids: NewExternalIds.optional(),
    variants: z
      .array(NewVariant)
      .max(100, 'must be at most 100')
      .optional()
      .meta({ description: 'Variants in their order; the first is the default' }),
  })
  .meta({
    examples: [
      {
        name: 'Blue Dream',
        category: 'flower',
        subcategory: 'hybrid',
        variants: [
          { name: '3.5 g', sku: 'BD-3.5', weight: 3.5, weight_unit: 'g', price: 35, wholesale_price: 17.5 },
        ],
      },
    ],
  });

export const AddVariant = NewVariant.extend({ id: Id }).meta({
  examples: [{ name: '7 g', sku: 'BD-7', weight: 7, weight_unit: 'g', price: 65, wholesale_price: 32.5 }],
});
export const VariantId = z.strictObject({ id: Id, variant_id: Id });
export const UpdateVariant = VariantChange.extend({ id: Id, variant_id: Id }).meta({
  examples: [{ price: 33 }],
});

/** Fields of a product, and of a variant, that apply in every location (decision 904). The first ones come with what is new. */
export const EVERYWHERE = {
  product: ['active', 'visibility'],
  variant: ['price', 'wholesale_price', 'case_size', 'low_stock_threshold'],
} as const;
