import { z } from 'zod';
import { Id, Price } from '../../../kernel/params';
import { CaseSize, Sku, Visibility } from '../schema';

/** Of one business. */
export const MAX_LISTINGS = 10_000;

const PathId = Id.meta({ description: 'Id of the variant, of which your business has or had stock' });
export const ListingId = z.strictObject({ variant_id: PathId });

export const PutListing = z
  .strictObject({
    variant_id: PathId,
    sku: Sku.meta({ description: 'Your SKU; none of your own variants has it' }),
    wholesale_price: Price.meta({ description: 'Your price per unit in US dollars' }),
    case_size: CaseSize.nullish().meta({
      description: "Buyers order it in multiples of so many units; null, or absent, for the owner's case",
    }),
    active: z
      .boolean()
      .optional()
      .meta({ description: 'Whether buyers can see and order it; true when absent' }),
    visibility: Visibility.optional().meta({
      description:
        'Who can see and order it: all `connected` buyers (when absent), or those that an offer names (`offered`)',
    }),
  })
  .meta({ examples: [{ sku: 'RS-BD-35', wholesale_price: 21.5, active: true }] });
