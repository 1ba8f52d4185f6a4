import { z } from 'zod';
import type { EventName, EventType } from '../../kernel/events';
import { PACKING } from '../../kernel/order-statuses';
import { Count, Delta } from '../../kernel/params';
import { SharedCreditNote } from '../billing/credits/resource';
import { Dispute } from '../billing/disputes/resource';
import { SharedInvoice } from '../billing/invoices/resource';
import { Payment } from '../billing/payments/resource';
import { Remittance } from '../billing/remittances/resource';
import { ComplianceJob, ComplianceTransfer } from '../compliance/resource';
import { Connection } from '../entities/connections/resource';
import { Customer } from '../entities/customers/resource';
import { Location } from '../entities/locations/schema';
import { MIGRATION_SAMPLE, Migration } from '../imports/migrations/schema';
import { Integration } from '../integrations/resource';
import { GoodsReceipt, GoodsReceivedData } from '../inventory/goods-receipts/resource';
import { Movement } from '../inventory/resource';
import { InventoryItem, ReasonCode } from '../inventory/schema';
import { TransferData } from '../inventory/transfers/schema';
import { Batch, BatchChangedData, BatchData, ExpiringData } from '../lots/resource';
import { RequestEvent } from '../menus/requests/schema';
import { Backorder } from '../orders/backorders/resource';
import { OrderComment } from '../orders/comments/schema';
import { SharedDraft } from '../orders/drafts/resource';
import { SharedReceipt } from '../orders/receipts/resource';
import { SharedReturn } from '../orders/receipts/returns.resource';
import { SharedOrder } from '../orders/resource';
import { OrderStatus } from '../orders/shapes/flow.schema';
import { SyncRun } from '../pos/resource';
import { Product } from '../products/resource';
import { RecalledData } from '../recalls/resource';

const OrderMoved = SharedOrder.extend({
  previous_status: OrderStatus.nullable().meta({
    description: 'Status before the event; null for a new order',
  }),
  status_notes: z.string().nullable().meta({ description: 'Note given with the change of status' }),
}).meta({ id: 'OrderEventData', description: 'The order after the change' });
const orderMoved = { ...exampleOf(SharedOrder), previous_status: 'pending', status_notes: null };

const changed = z
  .array(z.string())
  .optional()
  .meta({ description: 'Names of the fields that changed; absent where several changes are one event' });
const ProductUpdated = Product.extend({ changed }).meta({
  id: 'ProductUpdatedEventData',
  description: 'The product after the change',
});
const LocationUpdated = Location.extend({ changed }).meta({
  id: 'LocationUpdatedEventData',
  description: 'The location after the change',
});
const CustomerUpdated = Customer.extend({ changed }).meta({
  id: 'CustomerUpdatedEventData',
  description: 'The customer after the change',
});
const BatchUpdated = BatchChangedData.extend({ changed }).meta({
  id: 'BatchUpdatedEventData',
  description: 'The batch after the change',
});

const locations = [
  { location_id: exampleOf(InventoryItem).location_id, quantity: exampleOf(Batch).quantity },
];
const batch = BatchData.parse({ ...exampleOf(Batch), locations });
const batchChanged = BatchChangedData.parse(exampleOf(Batch));
const accepted = {
  ...exampleOf(Connection),
  status: 'accepted',
  updated_at: '2026-01-02T16:04:05.000Z',
  responded_at: '2026-01-02T16:04:05.000Z',
};

