import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Price, walkOf } from '../../../kernel/params';
import { EACH, STEP_UNITS } from '../../../kernel/weights';
import { amount, exampleId, id, json, oneOf, price, text, time } from '../../../platform/db/fields';
import { many, resource, type ViewOf } from '../../../platform/db/resource';
import { BUYER } from '../../entities/resource';
import { entities } from '../../entities/tables';
import { listings, products, productVariants } from '../../products/tables';
import { Audience, OfferStatus, Rooms } from './schema';
import { offerBreaks, offerBuyers, offerItems, offers } from './tables';

const f = alias(offers, 'f');
const w = alias(offerBuyers, 'w');
const t = alias(offerItems, 't');
const v = alias(productVariants, 'v');

/** SQL: where an offer (alias `f`) is in its time. */
export const statusNow = sql`case when f.starts_at > now() then 'scheduled' when f.ends_at > now() then 'running' else 'ended' end`;

const Ladder = z
  .array(
    z.object({
      min_amount: z.number().meta({ description: 'From this amount on' }),
      unit_price: Price.meta({ description: 'Price per unit in US dollars' }),
    }),
  )
  .meta({
    description: 'Prices by amount; none where the offer only lets its buyers see and order the variant',
  });

const buyer = resource(
  w,
  {
    id: id(w.buyerId, 'Id of the buyer', BUYER.id),
    name: text(sql`y.name`, 'Current name of the buyer', BUYER.name),
  },
  { joins: sql`join ${entities} y on y.id = w.buyer_id`, examples: undefined },
);

const item = resource(
  t,
  {
    variant_id: id(t.variantId, 'Id of the variant', exampleId('04')),
    sku: text(sql`coalesce(g.sku, v.sku)`, 'Your SKU of the variant', 'BD-3.5'),
    product_id: id(sql`p.id`, 'Id of its product', exampleId('03')),
    product_name: text(sql`p.name`, 'Current name of the product', 'Blue Dream'),
    variant_name: text(v.name, 'Current name of the variant', '3.5 g'),
    unit: oneOf(z.enum(STEP_UNITS)).orNull(
      sql`v.unit`,
      'Unit of goods that are sold by weight, in which amounts and prices are; null for those sold each',
    ),
    step: amount.orNull(
      sql`v.step::float8 / ${sql.raw(String(EACH))}`,
      'The least that can be ordered of goods by weight, in `unit`; null for those sold each',
    ),
    wholesale_price: price(
      sql`coalesce(g.wholesale_price_cents, v.wholesale_price_cents)`,
      'Your wholesale price per unit in US dollars',
      17.5,
    ),
    ladder: json(
      sql`coalesce((select json_agg(json_build_object('min_amount', b.min_steps * coalesce(v.step, ${sql.raw(String(EACH))}) / ${sql.raw(`${EACH}.0`)}::float8,
          'unit_price', b.price_cents / 100.0::float8) order by b.min_steps)
        from ${offerBreaks} b where b.offer_id = t.offer_id and b.variant_id = t.variant_id), '[]')`,
      Ladder,
      [{ min_amount: 10, unit_price: 15.1 }],
    ),
    rooms: json(sql`to_json(t.rooms)`, Rooms, []),
  },
  {
    joins: sql`join ${productVariants} v on v.id = t.variant_id join ${products} p on p.id = v.product_id
      left join ${listings} g on g.variant_id = v.id and g.seller_id = (select z.entity_id from ${offers} z where z.id = t.offer_id)`,
    examples: undefined,
  },
);

export const offer = resource(
  f,
  {
    id: id(f.id, 'Id of the offer', exampleId('62')),
    name: text(f.name, 'Name of the offer, which buyers never see', 'Holiday drop'),
    starts_at: time(f.startsAt, 'When it starts'),
    ends_at: time(f.endsAt, 'When it ends'),
    status: oneOf(OfferStatus)(statusNow),
    audience: oneOf(Audience)(f.audience),
    buyers: many(
      buyer,
      { where: sql`w.offer_id = f.id`, order: sql`y.name collate names, w.buyer_id` },
      'The chosen buyers',
      [{ id: BUYER.id, name: BUYER.name }],
    ),
    items: many(
      item,
      { where: sql`t.offer_id = f.id`, order: sql`t.position, t.variant_id` },
      'What is offered',
    ),
    created_at: time(f.createdAt, 'When it was made'),
    updated_at: time(f.updatedAt, 'When it, its buyers or its items last changed'),
  },
  {
    id: 'SpecialOffer',
    description: 'Prices, or goods that are sold to no others, for a time and for some buyers',
  },
);
export const Offer = offer.schema;
export const OfferList = walkOf(Offer);
export type OfferView = ViewOf<typeof offer>;
