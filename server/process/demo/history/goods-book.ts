import type {
  goodsReceiptLines,
  goodsReceipts,
  goodsSuppliers,
} from '../../../features/inventory/goods-receipts/tables';
import { dateIn } from '../../../kernel/clock';
import { CROCKFORD } from '../../../kernel/dated-number';
import { EACH } from '../../../kernel/weights';
import type { Person } from '../businesses';
import { idAt } from '../identity';
import { STATE, TIMEZONE } from '../people';
import { Random } from '../random';
import type { Lot } from './batch-book';
import type { Recorded } from './recorded';
import type { Stock, StockBook } from './stock-book';

type GoodsReceipt = typeof goodsReceipts.$inferInsert & { id: string };
type LineRow = typeof goodsReceiptLines.$inferInsert;
type SupplierRow = typeof goodsSuppliers.$inferInsert & { id: string };

/** Someone that delivers from outside. */
export interface Outsider {
  name: string;
  license: string;
}

export interface Arrival {
  stock: Stock;
  units: number;
  lot: Lot | null;
  unitCostCents: number;
}

/** Goods that came from outside: each receipt is the source of its ledger rows. */
export class GoodsBook {
  readonly suppliers: SupplierRow[] = [];
  readonly receipts: GoodsReceipt[] = [];
  readonly lines: LineRow[] = [];
  /** What came first of each receipt. */
  private readonly arrivals = new Map<string, Arrival>();
  private readonly bySupplier = new Map<string, SupplierRow>();

  /** Receives goods of one location. @param from null for a harvest */
  receive(
    world: { book: StockBook; record(entry: Recorded): void },
    arrivals: readonly [Arrival, ...Arrival[]],
    { at, actor, from }: { at: number; actor: Person; from: Outsider | null },
  ): GoodsReceipt {
    const [first] = arrivals;
    const { entityId, locationId } = first.stock;
    const id = idAt(at);
    this.arrivals.set(id, first);
    const createdAt = new Date(at);
    const random = new Random('goods', this.receipts.length);
    const letters = Array.from({ length: 6 }, () => random.pick([...CROCKFORD])).join('');
    const number = `GR-${createdAt.toISOString().slice(0, 10).replaceAll('-', '')}-${letters}`;
    const supplier = from && this.supplierOf(entityId, from, createdAt);
    const requestId = idAt(at);
    for (const [position, { stock, units, lot, unitCostCents }] of arrivals.entries()) {
      world.book.price(stock, units, unitCostCents);
      const source = { type: 'goods_receipt', id } as const;
      world.book.change(
        stock,
        units,
        { at, actor, requestId, reason: 'ADJUSTMENT', source, notes: number },
        lot,
      );
      const line = { id: idAt(at), receiptId: id, position, itemId: stock.id, lotId: lot?.row.id ?? null };
      this.lines.push({ ...line, quantity: units, unitCostCents });
    }
    const row: GoodsReceipt & { units: number } = {
      ...{ id, entityId, number, locationId, kind: from ? ('purchase' as const) : ('harvest' as const) },
      ...{ supplierId: supplier?.id ?? null, supplierName: from?.name ?? null },
      ...{ supplierLicense: from?.license ?? null, supplierState: from ? STATE : null },
      reference: from ? `INV-${4100 + 3 * this.receipts.length}` : null,
      receivedOn: dateIn(TIMEZONE, createdAt),
      units: arrivals.reduce((sum, { units }) => sum + units, 0),
      costTotal: arrivals.reduce((sum, arrival) => sum + worthOf(arrival), 0) / 100,
      ...{ actorId: actor.id, actorName: actor.name, createdAt, updatedAt: createdAt },
      ...{ notes: null, correctedAt: null },
    };
    this.receipts.push(row);
    const { kind, units } = row;
    world.record({
      ...{ at, actor, requestId, action: 'goods.received', objectId: id, locationIds: [locationId] },
      ...{ before: null, after: { id, number, kind, units } },
    });
    return row;
  }

  /** Takes units off the first line of a receipt, where they are still there. */
  correct(
    world: { book: StockBook; record(entry: Recorded): void },
    receipt: GoodsReceipt,
    { at, actor, units }: { at: number; actor: Person; units: number },
  ): void {
    const arrival = this.arrivals.get(receipt.id);
    const line = this.lines.find(({ receiptId, position }) => receiptId === receipt.id && position === 0);
    const held = arrival?.stock.lots.find(({ lot }) => lot === arrival.lot);
    if (!arrival || !line || !held || line.quantity <= units || held.quantity - held.reserved < units) return;
    const { stock, lot, unitCostCents } = arrival;
    const before = { units: receipt.units, cost_total: receipt.costTotal };
    const requestId = idAt(at);
    const source = { type: 'goods_receipt', id: receipt.id } as const;
    world.book.price(stock, -units, unitCostCents);
    const cause = { at, actor, requestId, reason: 'ADJUSTMENT', source, notes: receipt.number } as const;
    world.book.move(stock, -units, 0, cause, lot);
    const worth = worthOf(arrival) - worthOf({ ...arrival, units: arrival.units - units });
    line.quantity -= units;
    receipt.units = (receipt.units ?? 0) - units;
    receipt.costTotal = Math.round((receipt.costTotal ?? 0) * 100 - worth) / 100;
    receipt.notes = 'One carton was counted twice.';
    receipt.correctedAt = receipt.updatedAt = new Date(at);
    world.record({
      ...{ at, actor, requestId, action: 'goods.corrected', objectId: receipt.id },
      ...{ locationIds: [receipt.locationId], before },
      after: { units: receipt.units, cost_total: receipt.costTotal, notes: receipt.notes },
    });
  }

  private supplierOf(entityId: string, { name, license }: Outsider, createdAt: Date): SupplierRow {
    const key = `${entityId}/${license}`;
    const present = this.bySupplier.get(key);
    if (present) return present;
    const row = {
      ...{ id: idAt(createdAt.getTime()), entityId, name, licenseNumber: license, state: STATE },
      ...{ createdAt, updatedAt: createdAt },
    };
    this.bySupplier.set(key, row);
    this.suppliers.push(row);
    return row;
  }
}

/** In cents, half up. */
const worthOf = ({ stock: { ware }, units, unitCostCents }: Arrival) =>
  Math.round((units * (ware.step ?? EACH) * unitCostCents) / EACH);