/** Schema of each event's data (decision 62), with a sample for endpoint tests. */
export const CATALOG = {
  'inventory.updated': {
    schema: InventoryItem.extend({
      delta: Delta.meta({ description: 'Change of the units on hand' }),
      reason_code: ReasonCode,
      previous_quantity: Count.meta({ description: 'Units on hand before the change' }),
      movement_id: Movement.shape.id,
      lot_id: Movement.shape.lot_id,
      source: Movement.shape.source
        .pick({ type: true, id: true })
        .meta({ description: 'Origin of the change' }),
    }).meta({ id: 'InventoryUpdatedEventData', description: 'The item after the change' }),
    sample: {
      ...exampleOf(InventoryItem),
      delta: -2,
      reason_code: 'SALE',
      previous_quantity: 42,
      movement_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b0e',
      lot_id: null,
      source: { type: 'api', id: null },
    },
  },
  'inventory.low_stock': {
    schema: InventoryItem.extend({
      threshold: Count.meta({ description: 'Threshold that the stock fell below, in units' }),
      location_available_quantity: Count.meta({
        description: 'Available units of the variant in the vault and on the sales floor of the location',
      }),
    }).meta({ id: 'LowStockEventData', description: 'The item whose change fell below the threshold' }),
    sample: {
      ...exampleOf(InventoryItem),
      quantity: 10,
      available_quantity: 8,
      low_stock: true,
      threshold: 10,
      location_available_quantity: 8,
    },
  },
  'inventory.sync.completed': { schema: SyncRun, sample: exampleOf(SyncRun) },
  'order.created': { schema: OrderMoved, sample: { ...orderMoved, previous_status: null } },
  'order.updated': { schema: OrderMoved, sample: { ...orderMoved, status: 'accepted' } },
  'order.shipped': {
    schema: OrderMoved,
    sample: { ...orderMoved, status: 'shipped', previous_status: PACKING },
  },
  'order.delivered': {
    schema: OrderMoved,
    sample: { ...orderMoved, status: 'delivered', previous_status: 'shipped' },
  },
  'order.edited': {
    schema: SharedOrder.extend({
      changes: z
        .record(
          z.string(),
          z.object({
            before: z.string().nullable().meta({ description: 'As text; null when it was empty' }),
            after: z.string().nullable().meta({ description: 'As text; null when it is empty now' }),
          }),
        )
        .meta({ description: 'The fields that changed, each with its value before and after' }),
    }).meta({ id: 'OrderEditedEventData', description: 'The order after the change' }),
    sample: {
      ...exampleOf(SharedOrder),
      changes: { delivery_date: { before: null, after: exampleOf(SharedOrder).delivery_date } },
    },
  },
  'quote.sent': { schema: SharedDraft, sample: { ...exampleOf(SharedDraft), status: 'sent' } },
  'quote.accepted': { schema: SharedDraft, sample: { ...exampleOf(SharedDraft), status: 'accepted' } },
  'quote.declined': { schema: SharedDraft, sample: { ...exampleOf(SharedDraft), status: 'declined' } },
  'quote.expired': { schema: SharedDraft, sample: { ...exampleOf(SharedDraft), status: 'expired' } },
  'order.commented': {
    schema: SharedOrder.extend({ comment: OrderComment.meta({ description: 'The new comment' }) }).meta({
      id: 'OrderCommentedEventData',
      description: 'The order, with the new comment',
    }),
    sample: { ...exampleOf(SharedOrder), comment: exampleOf(OrderComment) },
  },
  'transfer.completed': {
    schema: TransferData,
    sample: {
      order_id: exampleOf(SharedOrder).id,
      from: exampleOf(SharedOrder).wholesaler,
      to: exampleOf(SharedOrder).retailer,
      items: exampleOf(SharedOrder).items,
    },
  },
  'batch.held': {
    schema: BatchData,
    sample: { ...batch, held: 'owner', hold_reason: 'Mold found in two jars' },
  },
  'batch.released': { schema: BatchData, sample: batch },
  'batch.expiring': { schema: ExpiringData, sample: { ...batch, days: 30 } },
  'order_request.received': { schema: RequestEvent, sample: exampleOf(RequestEvent) },
  'order_request.accepted': {
    schema: RequestEvent,
    sample: { ...exampleOf(RequestEvent), status: 'accepted', order_id: exampleOf(SharedOrder).id },
  },
  'order_request.declined': {
    schema: RequestEvent,
    sample: { ...exampleOf(RequestEvent), status: 'declined' },
  },
  'receipt.completed': { schema: SharedReceipt, sample: exampleOf(SharedReceipt) },
  'goods.received': { schema: GoodsReceivedData, sample: exampleOf(GoodsReceipt) },
  'return.received': { schema: SharedReturn, sample: exampleOf(SharedReturn) },
  'batch.recalled': { schema: RecalledData, sample: exampleOf(RecalledData) },
  'batch.created': { schema: BatchChangedData, sample: batchChanged },
  'batch.updated': {
    schema: BatchUpdated,
    sample: { ...batchChanged, test_status: 'passed', changed: ['test_status'] },
  },
  'product.created': { schema: Product, sample: exampleOf(Product) },
  'product.updated': { schema: ProductUpdated, sample: { ...exampleOf(Product), changed: ['name'] } },
  'product.deleted': {
    schema: Product,
    sample: { ...exampleOf(Product), deleted_at: '2026-01-02T15:04:05.000Z' },
  },
  'connection.requested': { schema: Connection, sample: exampleOf(Connection) },
  'connection.accepted': { schema: Connection, sample: accepted },
  'connection.rejected': { schema: Connection, sample: { ...accepted, status: 'rejected' } },
  'connection.ended': { schema: Connection, sample: accepted },
  'location.created': { schema: Location, sample: exampleOf(Location) },
  'location.updated': { schema: LocationUpdated, sample: { ...exampleOf(Location), changed: ['name'] } },
  'location.deleted': { schema: Location, sample: exampleOf(Location) },
  'customer.created': { schema: Customer, sample: exampleOf(Customer) },
  'customer.updated': { schema: CustomerUpdated, sample: { ...exampleOf(Customer), changed: ['terms'] } },
  'customer.deleted': { schema: Customer, sample: exampleOf(Customer) },
  'backorder.opened': { schema: Backorder, sample: exampleOf(Backorder) },
  'backorder.filled': {
    schema: Backorder,
    sample: { ...exampleOf(Backorder), status: 'filled', filled: 12 },
  },
  'backorder.cancelled': { schema: Backorder, sample: { ...exampleOf(Backorder), status: 'cancelled' } },
  'customer.claimed': { schema: Customer, sample: exampleOf(Customer) },
  'invoice.issued': { schema: SharedInvoice, sample: exampleOf(SharedInvoice) },
  'invoice.overdue': { schema: SharedInvoice, sample: { ...exampleOf(SharedInvoice), overdue: true } },
  'payment.recorded': { schema: Payment, sample: exampleOf(Payment) },
  'payment.voided': { schema: Payment, sample: { ...exampleOf(Payment), status: 'voided', allocated: 0 } },
  'remittance.sent': { schema: Remittance, sample: exampleOf(Remittance) },
  'remittance.recorded': {
    schema: Remittance,
    sample: { ...exampleOf(Remittance), status: 'recorded', payment_id: exampleOf(Payment).id },
  },
  'remittance.declined': { schema: Remittance, sample: { ...exampleOf(Remittance), status: 'declined' } },
  'dispute.opened': { schema: Dispute, sample: exampleOf(Dispute) },
  'dispute.closed': {
    schema: Dispute,
    sample: {
      ...exampleOf(Dispute),
      status: 'credited',
      credit_note_id: exampleOf(SharedCreditNote).id,
      closed_at: exampleOf(Dispute).updated_at,
    },
  },
  'invoice.settled': {
    schema: SharedInvoice,
    sample: { ...exampleOf(SharedInvoice), settled: 37.89, balance: 0, status: 'settled' },
  },
  'migration.completed': { schema: Migration, sample: MIGRATION_SAMPLE },
  'compliance.job.updated': {
    schema: ComplianceJob,
    sample: { ...exampleOf(ComplianceJob), status: 'confirmed' as const },
  },
  'compliance.transfer.updated': { schema: ComplianceTransfer, sample: exampleOf(ComplianceTransfer) },
  'integration.failing': {
    schema: Integration,
    sample: {
      ...exampleOf(Integration),
      status: 'failing' as const,
      failures: 1,
      last_error: {
        code: 'vendor_unauthorized' as const,
        message: 'LeafLink rejected the credentials. Enter them again.',
      },
    },
  },
  'credit.issued': { schema: SharedCreditNote, sample: exampleOf(SharedCreditNote) },
} satisfies Record<EventType, { schema: z.ZodObject; sample: Record<string, unknown> }>;

