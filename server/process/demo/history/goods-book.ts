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

type ReceiptRow = typeof goodsReceipts.$inferInsert;
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
  readonly receipts: ReceiptRow[] = [];
  readonly lines: LineRow[] = [];
  private readonly bySupplier = new Map<string, SupplierRow>();

  /** Receives goods of one location. @param from null for a harvest */
  receive(
    world: { book: StockBook; record(entry: Recorded): void },
    arrivals: readonly [Arrival, ...Arrival[]],
    { at, actor, from }: { at: number; actor: Person; from: Outsider | null },
  ): void {
    const [{ stock: first }] = arrivals;
    const { entityId, locationId } = first;
    const id = idAt(at);
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
    const row = {
      ...{ id, entityId, number, locationId, kind: from ? ('purchase' as const) : ('harvest' as const) },
      ...{ supplierId: supplier?.id ?? null, supplierName: from?.name ?? null },
      ...{ supplierLicense: from?.license ?? null, supplierState: from ? STATE : null },
      reference: from ? `INV-${4100 + 3 * this.receipts.length}` : null,
      receivedOn: dateIn(TIMEZONE, createdAt),
      units: arrivals.reduce((sum, { units }) => sum + units, 0),
      costTotal: arrivals.reduce((sum, arrival) => sum + worthOf(arrival), 0) / 100,
      ...{ actorId: actor.id, actorName: actor.name, createdAt, updatedAt: createdAt },
    };
    this.receipts.push(row);
    const { kind, units } = row;
    world.record({
      ...{ at, actor, requestId, action: 'goods.received', objectId: id, locationIds: [locationId] },
      ...{ before: null, after: { id, number, kind, units } },
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
