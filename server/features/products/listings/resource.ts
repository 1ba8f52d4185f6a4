import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { walkOf } from '../../../kernel/params';
import { EACH } from '../../../kernel/weights';
import { amount, count, exampleId, flag, id, oneOf, price, text, time } from '../../../platform/db/fields';
import { resource, type ViewOf } from '../../../platform/db/resource';
import { amountOf } from '../resource';
import { Steps, StepUnit, Visibility } from '../schema';
import { listings, products, productVariants } from '../tables';

const g = alias(listings, 'g');

export const listing = resource(
  g,
  {
    variant_id: id(g.variantId, 'Id of the variant', exampleId('04')),
    product_id: id(g.productId, 'Id of its product', exampleId('03')),
    product_name: text(sql`p.name`, 'Current name of the product', 'Blue Dream'),
    variant_name: text(sql`v.name`, 'Current name of the variant', '3.5 g'),
    sku: text(g.sku, 'Your SKU', 'RS-BD-35'),
    wholesale_price: price(g.wholesalePriceCents, 'Your price per unit in US dollars', 21.5),
    unit: oneOf(StepUnit).orNull(sql`v.unit`, Steps.unit.description),
    step: amount.orNull(sql`v.step::float8 / ${sql.raw(String(EACH))}`, Steps.step.description),
    case_size: count(g.caseSize, "Buyers order it in multiples of so many; null for the owner's case"),
    case_size_amount: amountOf.orNull(sql`g.case_size`, '`case_size` in `unit`; null where that is'),
    active: flag(g.active, 'Whether buyers can see and order it', true),
    visibility: oneOf(Visibility)(g.visibility, 'Whom it is for', 'connected'),
    created_at: time(g.createdAt),
    updated_at: time(g.updatedAt),
  },
  {
    joins: sql`join ${products} p on p.id = g.product_id join ${productVariants} v on v.id = g.variant_id`,
    id: 'Listing',
    description: 'A variant of another business that yours sells on',
  },
);
export const Listing = listing.schema;
export const ListingList = walkOf(Listing);
export type ListingView = ViewOf<typeof listing>;
