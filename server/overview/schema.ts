import { z } from 'zod';
import { RoomType } from '../inventory/schema';
import { BigCount, CalendarDate, Count, Id, Total } from '../kernel/params';
import { OrderStatus } from '../orders/schema';

export const OverviewQuery = z.strictObject({
  days: z
    .int('must be a whole number')
    .min(1)
    .max(90)
    .default(30)
    .meta({ description: 'Length of the period in days, today included' }),
});

const Figure = z.object({ current: z.number(), previous: z.number() });

export const Overview = z
  .object({
    period: z.object({ days: Count, start: CalendarDate, end: CalendarDate }),
    today: z.object({
      pending_orders: Count,
      shipments_due: Count,
      low_stock: Count,
      license_expiry: CalendarDate.nullable(),
    }),
    figures: z.object({ order_value: Figure, orders: Figure, units: Figure }),
    inventory: z.object({ value: z.number(), units: BigCount }),
    value_by_day: z.array(z.object({ date: CalendarDate, value: Total, orders: Count })),
    orders_by_status: z.array(z.object({ status: OrderStatus, orders: Count })),
    units_by_room: z.array(z.object({ room_type: RoomType, units: BigCount })),
    top_products: z.array(
      z.object({ product_id: Id, product_name: z.string(), units: BigCount, value: Total }),
    ),
  })
  .meta({ id: 'Overview' });
