import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

export type Order = Outputs['orders']['get'];
/** A row of a list. */
export type OrderSummary = Outputs['orders']['summaries']['data'][number];
export type OrderItem = Order['items'][number];
export type OrderStatus = Order['status'];
export type OrderHistory = Outputs['orders']['history'];
export type OrderComments = Outputs['orders']['comments'];
export type OrderPatch = Omit<Inputs['orders']['update'], 'id'>;
export type Receipt = Outputs['orders']['receipts']['data'][number];
export type Return = Outputs['returns']['list']['data'][number];
export type ReturnInput = Inputs['returns']['receive'];
export type ReceiptInput = Inputs['orders']['fileReceipt'];
export type OrdersQuery = Inputs['orders']['summaries'];
export type LocationList = Outputs['entity']['locations']['list'];
export type SupplierList = Outputs['market']['suppliers'];
export type Catalog = Outputs['market']['catalogue'];
export type ReorderSuggestion = Outputs['market']['reorder']['data'][number];
export type OrderCertificates = Outputs['orders']['certificates']['certificates'];
export type Manifest = Outputs['orders']['manifest'];
export type LineLots = Outputs['orders']['lineLots'];
export type OrderQuote = Outputs['orders']['quote'];
export type Shortage = NonNullable<Inputs['orders']['quote']['shortage']>;
/** What of a sale its seller passes over. */
export type { Override } from '@/server/features/orders/placing/conditions.schema';
export type QuotedLine = OrderQuote['lines'][number];
export type Offer = Catalog['data'][number];
export type MarketOffer = Outputs['market']['search']['data'][number];
