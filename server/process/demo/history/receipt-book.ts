import type { Outcome } from '../../../features/orders/flow/outcomes';
import { totalsOf } from '../../../features/orders/money/pricing';
import type { receipts } from '../../../features/orders/parts/tables';
import type { receiptLines, returnLines, returns } from '../../../features/orders/receipts/tables';
import type { Person } from '../businesses';
import { idAt } from '../identity';
import type { Lot } from './batch-book';
import type { Order } from './order';
import type { Cause } from './stock-book';
import type { World } from './world';

/** What a buyer found wrong with a line: units that came broken, and units that never came. */
interface Found {
  damaged?: number;
  short?: number;
}

/** What a buyer wrote down at the door: of the first lines, in their order. The rest arrived whole. */
export interface Findings {
  lines: readonly Found[];
  notes: string | null;
}

type Step = Pick<Cause, 'at' | 'actor' | 'requestId'>;
type ReceiptRow = typeof receipts.$inferInsert & { id: string };
/** Units of one lot of a line, and what became of them. */
interface Part extends Pick<Outcome, 'accepted' | 'damaged' | 'short' | 'orderItemId'> {
  lot: Lot | null;
  /** Where the accepted units went; absent where none were. */
  itemId?: string;
}

/** Past receipts of orders: what arrived is in the buyer's stock, what came broken on its way back. */
export class ReceiptBook {
  private readonly receipts: ReceiptRow[] = [];
  private readonly returns: (typeof returns.$inferInsert)[] = [];
  private readonly returnLines: (typeof returnLines.$inferInsert)[] = [];
  private readonly present = new Map<string, { row: ReceiptRow; parts: Part[] }>();

  constructor(private readonly world: World) {}

  /** Books everything that was shipped, without a receipt. */
  acceptAll(order: Order, cause: Step): void {
    this.book(order, { type: 'order', id: order.row.id }, partsOf(order, []), [], cause);
  }

  /** Files a receipt of what was shipped. */
  file(order: Order, { lines, notes }: Findings, { at, actor, requestId }: Step): void {
    const parts = partsOf(order, lines);
    const id = idAt(at);
    const when = new Date(at);
    this.book(order, { type: 'receipt', id }, parts, [], { at, actor, requestId });
    const row: ReceiptRow = {
      ...{ id, orderId: order.row.id, entityId: order.retailer.entity.id },
      ...{ wholesalerId: order.wholesaler.entity.id, notes, creditCents: creditOf(order, parts) },
      ...{ actorId: actor.id, actorName: actor.name, correctedBy: null, correctedAt: null },
      ...{ createdAt: when, updatedAt: when },
    };
    this.receipts.push(row);
    this.present.set(order.row.id, { row, parts });
    this.openReturn(order, row, parts, at);
    this.record('receipt.filed', row, null, { at, actor, requestId });
  }

  /** Corrects an order's receipt, which had nothing to send back. @returns the accepted units of those shipped, as a timeline says it */
  correct(order: Order, { lines, notes }: Findings, cause: Step): string {
    const filed = this.present.get(order.row.id);
    if (!filed) throw new Error(`${order.row.orderNumber} has no receipt`);
    const { row, parts: before } = filed;
    const parts = partsOf(order, lines);
    const was = viewOf(row);
    this.book(order, { type: 'receipt', id: row.id }, parts, before, cause);
    const when = new Date(cause.at);
    const corrected = { correctedBy: 'buyer', correctedAt: when, updatedAt: when } as const;
    Object.assign(row, { notes, creditCents: creditOf(order, parts), ...corrected });
    filed.parts = parts;
    this.record('receipt.corrected', row, was, cause);
    const sum = (units: (part: Part) => number) => parts.reduce((all, part) => all + units(part), 0);
    return `${sum(({ accepted }) => accepted)} of ${sum(shippedOf)} units accepted`;
  }

  /** The rows of all receipts, once nothing changes any more. */
  rows() {
    const lines = [...this.present.values()].flatMap(({ row, parts }) =>
      parts.map(({ orderItemId, lot, itemId, ...units }): typeof receiptLines.$inferInsert => ({
        ...{
          id: idAt(Number(row.createdAt)),
          receiptId: row.id,
          orderItemId,
          lotId: lot?.row.id ?? null,
          inventoryItemId: itemId ?? null,
        },
        ...{ ...units, rejected: 0, reasonCode: reasonOf(units) },
      })),
    );
    return { receipts: this.receipts, lines, returns: this.returns, returnLines: this.returnLines };
  }

