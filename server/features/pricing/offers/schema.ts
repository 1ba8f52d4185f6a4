import { z } from 'zod';
import { hasFourDecimals, Id, Moment, Price, text, unchanged } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { AUDIENCES } from './audiences';

/** Of one seller. */
export const MAX_OFFERS = 100;
export const MAX_ITEMS = 500;
export const MAX_BUYERS = 1_000;
export const MAX_BREAKS = 20;

export const OFFER_STATUSES = ['scheduled', 'running', 'ended'] as const;
export const OfferStatus = z.enum(OFFER_STATUSES).meta({
  id: 'OfferStatus',
  description: '`scheduled` until it starts, `running` until it ends, then `ended`',
});
export const Audience = z.enum(AUDIENCES).meta({
  description: '`all` connected buyers, or those `chosen` in `buyers`',
});

export const Break = z.strictObject({
  min_amount: z
    .number()
    .min(0.0001)
    .max(1_000_000)
    .refine(hasFourDecimals, rule('too_many_decimals', 'must have at most four decimals'))
    .meta({ description: 'From this amount on, in the unit that the variant is sold in' }),
  unit_price: Price.meta({ description: 'Price per unit in US dollars' }),
});

/** Rooms that an offer opens. */
const Room = z.enum(['secret_menu']);
export const Rooms = z.array(Room).max(1).meta({
  description: 'Rooms that lines of the variant may reserve from beside the vault and the sales floor',
});

const Item = z.strictObject({
  variant_id: Id.optional().meta({ description: 'A variant of your own, or one that you list' }),
  sku: text(100).optional().meta({ description: 'Your SKU of the variant, in place of its id' }),
  ladder: z
    .array(Break)
    .max(5 * MAX_BREAKS)
    .optional()
    .meta({
      description: 'Prices by amount; without any the offer only lets its buyers see and order the variant',
    }),
  rooms: Rooms.optional(),
});
export type OfferItemInput = z.infer<typeof Item>;

/** A buyer by its id, as it is read or alone. */
const Buyer = z.union([
  Id,
  z.strictObject({
    id: Id,
    name: z.string().max(500).optional().meta({ description: 'Its name, which is not read' }),
  }),
]);

const Fields = {
  name: text(100).meta({ description: 'Name of the offer, which buyers never see' }),
  starts_at: Moment.meta({ description: 'When it starts' }),
  ends_at: Moment.meta({ description: 'When it ends; after `starts_at`. Now, to end it early' }),
  audience: Audience,
  buyers: z
    .array(Buyer)
    .max(5 * MAX_BUYERS)
    .meta({
      description: 'Connected customers, as ids or as read; for the audience `chosen` alone',
    }),
  items: z
    .array(Item)
    .min(1, 'must have at least one item')
    .max(4 * MAX_ITEMS)
    .meta({ description: 'What is offered, each variant once' }),
};

const EXAMPLE = {
  name: 'Holiday drop',
  starts_at: '2026-12-01T15:00:00Z',
  ends_at: '2026-12-24T08:00:00Z',
  audience: 'chosen' as const,
  buyers: ['0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b06'],
  items: [
    { variant_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04', ladder: [{ min_amount: 10, unit_price: 15.1 }] },
  ],
};

export const NewOffer = z
  .strictObject({
    ...Fields,
    starts_at: Fields.starts_at.optional().meta({ description: 'When it starts; now when absent' }),
    audience: Audience.optional().meta({ description: 'Whom it is for; `chosen` when absent' }),
    buyers: Fields.buyers.optional(),
  })
  .meta({ examples: [EXAMPLE] });

const PathId = Id.meta({ description: 'Id of the offer' });
export const OfferId = z.strictObject({ id: PathId });
/** Fields that a PATCH accepts only unchanged (decision 34). */
export const OFFER_READ_ONLY = ['status', 'created_at', 'updated_at'] as const;
export const UpdateOffer = z
  .strictObject({
    id: PathId,
    name: Fields.name.optional(),
    starts_at: Fields.starts_at.optional(),
    ends_at: Fields.ends_at.optional(),
    audience: Fields.audience.optional(),
    buyers: Fields.buyers.optional(),
    items: Fields.items.optional(),
    ...unchanged(OFFER_READ_ONLY),
  })
  .meta({ examples: [{ ends_at: '2026-12-20T08:00:00Z' }] });
