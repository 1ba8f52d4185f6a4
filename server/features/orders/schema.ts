import { z } from 'zod';
import { addYears, earliestDateOnEarth, latestDateOnEarth } from '../../kernel/clock';
import { isObject } from '../../kernel/measured';
import { byStatus } from '../../kernel/order-statuses';
import {
  CalendarDate,
  Count,
  Id,
  idList,
  Moment,
  Note,
  Timestamp,
  TotalSum,
  text,
} from '../../kernel/params';
import { rule } from '../../kernel/rules';
import { EntryKey } from '../entities/external-ids/batch.schema';
import { NewExternalIds } from '../entities/external-ids/schema';
import { OrderStatus, SideFilter, STATUS_TEXTS } from './shapes/flow.schema';
import { OrderLines, Overrides } from './shapes/lines.schema';

export const PathId = Id.meta({ description: 'Id of the order' });
export const OrderId = z.strictObject({ id: PathId });
export const DisputeOrder = OrderId.extend({
  disputed: z.boolean().meta({ description: 'Whether the buyer disputes it' }),
}).meta({ examples: [{ disputed: true }] });

/** Past only when it is over everywhere on earth, and at most a year ahead (decision 50). */
export const DeliveryDate = CalendarDate.refine(
  (date) => date >= earliestDateOnEarth(),
  rule('date_in_past', 'must not be in the past'),
).refine(
  (date) => date <= addYears(latestDateOnEarth(), 1),
  rule('date_too_far', 'must be at most a year ahead'),
);

export const PoNumber = text(64);
export const DeliveryWindow = text(64);

/** What placing does with lines that the stock doesn't cover. */
export const SHORTAGES = ['reject', 'partial', 'backorder'] as const;
export const Shortage = z.enum(SHORTAGES).meta({
  id: 'Shortage',
  description:
    'What becomes of lines that the stock does not cover: `reject` rejects the order; `partial` reserves what there is and drops the rest, ' +
    'lines with nothing included; `backorder` reserves what there is and puts the rest on backorder. `reject` when absent',
});

/** Who buys, or who sells: the caller is the other. */
export const PARTY_FIELDS = {
  wholesaler_id: Id.optional().meta({
    description: 'To buy: a seller that you are connected with. Send this or `retailer_id`',
  }),
  retailer_id: Id.optional().meta({
    description: 'To sell: your customer, connected or not on board. Send this or `wholesaler_id`',
  }),
};

/** Takes one of the two, reported beside other errors. */
export function withOneParty<S extends z.ZodObject<typeof PARTY_FIELDS>>(body: S): S {
  return body
    .refine(({ wholesaler_id, retailer_id }) => (wholesaler_id ?? retailer_id) !== undefined, {
      path: ['wholesaler_id'],
      error: 'is required without retailer_id',
      params: { code: 'required' },
      when: isObject,
    })
    .refine(({ wholesaler_id, retailer_id }) => wholesaler_id === undefined || retailer_id === undefined, {
      path: ['retailer_id'],
      error: 'must not come with wholesaler_id',
      params: { code: 'ambiguous' },
      when: isObject,
    });
}

