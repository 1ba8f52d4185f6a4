import { totalsOf } from '../../../features/orders/money/pricing';
import type { orderHistory } from '../../../features/orders/parts/tables';
import type { OrderStatus } from '../../../features/orders/shapes/flow.schema';
import type { orderAllocations } from '../../../features/orders/tables';
import { addDays, dateIn } from '../../../kernel/clock';
import { CROCKFORD } from '../../../kernel/dated-number';
import { nextDeliveryDates } from '../../../kernel/delivery-days';
import { toDollars } from '../../../kernel/money';
import { amountText, EACH } from '../../../kernel/weights';
import type { Business, Person, Ware } from '../businesses';
import { idAt } from '../identity';
import { TIMEZONE } from '../people';
import type { Random } from '../random';
import { keptTaxes } from '../taxes';
import type { Order } from './order';
import { type Findings, ReceiptBook } from './receipt-book';
import type { Cause } from './stock-book';
import type { World } from './world';

export interface Wanted {
  ware: Ware;
  quantity: number;
  /** What was asked for, where the stock didn't cover it. */
  requested?: number;
}

export interface Placement {
  at: number;
  retailer: Business;
  wholesaler: Business;
  actor: Person;
  wanted: readonly Wanted[];
  /** The retailer's receiving location. */
  location: number;
  random: Random;
}

interface Move {
  at: number;
  actor: Person;
  notes?: string | null;
  /** What the buyer wrote down of it; without it, delivery took everything. */
  found?: Findings | undefined;
}

const WINDOWS = ['08:00-11:00', '09:00-12:00', '13:00-16:00', null] as const;
const NOTES = [
  'Please ring at the back door.',
  'Call the shop half an hour before arrival.',
  'Only jars with the new label, please.',
  'Invoice to the office, goods to the shop.',
];

/** Past wholesale orders: every step moves stock exactly as the orders API does. */
export class OrderBook {
  readonly orders: Order[] = [];
  readonly history: Array<typeof orderHistory.$inferInsert> = [];
  readonly receipts: ReceiptBook;

  constructor(private readonly world: World) {
    this.receipts = new ReceiptBook(world);
  }

  /** Places an order and reserves its stock. */
  place({ at, retailer, wholesaler, actor, wanted, location, random }: Placement): Order {
    const id = idAt(at);
    const day = new Date(at).toISOString().slice(0, 10);
    const lines = wanted.map((one, position) => ({
      row: { ...lineRow(id, at, one, position), retailerId: retailer.entity.id },
      ware: one.ware,
    }));
    const taxRateBps = wholesaler.entity.taxRateBps ?? 0;
    const taxRules = keptTaxes(wholesaler, this.world.now);
    const row = {
      ...totalsOf(
        lines.map((line) => line.row),
        { taxRateBps, taxRules },
      ).totals,
      id,
      orderNumber: `ORD-${day.replaceAll('-', '')}-${Array.from({ length: 6 }, () => random.pick([...CROCKFORD])).join('')}`,
      status: 'pending' as const,
      wholesalerId: wholesaler.entity.id,
      retailerId: retailer.entity.id,
      receivingLocationId: retailer.locations[location]?.id ?? '',
      bySeller: actor.entityId === wholesaler.entity.id,
      buyerStock: true,
      taxRateBps,
      taxRules,
      deliveryDate: deliveryDay(wholesaler, at, random.int(2, 5)),
      deliveryWindow: random.pick(WINDOWS),
      notes: random.chance(0.2) ? random.pick(NOTES) : null,
      poNumber: this.orders.length % 3 === 0 ? null : `PO-${2201 + this.orders.length}`,
      createdBy: actor.id,
      createdAt: new Date(at),
      updatedAt: new Date(at),
    };
    const order: Order = { row, retailer, wholesaler, lines, holds: [] };
    for (const line of lines) this.allocate(order, line);
    const requestId = idAt(at);
    this.moveHolds(order, 0, 1, { at, actor, requestId });
    this.orders.push(order);
    this.tell(order, { at, actor, action: 'created', from: null, notes: row.notes });
    const after = viewOf(order);
    this.world.record({
      at,
      actor,
      requestId,
      action: 'order.created',
      objectId: id,
      before: null,
      after,
    });
    return order;
  }