  /** Brings the buyer's vault from what is booked to what was accepted. */
  private book(
    { row, retailer, lines }: Order,
    source: { type: 'order' | 'receipt'; id: string },
    parts: readonly Part[],
    booked: readonly Part[],
    { at, actor, requestId }: Step,
  ): void {
    const why = { at, actor, requestId, reason: 'TRANSFER', source, notes: row.orderNumber } as const;
    for (const { row: line, ware } of lines) {
      const ofLine = parts.filter(({ orderItemId }) => orderItemId === line.id);
      const stock = this.world.book.open(retailer.entity.id, row.receivingLocationId, 'vault', ware, at);
      const had = (part: Part) =>
        booked.find(({ orderItemId, lot }) => orderItemId === line.id && lot === part.lot)?.accepted ?? 0;
      const units = ofLine.reduce((sum, part) => sum + part.accepted - had(part), 0);
      if (units > 0) this.world.book.price(stock, units, line.unitPriceCents);
      for (const part of ofLine) {
        const delta = part.accepted - had(part);
        if (part.accepted > 0) part.itemId = stock.id;
        if (delta !== 0) this.world.book.move(stock, delta, 0, why, part.lot);
      }
      line.receivedQuantity = ofLine.reduce((sum, { accepted }) => sum + accepted, 0);
    }
  }

  private openReturn({ row, wholesaler }: Order, receipt: ReceiptRow, parts: readonly Part[], at: number) {
    const back = parts.filter(({ damaged }) => damaged > 0);
    if (back.length === 0) return;
    const id = idAt(at);
    const when = new Date(at);
    this.returns.push({
      ...{ id, orderId: row.id, receiptId: receipt.id, entityId: wholesaler.entity.id },
      ...{ createdAt: when, updatedAt: when },
    });
    for (const { orderItemId, lot, damaged } of back) {
      this.returnLines.push({
        id: idAt(at),
        returnId: id,
        orderItemId,
        lotId: lot?.row.id ?? null,
        quantity: damaged,
      });
    }
  }

  private record(
    action: 'receipt.filed' | 'receipt.corrected',
    row: ReceiptRow,
    before: object | null,
    { at, actor, requestId }: { at: number; actor: Person; requestId: string },
  ): void {
    this.world.record({ at, actor, requestId, action, objectId: row.id, before, after: viewOf(row) });
  }
}

const shippedOf = ({ accepted, damaged, short }: Part) => accepted + damaged + short;

const reasonOf = ({ damaged, short }: Pick<Part, 'damaged' | 'short'>) =>
  damaged > 0 ? 'damaged' : short > 0 ? 'short' : null;

/** What became of each lot of each line: the first lots have what is wrong. */
function partsOf({ lines, holds }: Order, found: readonly Found[]): Part[] {
  return lines.flatMap(({ row }, n) => {
    const lots = new Map<Lot | null, number>();
    for (const { lot, quantity } of holds.filter(({ lineId }) => lineId === row.id)) {
      lots.set(lot, (lots.get(lot) ?? 0) + quantity);
    }
    const left = { damaged: found[n]?.damaged ?? 0, short: found[n]?.short ?? 0 };
    return [...lots].map(([lot, quantity]): Part => {
      const damaged = Math.min(left.damaged, quantity);
      const short = Math.min(left.short, quantity - damaged);
      left.damaged -= damaged;
      left.short -= short;
      return { orderItemId: row.id, lot, damaged, short, accepted: quantity - damaged - short };
    });
  });
}

/** The total of what was shipped less that of what was accepted, in cents. */
function creditOf({ row, lines }: Order, parts: readonly Part[]): number {
  const { taxRateBps = 0, taxRules = null } = row;
  const accepted = lines.map(({ row: line }) => {
    const units = parts
      .filter(({ orderItemId }) => orderItemId === line.id)
      .reduce((sum, part) => sum + part.accepted, 0);
    return { ...line, quantity: units };
  });
  return (row.totalCents ?? 0) - totalsOf(accepted, { taxRateBps, taxRules }).totals.totalCents;
}

/** What the audit log has of a receipt, with the field names of the API. */
const viewOf = ({ id, orderId, notes = null, creditCents }: ReceiptRow) => ({
  ...{ id, order_id: orderId, notes },
  credit: creditCents / 100,
});
