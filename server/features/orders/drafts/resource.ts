import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Amount, Count, Id, Price, Total, unchanged, walkOf } from '../../../kernel/params';
import {
  day,
  exampleId,
  flag,
  id,
  json,
  object,
  oneOf,
  text,
  time,
  total,
} from '../../../platform/db/fields';
import { readOnlyOf, resource } from '../../../platform/db/resource';
import { externalIdsOf, joinViewer } from '../../entities/external-ids/resource';
import { ExternalIdsChange } from '../../entities/external-ids/schema';
import { BUYER, party, SELLER } from '../../entities/resource';
import { PriceLadder, PriceSource } from '../../pricing/schema';
import { Steps } from '../../products/schema';
import type { SeenBy } from '../resource';
import { Shortage } from '../schema';
import { DRAFT_STATUSES } from './machine';
import { DRAFT_FIELDS, PathId } from './schema';
import { drafts } from './tables';

const d = alias(drafts, 'd');

export const DraftStatus = z.enum(DRAFT_STATUSES).meta({
  id: 'DraftStatus',
  description:
    '`draft` until it is `ordered`, or `sent` as a quote; a quote is `accepted` or `declined` by the buyer, `withdrawn` by the seller, or `expired`',
});

/** SQL: the status; a quote expires with its last day, before the job that says so. */
export const statusNow = sql`case when d.status = 'sent' and d.expires_at <= now() then 'expired' else d.status end`;

const Line = z.object({
  product_id: Id.meta({ description: 'Product of the seller' }),
  variant_id: Id.meta({ description: 'Variant of the product' }),
  product_name: z.string().meta({ description: 'Name of the product when the draft was saved' }),
  variant_name: z
    .string()
    .nullable()
    .meta({ description: 'Name of the variant when the draft was saved; null in older drafts' }),
  sku: z.string().meta({ description: 'SKU of the variant when the draft was saved' }),
  quantity: Count.meta({ description: 'Units' }),
  amount: Amount,
  ...Steps,
  unit_price: Price.meta({
    description: 'Price per unit when the draft was saved; binding once it is sent',
  }),
  price_source: PriceSource,
  price_ladder: PriceLadder.meta({
    description: 'Prices per unit by amount when the draft was saved; binding once it is sent',
  }),
  discount_bps: Count.meta({ description: 'Off the line, in basis points' }),
  sample: z.boolean().meta({ description: 'Whether it is a sample, which is free' }),
  total: Total.meta({ description: '`amount` × `unit_price` less `discount_bps`, in US dollars' }),
});

/** SQL: the lines with what those of older drafts don't say. */
const linesOfDraft = sql`(select jsonb_agg(jsonb_build_object('variant_name', null, 'amount', l.line -> 'quantity', 'unit', null, 'step', null, 'price_source', 'wholesale', 'discount_bps', 0, 'sample', false,
    'price_ladder', jsonb_build_array(jsonb_build_object('min_amount', 1, 'unit_price', l.line -> 'unit_price', 'source', 'wholesale')))
    || l.line order by l.place)
  from jsonb_array_elements(d.lines) with ordinality as l (line, place))`;

/** A draft as both parties see it: in events, which have no external ids. */
const sharedDraft = resource(
  d,
  {
    id: id(d.id, 'Id of the draft', exampleId('51')),
    status: oneOf(DraftStatus)(statusNow),
    wholesaler: party(d.sellerId, 'The seller', SELLER),
    retailer: party(d.buyerId, 'The buyer', BUYER),
    author: object(
      {
        id: id(d.actorId, 'Id of the member'),
        name: text(d.actorName, 'Name of the member', 'Dana Reyes'),
        entity_id: id(
          sql`case when d.by_seller then d.seller_id else d.buyer_id end`,
          'Id of the business',
          SELLER.id,
        ),
      },
      'Who wrote it, and for which of the two businesses',
    ),
    items: json(linesOfDraft, z.array(Line).meta({ description: 'Lines; those of one variant are merged' }), [
      {
        product_id: exampleId('03'),
        variant_id: exampleId('04'),
        product_name: 'Blue Dream',
        variant_name: '3.5 g',
        sku: 'BD-3.5',
        ...{ quantity: 2, amount: 2, unit: null, step: null },
        unit_price: 17.5,
        price_source: 'wholesale',
        price_ladder: [{ min_amount: 1, unit_price: 17.5, source: 'wholesale' }],
        discount_bps: 0,
        sample: false,
        total: 35,
      },
    ]),
    subtotal: total(d.subtotalCents, 'Sum of the lines in US dollars, before tax', 35),
    delivery_date: day(d.deliveryDate, 'Requested day of delivery; null when open', '2026-01-05'),
    delivery_window: text(d.deliveryWindow, 'Requested time of day; null when open', '09:00-12:00'),
    notes: text(d.notes, 'Note to the other party'),
    po_number: text(d.poNumber, "Number of the buyer's purchase order; null without one", 'PO-2207'),
    receiving_location_id: id(
      d.receivingLocationId,
      "The buyer's location that receives the goods; its first when null",
      exampleId('07'),
    ),
    shortage: oneOf(Shortage)(d.shortage),
    accept: flag(d.accept, "Of a seller's draft: whether its order is accepted at once", true),
    valid_until: day(
      d.validUntil,
      "Last day of the quote in the seller's calendar; null until it is set",
      '2026-01-31',
    ),
    order_id: id(d.orderId, 'The order that it became; null until then'),
    sent_at: time(d.sentAt, 'When it was sent; null until then'),
    created_at: time(d.createdAt, 'When it was written'),
    updated_at: time(d.updatedAt, 'When it last changed'),
  },
  { id: 'SharedDraft', description: 'The draft or quote as both parties see it, without external ids' },
);
export const SharedDraft = sharedDraft.schema;

export const draft = resource(
  d,
  { ...sharedDraft.fields, external_ids: externalIdsOf('draft', sql`d.id`, { crm: 'Q-17' }) },
  {
    joins: ({ entity }: SeenBy) => joinViewer(entity.id),
    id: 'Draft',
    description: 'An order that is not placed yet, or a quote',
  },
);
export const Draft = draft.schema;
export type DraftView = z.infer<typeof Draft>;
export const DraftList = walkOf(Draft);

/** Fields that a PATCH takes only as they are (decision 34). */
export const DRAFT_READ_ONLY = readOnlyOf(
  draft,
  'id',
  'items',
  'delivery_date',
  'delivery_window',
  'notes',
  'po_number',
  'receiving_location_id',
  'shortage',
  'accept',
  'valid_until',
  'external_ids',
);
const { items, ...fields } = DRAFT_FIELDS;
export const UpdateDraft = z
  .strictObject({
    id: PathId,
    items: items.optional(),
    ...fields,
    external_ids: ExternalIdsChange.optional(),
    ...unchanged(DRAFT_READ_ONLY),
  })
  .meta({ examples: [{ valid_until: '2026-01-31' }] });
