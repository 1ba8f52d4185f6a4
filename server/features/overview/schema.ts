import { z } from 'zod';
import { PACKING, UNSHIPPED } from '../../kernel/order-statuses';
import { BigCount, CalendarDate, Count, Id, TotalSum, wholeNumber } from '../../kernel/params';
import { RoomType, SumOnHand } from '../inventory/schema';
import { OrderStatus, SideFilter } from '../orders/shapes/flow.schema';
import { amountAlikeOf, StepsAlike } from '../products/schema';

export const PeriodQuery = z.strictObject({
  side: SideFilter.optional(),
  days: wholeNumber()
    .min(1)
    .max(90)
    .meta({ description: 'Length of the period in days, today included' })
    .default(30),
});

/** Ends today, so that its figures are those of the home page. */
export const Period = z.object({
  days: Count.meta({ description: 'Length in days' }),
  start: CalendarDate.meta({ description: 'First day' }),
  end: CalendarDate.meta({ description: 'Last day: today in your timezone' }),
});

const LINES_DESCRIPTION =
  'Lines of orders in US dollars, before tax, by the days of their sellers, as in reports of sales';

const Day = z.object({
  date: CalendarDate.meta({ description: 'Day in your timezone' }),
  value: TotalSum.meta({ description: 'Order totals in US dollars, tax included' }),
  line_value: TotalSum.meta({ description: LINES_DESCRIPTION }),
  orders: Count.meta({ description: 'Orders placed' }),
});

const Figure = z.object({
  current: z.number().meta({ description: 'In this period' }),
  previous: z.number().meta({ description: 'In the period of the same length before it' }),
});

export const Overview = z
  .object({
    period: Period.meta({ description: 'The period of the figures' }),
    today: z
      .object({
        pending_orders: Count.meta({ description: 'Orders that await the wholesaler' }),
        shipments_due: Count.meta({
          description: `Accepted or ${PACKING} orders due for delivery by tomorrow`,
        }),
        low_stock: Count.meta({
          description: 'Variants that a location is low on, counted once per location',
        }),
        license_expiry: CalendarDate.nullable().meta({
          description: 'Your license expiry when it is at most 60 days ahead or past; null otherwise',
        }),
        overdue: z
          .object({
            receivable: z
              .number()
              .meta({ description: 'Of what customers owe you, in US dollars', multipleOf: 0.01 }),
            payable: z
              .number()
              .meta({ description: 'Of what you owe suppliers, in US dollars', multipleOf: 0.01 }),
          })
          .nullable()
          .meta({
            description: 'Invoices that are overdue; null for members and keys limited to locations',
          }),
      })
      .meta({ description: 'What needs attention today' }),
    figures: z
      .object({
        order_value: Figure.meta({ description: 'Order totals in US dollars, tax included' }),
        line_value: Figure.meta({ description: LINES_DESCRIPTION }),
        orders: Figure.meta({ description: 'Orders placed' }),
        units: Figure.meta({ description: 'Units ordered; steps of goods by weight' }),
      })
      .meta({ description: 'Figures of the period and of the one before it' }),
    inventory: z
      .object({
        value: z.number().meta({ description: 'Units on hand at their average cost, in US dollars' }),
        ...SumOnHand,
      })
      .meta({ description: 'Current stock' }),
    value_by_day: z.array(Day).meta({ description: 'Every day of the period, oldest first' }),
    previous_value_by_day: z
      .array(Day)
      .meta({ description: 'Every day of the period before it, oldest first' }),
    open_orders: z
      .array(
        z.object({
          status: OrderStatus,
          orders: Count.meta({ description: 'Orders in this status now, whenever they were placed' }),
          value: TotalSum.meta({ description: 'Sum of their totals in US dollars, tax included' }),
        }),
      )
      .meta({
        description: `Orders that are ${UNSHIPPED.join(', ')} or shipped; only statuses that have orders`,
      }),
    orders_by_status: z
      .array(
        z.object({ status: OrderStatus, orders: Count.meta({ description: 'Orders placed in the period' }) }),
      )
      .meta({ description: 'Current status of the orders of the period; only statuses that have orders' }),
    units_by_room: z
      .array(z.object({ room_type: RoomType, ...SumOnHand }))
      .meta({ description: 'Current stock by type of room, most units first' }),
    top_products: z
      .array(
        z.object({
          product_id: Id.meta({ description: 'Id of the product' }),
          product_name: z.string().meta({ description: 'Name of the product' }),
          units: BigCount.meta({ description: 'Units ordered in the period' }),
          ...StepsAlike,
          amount: amountAlikeOf('units'),
          value: TotalSum.meta({ description: 'Sum of the lines in US dollars, before tax' }),
        }),
      )
      .meta({ description: 'The five products with the highest order value in the period' }),
  })
  .meta({ id: 'Overview' });
