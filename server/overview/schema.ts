import { z } from 'zod';
import { ROOM_TYPES } from '../inventory/schema';
import { CalendarDate, Id, Total } from '../kernel/params';
import { ORDER_STATUSES } from '../orders/schema';

export const OverviewQuery = z.strictObject({
  days: z
    .number()
    .int()
    .min(1)
    .max(90)
    .default(30)
    .meta({ description: 'Length of the period in days, today included' }),
});

const Figure = z.object({ current: z.number(), previous: z.number() });

export const Overview = z.object({
  period: z.object({ days: z.number().int(), start: CalendarDate, end: CalendarDate }),
  today: z.object({
    pending_orders: z.number().int(),
    shipments_due: z.number().int(),
    low_stock: z.number().int(),
    license_expiry: CalendarDate.nullable(),
  }),
  figures: z.object({ order_value: Figure, orders: Figure, units: Figure }),
  inventory: z.object({ value: z.number(), units: z.number().int() }),
  value_by_day: z.array(z.object({ date: CalendarDate, value: Total, orders: z.number().int() })),
  orders_by_status: z.array(z.object({ status: z.enum(ORDER_STATUSES), orders: z.number().int() })),
  units_by_room: z.array(z.object({ room_type: z.enum(ROOM_TYPES), units: z.number().int() })),
  top_products: z.array(
    z.object({ product_id: Id, product_name: z.string(), units: z.number().int(), value: Total }),
  ),
});
