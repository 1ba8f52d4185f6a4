import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Id, text as lineOf, unchanged, walkOf } from '../../kernel/params';
import {
  day,
  decimal,
  exampleId,
  flag,
  id,
  json,
  percentage,
  price,
  text,
  texts,
  time,
  wordOf,
} from '../../platform/db/fields';
import { many, one, readOnlyOf, resource } from '../../platform/db/resource';
import { business, SELLER } from '../entities/resource';
import { Described, ProductCategory, Threshold, VariantChange, WeightUnit } from './schema';
import { productCoas, products, productVariants } from './tables';

const p = alias(products, 'p');
const v = alias(productVariants, 'v');
const c = alias(productCoas, 'c');

/** How goods are recognized besides their product and SKU, wherever they are listed: from `v`, the variant, and `p`, its product. */
export const appearance = {
  variant_name: text(v.name, 'Current name of the variant', '3.5 g'),
  category: wordOf(ProductCategory)(p.category),
  image: text.orNull(sql`p.images[1]`, "https address of the product's first image; null without one"),
};

/** A variant in the eyes of `viewer`, a row of the product's. */
const variant = resource(
  v,
  {
    id: id(v.id, undefined, exampleId('04')),
    name: text(v.name, 'Name of the variant, such as 3.5 g', '3.5 g'),
    sku: text(v.sku, 'SKU, unique in the business that owns the product', 'BD-3.5'),
    weight: decimal(v.weight, 'In `weight_unit`', 3.5),
    weight_unit: wordOf(WeightUnit)(v.weightUnit, undefined, 'g'),
    price: price(v.priceCents, undefined, 35),
    wholesale_price: price(v.wholesalePriceCents, undefined, 17.5),
    low_stock_threshold: json(
      sql`case when v.entity_id = viewer.id then v.low_stock_threshold end`,
      Threshold.nullable().meta({
        description:
          "Below what your stock of the variant is low; null for the threshold of your settings, and in other businesses' products",
      }),
      null,
    ),
  },
  { id: 'Variant' },
);
export const Variant = variant.schema;

const certificate = resource(
  c,
  {
    lab: text(c.lab, 'Laboratory'),
    date: day(c.date, 'Date of the test'),
    batch_id: text(c.batchId, 'Batch number on the certificate'),
  },
  { examples: undefined },
);

/** SQL: the variants of a product; a deleted one keeps those that were deleted with it. */
const ofProduct = (alias: 'v' | 'x') => {
  const one = sql.raw(alias);
  return {
    where: sql`${one}.product_id = p.id and ${one}.deleted_at is not distinct from p.deleted_at`,
    order: sql`${one}.position, ${one}.id`,
  };
};
const first = ofProduct('x');

export const product = resource(
  p,
  {
    id: id(p.id, undefined, exampleId('03')),
    name: text(p.name, 'Name of the product', 'Blue Dream'),
    brand: text(p.brand, 'Brand', 'High Plains'),
    category: appearance.category,
    subcategory: text(p.subcategory, 'Subcategory of the category', 'hybrid'),
    description: text(p.description, 'Text for buyers'),
    thc_percentage: percentage(p.thcPercentage, undefined, 21.4),
    cbd_percentage: percentage(p.cbdPercentage, undefined, 0.1),
    variants: many(variant, ofProduct('v'), 'Variants in their order'),
    images: texts(p.images, 'https addresses of images'),
    default_variant_id: id.orNull(
      sql`(select x.id from ${productVariants} x where ${first.where} order by ${first.order} limit 1)`,
      'The variant that an order line gets when it names only the product; null without variants',
      exampleId('04'),
    ),
    test_results: one(
      certificate,
      { where: sql`c.product_id = p.id order by c.created_at desc nulls last, c.id desc nulls last limit 1` },
      'From the latest certificate of analysis; null without one',
      { lab: 'Rocky Labs', date: '2025-12-20', batch_id: 'BD-2512' },
    ),
    active: flag(p.active, 'Whether connected businesses can see and order it', true),
    entity: business(p.entityId, 'The business that owns the product', { ...SELLER, type: 'wholesaler' }),
    created_at: time(p.createdAt),
    updated_at: time(p.updatedAt),
    deleted_at: time(
      p.deletedAt,
      'When its owner deleted it; businesses that hold or held it can still read it',
    ),
  },
  {
    joins: ({ entity }: { entity: { id: string } }) =>
      sql`cross join (select ${entity.id}::uuid as id) viewer`,
    id: 'Product',
    description: 'A product with its variants',
  },
);
export const Product = product.schema;
export type ProductView = z.infer<typeof Product>;
export const ProductList = walkOf(Product);

/** What a PATCH changes; of the variants those alone that it lists (decision 16). */
const Changes = {
  id: Id,
  name: lineOf(200).optional().meta({ description: 'Name of the product' }),
  category: ProductCategory.optional(),
  ...Described,
  variants: z
    .array(VariantChange.extend({ id: Id.optional() }))
    .max(100, 'must be at most 100')
    .optional()
    .meta({
      description: 'An entry with an id changes that variant, one without adds a variant; others stay',
    }),
};
/** Fields that a PATCH accepts only unchanged (decision 34). */
export const PRODUCT_READ_ONLY = readOnlyOf(
  product,
  ...(Object.keys(Changes) as Array<keyof typeof Changes>),
);
export const UpdateProduct = z
  .strictObject({ ...Changes, ...unchanged(PRODUCT_READ_ONLY) })
  .meta({ examples: [{ description: 'Sweet, with berries.', active: true }] });