type CatalogData = {
  [T in EventType]: z.infer<(typeof CATALOG)[T]['schema']> & (T extends `order.${string}` ? Shared : unknown);
};

/** What both parties get never has external ids: each has its own (decision 451). */
interface Shared {
  external_ids?: never;
}

declare module '../../kernel/events' {
  interface EventData extends CatalogData {}
}

/** Resolves the alias `inventory.changed` (decision 64). */
export function eventTypeOf(name: EventName): EventType {
  return name === 'inventory.changed' ? 'inventory.updated' : name;
}

/**
 * Returns the name under which an endpoint receives an event; null without a subscription. With both inventory.updated
 * and its alias, the event is sent once, as inventory.updated (decision 64).
 * @param subscriptions names, or `*` for all
 */
export function nameFor(type: EventType, subscriptions: readonly string[]): EventName | null {
  if (subscriptions.includes('*') || subscriptions.includes(type)) return type;
  return type === 'inventory.updated' && subscriptions.includes('inventory.changed')
    ? 'inventory.changed'
    : null;
}

/** Names of the fields that events have, by the names that an endpoint subscribed to. */
export function fieldsOf(subscriptions: readonly string[]): ReadonlySet<string> {
  const types = Object.keys(CATALOG) as EventType[];
  const wanted = types.filter((type) => nameFor(type, subscriptions) !== null);
  return new Set(wanted.flatMap((type) => Object.keys(CATALOG[type].schema.shape)));
}

function exampleOf(schema: z.ZodType): Record<string, unknown> {
  return schema.meta()?.examples?.[0] as Record<string, unknown>;
}
