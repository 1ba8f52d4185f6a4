import { z } from 'zod';
import { BigCount, Id } from '../../../kernel/params';
import { RoomType, SumOnHand } from '../../inventory/schema';
import { Period } from '../../overview/schema';
import { amountAlikeOf } from '../../products/schema';

const Value = z.number().meta({ description: 'Units at their average cost, in US dollars' });
const location_id = Id.meta({ description: 'Id of the location' });
const location_name = z.string().meta({ description: 'Name of the location' });
const Figures = {
  ...SumOnHand,
  value: Value,
  sold_units: BigCount.meta({ description: 'Units sold in the period' }),
  sold_amount: amountAlikeOf('sold_units'),
  sold_value: Value.meta({ description: 'Cost of the units sold in the period, in US dollars' }),
  turn: z
    .number()
    .nullable()
    .meta({
      description:
        'How often a year the stock is sold at the pace of the period: cost of the units sold over the average of the value at ' +
        'its start and now; null without stock',
    }),
  days_on_hand: z.number().nullable().meta({
    description: 'Days that the stock lasts at the pace of the period; null when nothing was sold',
  }),
};

export const StockReport = z
  .object({
    period: Period.meta({ description: 'The period in which sales count' }),
    total: z.object(Figures).meta({ description: 'All locations that the member may see' }),
    locations: z
      .array(z.object({ location_id, location_name, ...Figures }))
      .meta({ description: 'By location, most value first; only locations that have had stock' }),
    rooms: z
      .array(z.object({ location_id, location_name, room_type: RoomType, ...SumOnHand, value: Value }))
      .meta({ description: 'Current stock by location and room, most value first' }),
  })
  .meta({ id: 'StockReport' });
