import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { id, text } from '../../platform/db/fields';
import { appearance } from '../products/resource';
import { Place } from './schema';
import { inventoryItems } from './tables';

const i = alias(inventoryItems, 'i');

/** SQL: whether a viewer `e` sees the stock `i`. */
export const isSeen = sql`i.entity_id = e.id and (e.locations is null or i.location_id = any(e.locations))`;

/** What is stocked: from `i`, the stock, `v`, its variant, and `p`, its product. */
export const goods = {
  product_id: id(i.productId, Place.product_id.description),
  product_name: text(i.productName, Place.product_name.description),
  variant_id: id(i.variantId, Place.variant_id.description),
  sku: text(i.sku, Place.sku.description),
  ...appearance,
};
