import { z } from 'zod';
import {
  CalendarDate,
  hasFourDecimals,
  Id,
  Percentage,
  Price,
  paragraphs,
  Search,
  StatedPercentage,
  sortBy,
  Timestamp,
  text,
  unchanged,
  Walking,
  walkOf,
  wholeNumber,
} from '../../kernel/params';
import { rule } from '../../kernel/rules';
import { Party } from '../entities/schema';
import { CATEGORY_NAMES } from './categories';

export const ProductCategory = z
  .enum(CATEGORY_NAMES)
  .meta({ id: 'ProductCategory', description: 'Product category' });

/** How goods are recognized besides their product and SKU, wherever they are listed. */
export const Appearance = {
  variant_name: z.string().meta({ description: 'Current name of the variant' }),
  category: ProductCategory,
  image: z.string().nullable().meta({
    description: "https address of the product's first image; null without one",
  }),
};
export const APPEARANCE = [
  'variant_name',
  'category',
  'image',
] as const satisfies (keyof typeof Appearance)[];

export const WEIGHT_UNITS = ['mg', 'g', 'kg', 'oz', 'lb', 'ml', 'l', 'each'] as const;
export const WeightUnit = z.enum(WEIGHT_UNITS).meta({ id: 'WeightUnit', description: 'Unit of `weight`' });

const Threshold = wholeNumber().min(0).max(1_000_000);

export const Variant = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'Name of the variant, such as 3.5 g' }),
    sku: z.string().meta({ description: 'SKU, unique in the business that owns the product' }),
    weight: z.number().nullable().meta({ description: 'In `weight_unit`' }),
    weight_unit: WeightUnit.nullable(),
    price: Price,
    wholesale_price: Price,
    low_stock_threshold: Threshold.nullable().meta({
      description:
        "Below what your stock of the variant is low; null for the threshold of your settings, and in other businesses' products",
    }),
  })
  .meta({
    id: 'Variant',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04',
        name: '3.5 g',
        sku: 'BD-3.5',
        weight: 3.5,
        weight_unit: 'g',
        price: 35,
        wholesale_price: 17.5,
        low_stock_threshold: null,
      },
    ],
  });

export const Product = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'Name of the product' }),
    brand: z.string().nullable().meta({ description: 'Brand' }),
    category: ProductCategory,
    subcategory: z.string().nullable().meta({ description: 'Subcategory of the category' }),
    description: z.string().nullable().meta({ description: 'Text for buyers' }),
    thc_percentage: Percentage.nullable(),
    cbd_percentage: Percentage.nullable(),
    variants: z.array(Variant).meta({ description: 'Variants in their order' }),
    images: z.array(z.string()).meta({ description: 'https addresses of images' }),
    default_variant_id: Id.nullable().meta({
      description:
        'The variant that an order line gets when it names only the product; null without variants',
    }),
    test_results: z
      .object({
        lab: z.string().meta({ description: 'Laboratory' }),
        date: CalendarDate.meta({ description: 'Date of the test' }),
        batch_id: z.string().meta({ description: 'Batch number on the certificate' }),
      })
      .nullable()
      .meta({ description: 'From the latest certificate of analysis; null without one' }),
    active: z.boolean().meta({ description: 'Whether connected businesses can see and order it' }),
    entity: Party.meta({ description: 'The business that owns the product' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().meta({
      description: 'When its owner deleted it; businesses that hold or held it can still read it',
    }),
  })
  .meta({
    id: 'Product',
    description: 'A product with its variants',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
        name: 'Blue Dream',
        brand: 'High Plains',
        category: 'flower',
        subcategory: 'hybrid',
        description: null,
        thc_percentage: 21.4,
        cbd_percentage: 0.1,
        variants: [
          {
            id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04',
            name: '3.5 g',
            sku: 'BD-3.5',
            weight: 3.5,
            weight_unit: 'g',
            price: 35,
            wholesale_price: 17.5,
            low_stock_threshold: null,
          },
        ],
        default_variant_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04',
        images: [],
        test_results: { lab: 'Rocky Labs', date: '2025-12-20', batch_id: 'BD-2512' },
        active: true,
        entity: {
          id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05',
          name: 'Front Range Wholesale',
          type: 'wholesaler',
        },
        created_at: '2026-01-02T15:04:05.000Z',
        updated_at: '2026-01-02T15:04:05.000Z',
        deleted_at: null,
      },
    ],
  });
export const ProductList = walkOf(Product);

export const PRODUCT_SORTS = ['created_at', 'name', 'brand', 'category'] as const;

export const ListProducts = z.strictObject({
  category: ProductCategory.optional(),
  brand: text(200).meta({ description: 'Products of this brand' }).optional(),
  search: Search.optional(),
  active: z.boolean().meta({ description: 'false for inactive products' }).optional(),
  entity_id: Id.meta({ description: 'Products that this business owns' }).optional(),
  has_coa: z
    .boolean()
    .meta({
      description: '`true` for products with a certificate of analysis, `false` for those that lack one',
    })
    .optional(),
  sort: sortBy(PRODUCT_SORTS),
  ...Walking,
});

export const ProductId = z.strictObject({ id: Id });

const Sku = text(100).meta({ description: 'SKU, unique in your business' });
const Weight = z
  .number()
  .min(0.0001, 'must be at least 0.0001')
  .max(1_000_000_000, 'must be at most 1000000000')
  .refine(hasFourDecimals, rule('too_many_decimals', 'must have at most four decimals'))
  .meta({ description: 'In `weight_unit`, at most four decimals', multipleOf: 0.0001 });
const HttpsUrl = z
  .url({ protocol: /^https$/, error: 'must be an https address' })
  .max(2048)
  .refine(hasNoCredentials, rule('has_credentials', 'must not contain a user name or password'));

function hasNoCredentials(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

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
});

const VariantChange = NewVariant.partial();

const Described = {
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
};

export const NewProduct = z
  .strictObject({
    name: text(200).meta({ description: 'Name of the product' }),
    category: ProductCategory,
    ...Described,
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

/** Fields that a PATCH accepts only unchanged (decision 34). */
export const PRODUCT_READ_ONLY = [
  'default_variant_id',
  'test_results',
  'entity',
  'created_at',
  'updated_at',
  'deleted_at',
] as const;

export const UpdateProduct = z
  .strictObject({
    id: Id,
    name: text(200).optional().meta({ description: 'Name of the product' }),
    category: ProductCategory.optional(),
    ...Described,
    variants: z
      .array(VariantChange.extend({ id: Id.optional() }))
      .max(100, 'must be at most 100')
      .optional()
      .meta({
        description: 'An entry with an id changes that variant, one without adds a variant; others stay',
      }),
    ...unchanged(PRODUCT_READ_ONLY),
  })
  .meta({ examples: [{ description: 'Sweet, with berries.', active: true }] });

export const AddVariant = NewVariant.extend({ id: Id }).meta({
  examples: [{ name: '7 g', sku: 'BD-7', weight: 7, weight_unit: 'g', price: 65, wholesale_price: 32.5 }],
});
export const VariantId = z.strictObject({ id: Id, variant_id: Id });
export const UpdateVariant = VariantChange.extend({ id: Id, variant_id: Id }).meta({
  examples: [{ price: 33 }],
});
