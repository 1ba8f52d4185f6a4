import { z } from 'zod';
import { Party } from '../entities/schema';
import {
  CalendarDate,
  hasFourDecimals,
  Id,
  Percentage,
  Price,
  Search,
  StatedPercentage,
  sortBy,
  Timestamp,
  text,
  unchanged,
  Walking,
  walkOf,
} from '../kernel/params';
import { rule } from '../kernel/rules';
import { CATEGORY_NAMES } from './categories';

export const ProductCategory = z
  .enum(CATEGORY_NAMES)
  .meta({ id: 'ProductCategory', description: 'Product category' });

export const WEIGHT_UNITS = ['mg', 'g', 'kg', 'oz', 'lb', 'ml', 'l', 'each'] as const;
export const WeightUnit = z.enum(WEIGHT_UNITS).meta({ id: 'WeightUnit', description: 'Unit of `weight`' });

const Threshold = z.int('must be a whole number').min(0).max(1_000_000);

export const Variant = z
  .object({
    id: Id,
    name: z.string(),
    sku: z.string(),
    weight: z.number().nullable(),
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
    name: z.string(),
    brand: z.string().nullable(),
    category: ProductCategory,
    subcategory: z.string().nullable(),
    description: z.string().nullable(),
    thc_percentage: Percentage.nullable(),
    cbd_percentage: Percentage.nullable(),
    variants: z.array(Variant),
    images: z.array(z.string()),
    default_variant_id: Id.nullable().meta({
      description:
        'The variant that an order line gets when it names only the product; null without variants',
    }),
    test_results: z.object({ lab: z.string(), date: CalendarDate, batch_id: z.string() }).nullable(),
    active: z.boolean(),
    entity: Party,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().meta({
      description: 'When its owner deleted it; businesses that hold or held it can still read it',
    }),
  })
  .meta({
    id: 'Product',
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
  brand: text(200).optional(),
  search: Search.optional(),
  active: z.boolean().optional(),
  entity_id: Id.optional(),
  sort: sortBy(PRODUCT_SORTS),
  ...Walking,
});

export const ProductId = z.strictObject({ id: Id });

const Sku = text(100);
const Weight = z
  .number()
  .min(0.0001, 'must be at least 0.0001')
  .max(1_000_000_000, 'must be at most 1000000000')
  .refine(hasFourDecimals, rule('too_many_decimals', 'must have at most four decimals'))
  .meta({ description: 'In `weight_unit`, at most four decimals', multipleOf: 0.0001 });
const HttpsUrl = z
  .url({ protocol: /^https$/, error: 'must be an https address' })
  .max(2048)
  .refine(hasNoCredentials, rule('has_credentials', 'must not hold a user name or password'));

function hasNoCredentials(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

export const NewVariant = z.strictObject({
  name: text(200),
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
  brand: text(200).nullish(),
  subcategory: text(50).nullish(),
  description: text(5000).nullish(),
  thc_percentage: StatedPercentage.nullish(),
  cbd_percentage: StatedPercentage.nullish(),
  images: z.array(HttpsUrl).max(20, 'must be at most 20').optional(),
  active: z.boolean().optional(),
};

export const NewProduct = z
  .strictObject({
    name: text(200),
    category: ProductCategory,
    ...Described,
    variants: z.array(NewVariant).max(100, 'must be at most 100').optional(),
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

/** Fields that a PATCH takes only as they are (decision 34). */
export const PRODUCT_READ_ONLY = [
  'default_variant_id',
  'test_results',
  'entity',
  'created_at',
  'updated_at',
  'deleted_at',
] as const;

export const UpdateProduct = z.strictObject({
  id: Id,
  name: text(200).optional(),
  category: ProductCategory.optional(),
  ...Described,
  variants: z
    .array(VariantChange.extend({ id: Id.optional() }))
    .max(100, 'must be at most 100')
    .optional(),
  ...unchanged(PRODUCT_READ_ONLY),
});

export const AddVariant = NewVariant.extend({ id: Id });
export const VariantId = z.strictObject({ id: Id, variant_id: Id });
export const UpdateVariant = VariantChange.extend({ id: Id, variant_id: Id });
