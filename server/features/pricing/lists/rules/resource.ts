import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { listOf } from '../../../../kernel/params';
import { STEP_UNITS } from '../../../../kernel/weights';
import { decimal, exampleId, id, oneOf, price, text } from '../../../../platform/db/fields';
import { resource } from '../../../../platform/db/resource';
import { priceRules } from '../tables';

const r = alias(priceRules, 'r');

/** Over rows of `soldRules`. */
export const priceRule = resource(
  r,
  {
    sku: text(sql`r.sku`, 'Your SKU', 'RS-BD-35'),
    min_amount: decimal(
      sql`r.min_steps::numeric * coalesce(r.step, 10000) / 10000`,
      'From this amount on, in whole units or in `unit`',
      10,
    ),
    unit_price: price(r.priceCents, 'Price per unit in US dollars', 18),
    variant_id: id(r.variantId, 'Id of the variant', exampleId('04')),
    product_id: id(sql`r.product_id`, 'Id of its product', exampleId('03')),
    product_name: text(sql`r.product_name`, 'Name of the product', 'Blue Dream'),
    variant_name: text(sql`r.variant_name`, 'Name of the variant', '3.5 g'),
    unit: oneOf(z.enum(STEP_UNITS)).orNull(
      sql`r.unit`,
      'Unit of goods that are sold by weight; null for those sold each',
    ),
    wholesale_price: price(sql`r.wholesale_price_cents`, 'Your wholesale price per unit in US dollars', 20),
  },
  { id: 'PriceRule', description: 'A price of a variant in a list, from an amount on' },
);
export const PriceRuleList = listOf(priceRule.schema);
