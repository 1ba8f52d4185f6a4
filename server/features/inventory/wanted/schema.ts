import { z } from 'zod';
import { isObject } from '../../../kernel/measured';
import { Count, Id, listOf, Paging, Search, Timestamp, wholeNumber } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { Steps } from '../../products/schema';
import { Place } from '../schema';

/** The most steps that a location can want. */
export const MAX_WANTED = 1_000_000;
/** Of one request. */
export const MAX_WANTED_LINES = 500;

const Wanted = wholeNumber().min(0).max(MAX_WANTED).nullable();
const POINT = Wanted.meta({
  description:
    'It is low with less to sell than this, in units; 0 never; null for the threshold of the variant or business',
});
const PAR = Wanted.meta({
  description: 'Orders fill it up to this, in units; null for what it sold in 30 days',
});

export const LevelWanted = z
  .object({
    product_id: Place.product_id,
    product_name: Place.product_name,
    variant_id: Place.variant_id,
    variant_name: z.string().meta({ description: 'Name of the variant' }),
    sku: Place.sku,
    location_id: Place.location_id,
    location_name: z.string().meta({ description: 'Name of the location' }),
    reorder_point: POINT,
    par: PAR,
    sellable_quantity: Count.meta({ description: 'Units that the location can sell now' }),
    ...Steps,
    updated_at: Timestamp.nullable().meta({ description: 'When it last changed; null once it is removed' }),
  })
  .meta({ id: 'LevelWanted' });
export const LevelWantedList = listOf(LevelWanted);

export const ListLevelsWanted = z.strictObject({
  location_id: Id.meta({ description: 'Only this location of yours' }).optional(),
  variant_id: Id.meta({ description: 'Only this variant' }).optional(),
  search: Search.meta({ description: 'Part of the name of the product, or of the SKU' }).optional(),
  ...Paging,
});

const Line = z.strictObject({
  variant_id: Place.variant_id,
  location_id: Place.location_id,
  reorder_point: POINT.optional(),
  par: PAR.optional(),
});

export const SetLevelsWanted = z
  .strictObject({
    lines: z
      .array(
        Line.refine(({ reorder_point, par }) => par == null || par >= (reorder_point ?? 0), {
          ...rule('below_reorder_point', 'must be at least reorder_point'),
          path: ['par'],
          when: isObject,
        }),
      )
      .min(1, 'must have at least 1 entry')
      .max(MAX_WANTED_LINES, `must have at most ${MAX_WANTED_LINES} entries`)
      .meta({
        description:
          'Each replaces what is wanted of its variant at its location; without either it is removed',
      }),
  })
  .meta({
    examples: [
      {
        lines: [
          {
            variant_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04',
            location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
            reorder_point: 12,
            par: 48,
          },
        ],
      },
    ],
  });
export const LevelsWanted = z
  .object({ data: z.array(LevelWanted).meta({ description: 'One for each line, in their order' }) })
  .meta({ id: 'LevelsWanted' });