  /** Moves an order along its flow. */
  move(order: Order, to: OrderStatus, { at, actor, notes = null, found }: Move): void {
    const from = order.row.status;
    const cause = { at, actor, requestId: idAt(at) };
    if (to === 'cancelled') this.moveHolds(order, 0, -1, notes === null ? cause : { ...cause, notes });
    if (to === 'shipped') {
      this.moveHolds(order, -1, -1, cause);
      for (const hold of order.holds) hold.shippedAt = new Date(at);
      for (const { row } of order.lines) {
        const units = (hold: Order['holds'][number]) => (hold.lineId === row.id ? hold.quantity : 0);
        const worth = order.holds.reduce((sum, hold) => sum + units(hold) * hold.stock.averageCost, 0);
        row.shippedQuantity = row.quantity;
        row.unitCost = Math.round((worth / row.quantity) * 10_000) / 10_000;
      }
      order.shippedAt = at;
      order.shippedOn = dateIn(TIMEZONE, new Date(at));
    }
    if (to === 'delivered') {
      // Who isn't on board counts no stock (decision 517).
      if (order.retailer.entity.managedBy) {
        order.row.buyerStock = false;
        for (const { row } of order.lines) row.receivedQuantity = row.quantity;
      } else if (found) this.receipts.file(order, found, cause);
      else this.receipts.acceptAll(order, cause);
    }
    if (to === 'cancelled') order.holds = [];
    order.row.status = to;
    order.row.updatedAt = new Date(at);
    this.tell(order, { at, actor, action: 'moved', from, notes });
    this.world.record({
      ...cause,
      action: 'order.moved',
      objectId: order.row.id,
      before: { status: from },
      after: { status: to, notes },
    });
  }

  /** Says what was packed of the first line of an order that is prepared: less than was ordered. */
  pack(order: Order, packed: number, { at, actor }: Pick<Cause, 'at' | 'actor'>): void {
    const [line] = order.lines;
    if (!line) throw new Error('The order has no line');
    const { row, ware } = line;
    const [before, cause] = [viewOf(order), { at, actor, requestId: idAt(at) }];
    const source = { type: 'order', id: order.row.id } as const;
    let left = row.quantity - packed;
    for (const hold of order.holds.filter(({ lineId }) => lineId === row.id).reverse()) {
      const units = Math.min(hold.quantity, left);
      left -= units;
      hold.quantity -= units;
      if (units > 0) {
        this.world.book.move(
          hold.stock,
          0,
          -units,
          { ...cause, reason: 'SALE', source },
          hold.lot,
          'inferred',
        );
      }
    }
    order.holds = order.holds.filter(({ quantity }) => quantity > 0);
    const [was, is] = [row.quantity, packed].map((quantity) => amountText(quantity, ware));
    const asked = { packedFrom: row.quantity, requestedQuantity: row.quantity };
    Object.assign(row, { ...asked, quantity: packed, totalCents: lineTotal(ware, packed) });
    const lines = order.lines.map((one) => one.row);
    const { taxRateBps = 0, taxRules = null } = order.row;
    Object.assign(order.row, totalsOf(lines, { taxRateBps, taxRules }).totals, { updatedAt: new Date(at) });
    const summary = `${ware.productName} (${ware.sku}): ${was} → ${is}`;
    this.tell(order, { at, actor, action: 'item_changed', from: order.row.status, notes: null, summary });
    const objectId = order.row.id;
    this.world.record({ ...cause, action: 'order.item_changed', objectId, before, after: viewOf(order) });
  }

  /** The buyer corrects what it wrote down of a delivered order. */
  correct(order: Order, found: Findings, { at, actor }: Pick<Cause, 'at' | 'actor'>): void {
    const summary = this.receipts.correct(order, found, { at, actor, requestId: idAt(at) });
    order.row.updatedAt = new Date(at);
    const said = {
      action: 'receipt_corrected',
      from: order.row.status,
      notes: found.notes,
      summary,
    } as const;
    this.tell(order, { at, actor, ...said });
  }

  allocations(): Array<typeof orderAllocations.$inferInsert> {
    return this.orders.flatMap(({ row, holds }) =>
      holds.map(({ lineId, stock, lot, quantity, shippedAt }) => ({
        orderId: row.id,
        orderItemId: lineId,
        inventoryItemId: stock.id,
        lotId: lot?.row.id ?? null,
        quantity,
        shippedAt,
      })),
    );
  }

