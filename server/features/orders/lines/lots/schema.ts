import { z } from 'zod';
import { AmountAsked, measured } from '../../../../kernel/measured';
import { Amount, BigCount, Count, Id } from '../../../../kernel/params';
import { LotNames } from '../../../inventory/schema';
import { Steps } from '../../../products/schema';
import { MAX_LINES, Overrides, Quantity } from '../../shapes/lines.schema';

const PathId = Id.meta({ description: 'Id of the order' });
const PathItemId = Id.meta({ description: 'Id of the line' });

export const ChooseLots = z
  .strictObject({
    id: PathId,
    item_id: PathItemId,
    lots: z
      .array(
        measured(
          z.strictObject({
            lot_id: Id.meta({
              description: "A lot of the line's variant in your vault or on your sales floor",
            }),
            quantity: Quantity.optional(),
            amount: AmountAsked.optional(),
          }),
        ),
      )
      .max(MAX_LINES, `must have at most ${MAX_LINES} entries`)
      .meta({ description: 'Lots for the line, each once; units beyond their sum have no lot' }),
    override: Overrides.optional(),
  })
  .meta({ examples: [{ lots: [{ lot_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b10', quantity: 2 }] }] });

export const LineLotsId = z.strictObject({ id: PathId, item_id: PathItemId });

const LineLot = z.object({
  ...LotNames,
  quantity: Count.meta({ description: 'Units of the lot that the line has' }),
  amount: Amount,
  available_quantity: BigCount.meta({
    description: 'Units that the line can have, those that it has included',
  }),
  available_amount: Amount.meta({ description: '`available_quantity` in `unit`' }),
  blocked: z
    .enum(['held', 'expired', 'failed'])
    .meta({ id: 'LotBlock', description: "Why units of a lot can't be sold" })
    .nullable()
    .meta({ description: "Why units of the lot can't be sold; null when they can" }),
  has_coa: z.boolean().meta({ description: 'Whether its batch has a certificate of analysis' }),
});

export const LineLots = z
  .object({
    quantity: Count.meta({ description: 'Units of the line' }),
    amount: Amount,
    ...Steps,
    lots: z.array(LineLot).meta({
      description:
        'Lots of the variant in the vault and on the sales floor, in the order in which they are reserved',
    }),
    unassigned_quantity: Count.meta({ description: 'Units without a lot that the line has' }),
    unassigned_available: BigCount.meta({
      description: 'Units without a lot that the line can have, those that it has included',
    }),
  })
  .meta({ id: 'OrderLineLots' });