/** Fields of an order to place. */
export const NEW_ORDER = {
  ...PARTY_FIELDS,
  items: OrderLines,
  shortage: Shortage.optional(),
  delivery_date: DeliveryDate.nullish().meta({
    description: 'Requested day of delivery, at most a year ahead',
  }),
  delivery_window: DeliveryWindow.nullish().meta({
    description: 'Requested time of day, such as `09:00-12:00`',
  }),
  notes: Note.nullish().meta({ description: 'Note to the other party' }),
  po_number: PoNumber.nullish().meta({ description: "Number of the buyer's purchase order" }),
  receiving_location_id: Id.optional().meta({
    description: "The buyer's location that receives the goods; its first location when absent",
  }),
  accept: z.boolean().optional().meta({
    description: 'For the seller: whether the order is accepted at once; true when absent',
  }),
};
const EXAMPLE = {
  wholesaler_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05',
  items: [{ product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03', quantity: 2 }],
  delivery_window: '09:00-12:00',
};

/** An order to place, or one to price: either side's. */
export const CreateOrder = withOneParty(
  z.strictObject({ ...NEW_ORDER, override: Overrides.optional(), external_ids: NewExternalIds.optional() }),
).meta({ examples: [EXAMPLE] });
export type NewOrderInput = z.infer<typeof CreateOrder>;

/** Whether an order takes what there is of lines that the stock doesn't cover. */
export const takesWhatThereIs = ({ shortage = 'reject' }: Pick<NewOrderInput, 'shortage'>) =>
  shortage !== 'reject';

export const MoveOrder = z
  .strictObject({
    id: PathId,
    status: OrderStatus.meta({ description: 'The next status' }),
    expected_status: OrderStatus.optional().meta({
      description: 'The status that you know: 409 `status_changed` when the order has another one',
    }),
    dry_run: z.boolean().optional().meta({
      description:
        'Only checks whether the step could be taken now: status, parties, licenses, lots and certificates. Nothing changes',
    }),
    notes: Note.optional().meta({ description: "Note for the order's history, shown to both parties" }),
    override: Overrides.optional(),
    driver_id: Id.optional().meta({ description: 'With `shipped`: your driver' }),
    vehicle_id: Id.optional().meta({ description: 'With `shipped`: your vehicle' }),
    departs_at: Moment.optional().meta({ description: 'With `shipped`: departure; now when absent' }),
    arrives_at: Moment.optional().meta({ description: 'With `shipped`: estimated arrival' }),
  })
  .meta({ examples: [{ status: 'accepted', notes: 'Ships Monday morning' }] });
/** Steps of one batch. */
const MAX_STEPS = 100;
export const MoveOrders = z
  .strictObject({
    steps: z
      .array(
        z.strictObject({
          order_id: Id.meta({ description: 'Id of the order' }),
          status: OrderStatus.meta({ description: 'The next status' }),
          notes: Note.optional().meta({ description: "Note for the order's history, shown to both parties" }),
          if_match: EntryKey.if_match,
        }),
      )
      .min(1, 'must have at least one entry')
      .max(MAX_STEPS, `must have at most ${MAX_STEPS} entries`)
      .meta({ description: 'Steps, taken in this order; an order may have several' }),
  })
  .meta({
    examples: [{ steps: [{ order_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b01', status: 'accepted' }] }],
  });
export const CancelOrder = z
  .strictObject({
    id: PathId,
    reason: Note.optional().meta({ description: 'Why, shown to both parties' }),
  })
  .meta({ examples: [{ reason: 'Ordered twice' }] });

export const OrderCounts = z
  .object({
    all: Count.meta({ description: 'Orders in every status' }),
    ...byStatus((status) => Count.meta({ description: STATUS_TEXTS[status].counted })),
  })
  .meta({ id: 'OrderCounts' });

export const PartnerId = z.strictObject({
  id: Id.meta({ description: 'Id of the other business' }),
  side: SideFilter.optional(),
});

const MAX_PARTNERS = 100;
export const PartnerIds = z.strictObject({
  ids: idList(MAX_PARTNERS).meta({
    description: `Ids of the other businesses, separated by commas, at most ${MAX_PARTNERS}`,
  }),
  side: SideFilter.meta({ description: 'What you bought from them (`buying`) or sold to them (`selling`)' }),
});

export const PARTNER_DAYS = 30;
export const TREND_DAYS = 90;
/** The first of them has the days that are left. */
export const TREND_WEEKS = Math.ceil(TREND_DAYS / 7);

/** Trade with one partner: what its page shows beside its latest orders. */
export const PartnerTotals = z
  .object({
    open_orders: Count.meta({ description: 'Orders that are neither delivered nor canceled' }),
    days: Count.meta({ description: 'Length of the period of `orders` and `total`, in days until now' }),
    orders: Count.meta({ description: 'Orders placed in the period, canceled ones excluded' }),
    total: TotalSum.meta({ description: 'Their value in US dollars, tax included' }),
    last_ordered_at: Timestamp.nullable().meta({
      description: 'When the latest order that was not canceled was placed; null without one',
    }),
  })
  .meta({ id: 'PartnerTotals' });

/** Trade with several partners: what their list shows beside each. */
export const PartnerTrends = z
  .object({
    days: PartnerTotals.shape.days,
    data: z
      .array(
        PartnerTotals.omit({ days: true })
          .extend({
            id: Id.meta({ description: 'Id of the other business, as in the request' }),
            weeks: z
              .array(TotalSum)
              .length(TREND_WEEKS)
              .meta({
                description: `Value of the orders of each week, oldest first, ${TREND_WEEKS} of them; the first has six days`,
              }),
          })
          .meta({ id: 'PartnerTrend' }),
      )
      .meta({ description: 'Each id once, in the order asked for; zeros without any trade' }),
  })
  .meta({ id: 'PartnerTrends' });