  private allocate(order: Order, { row, ware }: Order['lines'][number]): void {
    let missing = row.quantity;
    for (const stock of this.world.book.saleable(order.wholesaler.entity.id, ware.id)) {
      for (const { lot, units } of this.world.book.allocate(stock, missing)) {
        order.holds.push({ lineId: row.id, stock, lot, quantity: units, shippedAt: null });
        missing -= units;
      }
    }
    if (missing > 0) throw new Error(`${ware.sku} is short of ${missing}`);
  }

  private moveHolds(
    order: Order,
    sign: -1 | 0,
    reservedSign: -1 | 1,
    cause: Omit<Cause, 'reason' | 'source'>,
  ): void {
    const source = { type: 'order', id: order.row.id } as const;
    for (const { stock, lot, quantity } of order.holds) {
      const why = { ...cause, reason: 'SALE', source } as const;
      this.world.book.move(stock, sign * quantity, reservedSign * quantity, why, lot, 'inferred');
    }
  }

  private tell(
    { row }: Order,
    entry: {
      at: number;
      actor: Person;
      action: 'created' | 'moved' | 'item_changed' | 'receipt_corrected';
      from: OrderStatus | null;
      notes: string | null;
      summary?: string;
    },
  ): void {
    this.history.push({
      id: idAt(entry.at),
      orderId: row.id,
      action: entry.action,
      fromStatus: entry.from,
      toStatus: row.status,
      summary: entry.summary ?? null,
      notes: entry.notes,
      actorId: entry.actor.id,
      actorName: entry.actor.name,
      actorEntityId: entry.actor.entityId,
      createdAt: new Date(entry.at),
    });
  }
}

/** The first of a seller's delivery days that is so many days away, or that day where it names none. */
function deliveryDay({ locations }: Business, at: number, days: number): string {
  const day = addDays(dateIn(TIMEZONE, new Date(at)), days);
  const schedules = locations.map(({ deliveryDays = [], orderCutoff = null }) => {
    return { days: deliveryDays, cutoff: orderCutoff, timezone: TIMEZONE };
  });
  return nextDeliveryDates(schedules, new Date(at)).find((offered) => offered >= day) ?? day;
}

/** Half up to the cent. */
const lineTotal = ({ wholesalePriceCents, step }: Ware, quantity: number) =>
  Math.round((quantity * wholesalePriceCents * (step ?? EACH)) / EACH);

function lineRow(orderId: string, at: number, { ware, quantity, requested }: Wanted, position: number) {
  return {
    id: idAt(at),
    orderId,
    productId: ware.productId,
    variantId: ware.id,
    productName: ware.productName,
    sku: ware.sku,
    taxCategory: ware.category,
    quantity,
    requestedQuantity: requested ?? null,
    shippedQuantity: 0,
    receivedQuantity: 0,
    unitPriceCents: ware.wholesalePriceCents,
    packedFrom: null as number | null,
    unitCost: null as number | null,
    unit: ware.unit,
    step: ware.step,
    totalCents: lineTotal(ware, quantity),
    position,
    createdAt: new Date(at),
  };
}

/** Formats the order as the audit log stores it, with the field names of the API. */
function viewOf({ row, retailer, wholesaler, lines }: Order): object {
  return {
    id: row.id,
    order_number: row.orderNumber,
    status: row.status,
    wholesaler: { id: wholesaler.entity.id, name: wholesaler.entity.name },
    retailer: { id: retailer.entity.id, name: retailer.entity.name },
    items: lines.map(({ row: line }) => ({
      id: line.id,
      product_id: line.productId,
      product_name: line.productName,
      variant_id: line.variantId,
      sku: line.sku,
      quantity: line.quantity,
      amount: (line.quantity * (line.step ?? EACH)) / EACH,
      unit: line.unit,
      step: line.step ? line.step / EACH : null,
      unit_price: toDollars(line.unitPriceCents),
      total: toDollars(line.totalCents),
    })),
    subtotal: toDollars(row.subtotalCents),
    tax: toDollars(row.taxCents),
    total: toDollars(row.totalCents),
    delivery_date: row.deliveryDate,
    delivery_window: row.deliveryWindow,
    notes: row.notes,
    receiving_location_id: row.receivingLocationId,
    created_at: new Date(row.createdAt ?? 0).toISOString(),
  };
}
