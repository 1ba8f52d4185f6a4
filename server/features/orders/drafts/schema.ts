import { z } from 'zod';
import { CalendarDate, Id } from '../../../kernel/params';
import { NewExternalIds } from '../../entities/external-ids/schema';
import { NEW_ORDER, withOneParty } from '../schema';
import { Overrides } from '../shapes/lines.schema';

/** Of one business, drafts and sent quotes together. */
export const MAX_OPEN_DRAFTS = 500;
/** Days that a quote may be valid, from the seller's today. */
export const MAX_VALID_DAYS = 90;

export const PathId = Id.meta({ description: 'Id of the draft' });
export const DraftId = z.strictObject({ id: PathId });
export const OrderDraft = z
  .strictObject({ id: PathId, override: Overrides.optional() })
  .meta({ examples: [{ override: ['case'] }] });

const { wholesaler_id, retailer_id, receiving_location_id, ...order } = NEW_ORDER;

/** What a draft takes beside its parties: the body of an order. */
export const DRAFT_FIELDS = {
  ...order,
  receiving_location_id: receiving_location_id.nullish().meta({
    description: "The buyer's location that receives the goods; its first when null",
  }),
  valid_until: CalendarDate.nullish().meta({
    description: `Of a seller: the last day of the quote in its own calendar, at most ${MAX_VALID_DAYS} days ahead when it is sent`,
  }),
};

export const NewDraft = withOneParty(
  z.strictObject({ wholesaler_id, retailer_id, ...DRAFT_FIELDS, external_ids: NewExternalIds.optional() }),
).meta({
  examples: [
    {
      retailer_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b06',
      items: [{ product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03', quantity: 2 }],
      valid_until: '2026-01-31',
    },
  ],
});

export const QuoteLink = z
  .object({
    url: z.string().meta({
      description: 'The address, which is shown only now; who has it sees this quote and nothing else',
    }),
    valid_until: CalendarDate.meta({
      description: "Last day on which it shows the quote, by the seller's calendar",
    }),
  })
  .meta({ id: 'QuoteLink' });
