import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Id, text as lineOf, unchanged, walkOf } from '../../kernel/params';
import { EACH } from '../../kernel/weights';
import {
  amount,
  count,
  day,
  decimal,
  exampleId,
  flag,
  id,
  json,
  oneOf,
  percentage,
  price,
  text,
  texts,
  time,
  wordOf,
} from '../../platform/db/fields';
import { many, one, readOnlyOf, resource } from '../../platform/db/resource';
import { sellersOf } from '../entities/connections/queries';
import { externalIdsOf, joinViewer } from '../entities/external-ids/resource';
import { ExternalIdsChange } from '../entities/external-ids/schema';
import { business, SELLER } from '../entities/resource';
import { orderItems, orders } from '../orders/tables';
import { joinOwn, joinTerms, ownCents, ownLadderText } from '../pricing/buyers/queries.sql';
import { PriceLadder } from '../pricing/schema';
import { isListingShown, isShown } from '../pricing/shown/queries.sql';
import {
  Described,
  ProductCategory,
  SOLD_BY,
  Steps,
  StepUnit,
  Threshold,
  VariantChange,
  Visibility,
  WeightUnit,
} from './schema';
import { listings, productCoas, products, productVariants } from './tables';

const p = alias(products, 'p');
const v = alias(productVariants, 'v');
const c = alias(productCoas, 'c');

/** SQL: a count of steps in the unit of `v`, the variant. */
export const inUnits = (count: SQL) => sql`coalesce(${count} * v.step::float8 / ${EACH_TEXT}, ${count})`;
const EACH_TEXT = sql.raw(String(EACH));

/** How goods are recognized besides their product and SKU, wherever they are listed: from `v`, the variant, and `p`, its product. */
export const appearance = {
  variant_name: text(v.name, 'Current name of the variant', '3.5 g'),
  category: wordOf(ProductCategory)(p.category),
  image: text.orNull(sql`p.images[1]`, "https address of the product's first image; null without one"),
  unit: oneOf(StepUnit)(v.unit, Steps.unit.description),
  step: amount.orNull(sql`v.step::float8 / ${EACH_TEXT}`, Steps.step.description),
};

/** SQL: a variant `v` as it is sold to `viewer`: of what it was sold before (`h`), the price that was paid. */
const sold = {
  variant: sql`v.id`,
  wholesale: sql`coalesce(g.wholesale_price_cents, h.unit_price_cents, v.wholesale_price_cents)`,
  caseSize: sql`coalesce(g.case_size, v.case_size)`,
  step: sql`coalesce(v.step, 10000)`,
  applies: sql`(h.sku is null)`,
};
/** What a count of steps of `v`, the variant, comes to in its unit. */
export const amountOf = Object.assign(
  (count: SQL, description?: string, example?: number) => amount(inUnits(count), description, example),
  {
    orNull: (count: SQL, description?: string, example?: number) =>
      amount.orNull(inUnits(count), description, example),
  },
);

/**
 * SQL: how variants `a` are sold, as one row for `amountsAlike`; `same` is false where they are sold in different steps, and where
 * it isn't said which they are.
 */
export const soldAlike = (variants?: SQL) =>
  variants
    ? sql`(select min(a.unit) as unit, min(a.step) as step,
  count(distinct coalesce(a.unit || a.step, '')) < 2 as same from ${productVariants} a where ${variants})`
    : sql`(select null::text as unit, null::int as step, false as same)`;

/** SQL: how a row's goods are sold, as columns of it from `w`, which `soldAlike` is. */
export const alikeColumns = sql`w.same as alike, w.unit, w.step::float8 / ${EACH_TEXT} as step`;

const ALIKE = 'null where variants that are sold in different steps count together';
/** How goods of several variants are counted, from `v`, which `soldAlike` is. */
export const alikeSteps = {
  unit: oneOf(StepUnit).orNull(
    sql`case when v.same then v.unit end`,
    `${Steps.unit.description}, and ${ALIKE}`,
  ),
  step: amount.orNull(
    sql`case when v.same then v.step::float8 / ${EACH_TEXT} end`,
    `${Steps.step.description}, and ${ALIKE}`,
  ),
};
/** What a count of units of them comes to. */
export const amountsAlike = (count: SQL, example?: number) => ({
  amount: amount.orNull(
    sql`case when v.same then ${inUnits(count)} end`,
    `\`quantity\` in \`unit\`; ${ALIKE}`,
    example,
  ),
  ...alikeSteps,
});

/** A variant in the eyes of `viewer`, a row of the product's. */
const variant = resource(
  v,
  {
    id: id(v.id, undefined, exampleId('04')),
    name: text(v.name, 'Name of the variant, such as 3.5 g', '3.5 g'),
    sku: text(sql`coalesce(g.sku, h.sku, v.sku)`, 'SKU, unique in the business of `entity`', 'BD-3.5'),
    weight: decimal(v.weight, 'In `weight_unit`', 3.5),
    weight_unit: wordOf(WeightUnit)(v.weightUnit, undefined, 'g'),
    price: price(v.priceCents, undefined, 35),
    wholesale_price: price(
      ownCents(sold),
      "US dollars per unit; in another business's product your own price for the least that you can order",
      17.5,
    ),
    price_ladder: json(
      ownLadderText(sold),
      PriceLadder,
      [{ min_amount: 1, unit_price: 17.5, source: 'wholesale' }],
      sql`true`,
    ),
    case_size: count(sold.caseSize, 'It is ordered in multiples of so many', 1),
    case_size_amount: amountOf(sold.caseSize, '`case_size` in `unit`', 1),
    sold_by: oneOf(z.enum(SOLD_BY))(
      sql`case when v.step is null then 'unit' else 'weight' end`,
      '`weight` where prices are per `unit`, and quantities count steps of it',
    ),
    unit: appearance.unit,
    step: appearance.step,
    low_stock_threshold: json(
      sql`case when v.entity_id = viewer.id then v.low_stock_threshold end`,
      Threshold.nullable().meta({
        description:
          "Below what your stock of the variant is low; null for the threshold of your settings, and in other businesses' products",
      }),
      null,
    ),
    low_stock_threshold_amount: amountOf.orNull(
      sql`case when v.entity_id = viewer.id then v.low_stock_threshold end`,
      '`low_stock_threshold` in `unit`; null where that is',
    ),
    external_ids: externalIdsOf('variant', sql`v.id`),
  },
  { id: 'Variant' },
);
export const Variant = variant.schema;

