import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { oneOf, provenBy, text } from '../../platform/db/fields';
import { CATEGORY_NAMES } from './categories';
import { ProductCategory } from './schema';
import { products, productVariants } from './tables';

const p = alias(products, 'p');
const v = alias(productVariants, 'v');

const KNOWN = sql.raw(CATEGORY_NAMES.map((name) => `'${name}'`).join(', '));

/** How goods are recognized besides their product and SKU, wherever they are listed: from `v`, the variant, and `p`, its product. */
export const appearance = {
  variant_name: text(v.name, 'Current name of the variant', '3.5 g'),
  // The table has no constraint for it.
  category: provenBy(oneOf(ProductCategory)(p.category), sql`p.category in (${KNOWN})`),
  image: text.orNull(sql`p.images[1]`, "https address of the product's first image; null without one"),
};
