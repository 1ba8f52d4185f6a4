import type { OrderStatus } from '../../../features/orders/shapes/flow.schema';
import type { orderItems, orders } from '../../../features/orders/tables';
import type { Business, Ware } from '../businesses';
import type { Lot } from './batch-book';
import type { Stock } from './stock-book';

export type OrderRow = typeof orders.$inferInsert;
export type LineRow = typeof orderItems.$inferInsert;

export interface Order {
  row: OrderRow & { id: string; status: OrderStatus };
  retailer: Business;
  wholesaler: Business;
  lines: Array<{ row: LineRow & { id: string }; ware: Ware }>;
  holds: Array<{ lineId: string; stock: Stock; lot: Lot | null; quantity: number; shippedAt: Date | null }>;
  /** When it left, and the seller's day; absent until then. */
  shippedAt?: number;
  shippedOn?: string;
}