/** SQL: the certificates `c` that count for their product: of its owner, and not withdrawn. */
export const certifiesProduct = sql`not c.by_holder and c.withdrawn_at is null`;

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

/**
 * SQL: the variants in the eyes of `viewer`: those that a reseller lists (`g`), or that it has ordered before (`h`, as it did), where it
 * sees the product through one.
 */
export const seenVariants = {
  from: sql`${productVariants} v
    left join ${listings} g on g.variant_id = v.id and g.seller_id = through.seller_id and ${isListingShown(sql`viewer.id`)}
    left join lateral (select x.sku, x.unit_price_cents from ${orderItems} x where x.variant_id = v.id and x.retailer_id = viewer.id
      order by x.created_at desc limit 1) h on through.seller_id is not null and g.id is null`,
  where: sql`v.product_id = p.id and case when through.seller_id is null then v.deleted_at is not distinct from p.deleted_at
    else g.id is not null or h.sku is not null end`,
};
const seen = {
  from: sql`${seenVariants.from} ${joinOwn(sold)}`,
  where: seenVariants.where,
  order: ofProduct('v').order,
};

/** SQL: whether a business owns a product `p`, or can buy it from its owner: it doesn't see the product through a reseller. */
export const isOwnersBuyer = (entityId: string) =>
  sql`(p.entity_id = ${entityId} or p.active and p.deleted_at is null and p.entity_id in ${sellersOf(entityId)}
    and ${isShown(sql`${entityId}::uuid`)})`;

/**
 * SQL: the reseller through which a business sees a product `p` (decision 527): a connected one that lists it, else the one that it last
 * ordered it from; null for the owner's own buyers.
 */
const throughSeller = (entityId: string) => sql`
  cross join lateral (select case when ${isOwnersBuyer(entityId)} then null else nullif(coalesce(
    (select g.seller_id from ${listings} g where g.product_id = p.id and g.active and g.seller_id in ${sellersOf(entityId)}
        and ${isListingShown(sql`${entityId}::uuid`)}
      order by g.created_at, g.id limit 1),
    (select o.wholesaler_id from ${productVariants} y join ${orderItems} x on x.variant_id = y.id join ${orders} o on o.id = x.order_id
      where y.product_id = p.id and x.retailer_id = ${entityId} order by x.created_at desc limit 1)), p.entity_id) end as seller_id offset 0) through`;

/** SQL: joins who looks (`viewer`) and through whom it sees a product `p` (`through`). */
export const joinSeller = (entityId: string) => sql`${joinViewer(entityId)} ${throughSeller(entityId)}`;

/** SQL: what of a product its reseller lists now, in the order of the variants. */
const listed = sql`${listings} g join ${productVariants} x on x.id = g.variant_id
  where g.product_id = p.id and g.seller_id = through.seller_id and g.active and ${isListingShown(sql`viewer.id`)}`;

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
    variants: many(variant, seen, 'Variants in their order'),
    images: texts(p.images, 'https addresses of images'),
    default_variant_id: id.orNull(
      sql`case when through.seller_id is null
        then (select x.id from ${productVariants} x where ${first.where} order by ${first.order} limit 1)
        else (select x.id from ${listed} order by ${first.order} limit 1) end`,
      'The variant that an order line gets when it names only the product; null without variants',
      exampleId('04'),
    ),
    test_results: one(
      certificate,
      {
        where: sql`c.product_id = p.id and ${certifiesProduct} order by c.created_at desc nulls last, c.id desc nulls last limit 1`,
      },
      'From the latest certificate of analysis; null without one',
      { lab: 'Rocky Labs', date: '2025-12-20', batch_id: 'BD-2512' },
    ),
    active: flag(
      sql`case when through.seller_id is null then p.active else exists (select from ${listed}) end`,
      'Whether connected businesses can see and order it',
      true,
    ),
    visibility: oneOf(Visibility)(
      sql`case when p.entity_id = viewer.id then p.visibility else 'connected' end`,
      'Whom it is for: all connected businesses, or those that an offer names; always `connected` in the products of others',
      'connected',
    ),
    entity: business(
      sql`coalesce(through.seller_id, p.entity_id)`,
      'The business that owns the product, or the one that sells it on to you, with its SKUs and prices',
      { ...SELLER, type: 'wholesaler' },
    ),
    created_at: time(p.createdAt),
    updated_at: time(p.updatedAt),
    deleted_at: time(
      p.deletedAt,
      'When its owner deleted it; businesses that hold or held it can still read it',
    ),
    external_ids: externalIdsOf('product', sql`p.id`),
  },
  {
    joins: ({ entity }: { entity: { id: string } }) =>
      sql`${joinSeller(entity.id)} ${joinTerms(sql`coalesce(through.seller_id, p.entity_id)`, sql`${entity.id}`)}`,
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
  external_ids: ExternalIdsChange.optional(),
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
