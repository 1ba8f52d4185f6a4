/** What the stock and the orders must be, told in a few lines of arithmetic and typed from the decisions by hand. */

export interface Row {
  /** Which variant's stock it is, and in the order in which it is drawn on. */
  variant: number;
  quantity: number;
  reserved: number;
}

interface Line {
  variant: number;
  quantity: number;
  /** Units held of each row, by the row's index. */
  holds: Map<number, number>;
}

export interface ModelOrder {
  status: string;
  lines: Line[];
}

type Side = 'retailer' | 'wholesaler';

const NEXT: Record<string, { to: string; by: Side[] }[]> = {
  pending: [
    { to: 'accepted', by: ['wholesaler'] },
    { to: 'cancelled', by: ['retailer', 'wholesaler'] },
  ],
  accepted: [
    { to: 'preparing', by: ['wholesaler'] },
    { to: 'cancelled', by: ['retailer', 'wholesaler'] },
  ],
  preparing: [
    { to: 'shipped', by: ['wholesaler'] },
    { to: 'cancelled', by: ['wholesaler'] },
  ],
  shipped: [{ to: 'delivered', by: ['retailer', 'wholesaler'] }],
  delivered: [],
  cancelled: [],
};
const SELLERS_OWN = ['accepted', 'preparing', 'shipped'];

/** Every operation returns the status that the platform must respond with, and changes the model only on success. */
export class Model {
  readonly orders: ModelOrder[] = [];
  /** What each variant's row in the retailer's vault holds. */
  readonly received: number[];

  /** @param rows the seller's, each variant's in the order in which orders draw on them */
  constructor(
    readonly rows: Row[],
    variants: number,
  ) {
    this.received = Array.from({ length: variants }, () => 0);
  }

  /** Units that no order holds move from one row of a variant to the other. */
  transfer(from: number, to: number, quantity: number): number {
    const [source, target] = [this.row(from), this.row(to)];
    if (source.quantity - source.reserved < quantity) return 409;
    source.quantity -= quantity;
    target.quantity += quantity;
    return 201;
  }

  adjust(index: number, change: number): number {
    const row = this.row(index);
    if (row.quantity + change < row.reserved) return 409;
    row.quantity += change;
    return 200;
  }

  place(wanted: ReadonlyMap<number, number>): number {
    const lines = [...wanted].map(([variant, quantity]) => ({
      variant,
      quantity,
      holds: this.available(variant) < quantity ? null : this.allocate(variant, quantity),
    }));
    if (lines.some((line) => line.holds === null)) return 409;
    this.orders.push({ status: 'pending', lines: lines as Line[] });
    for (const line of lines as Line[]) this.hold(line.holds, 1);
    return 201;
  }

  setQuantity(order: ModelOrder, side: Side, variant: number, quantity: number): number {
    const line = order.lines.find((candidate) => candidate.variant === variant) as Line;
    const refusal = editRefusal(order, side, quantity > line.quantity);
    return refusal ?? this.resize(line, quantity, 200);
  }

  add(order: ModelOrder, side: Side, variant: number, quantity: number): number {
    const refusal = editRefusal(order, side, true);
    if (refusal) return refusal;
    const line = order.lines.find((candidate) => candidate.variant === variant);
    if (line) return this.resize(line, line.quantity + quantity, 201);
    const added: Line = { variant, quantity: 0, holds: new Map() };
    const status = this.resize(added, quantity, 201);
    if (status === 201) order.lines.push(added);
    return status;
  }

  remove(order: ModelOrder, side: Side, variant: number): number {
    const refusal = editRefusal(order, side, false);
    if (refusal) return refusal;
    if (order.lines.length === 1) return 409;
    const line = order.lines.find((candidate) => candidate.variant === variant) as Line;
    this.resize(line, 0, 200);
    order.lines.splice(order.lines.indexOf(line), 1);
    return 200;
  }

  move(order: ModelOrder, side: Side, to: string): number {
    if (side === 'retailer' && SELLERS_OWN.includes(to)) return 403;
    const step = NEXT[order.status]?.find((candidate) => candidate.to === to);
    if (!step?.by.includes(side)) return 409;
    order.status = to;
    for (const line of order.lines) {
      if (to === 'cancelled') this.hold(line.holds, -1);
      if (to === 'shipped') {
        this.hold(line.holds, -1);
        for (const [index, units] of line.holds) this.row(index).quantity -= units;
      }
      if (to === 'delivered') {
        this.received[line.variant] = (this.received[line.variant] ?? 0) + line.quantity;
      }
    }
    return 200;
  }

  private resize(line: Line, quantity: number, success: number): number {
    const change = quantity - line.quantity;
    if (change > 0) {
      if (this.available(line.variant) < change) return 409;
      const more = this.allocate(line.variant, change);
      this.hold(more, 1);
      for (const [index, units] of more) line.holds.set(index, (line.holds.get(index) ?? 0) + units);
    } else {
      this.release(line, -change);
    }
    line.quantity = quantity;
    return success;
  }

  /** Those reserved last go first: the rows in reverse order. */
  private release(line: Line, units: number): void {
    let left = units;
    for (const index of [...line.holds.keys()].sort((a, b) => b - a)) {
      const part = Math.min(left, line.holds.get(index) ?? 0);
      line.holds.set(index, (line.holds.get(index) ?? 0) - part);
      this.row(index).reserved -= part;
      left -= part;
    }
  }

  private available(variant: number): number {
    return this.rows
      .filter((row) => row.variant === variant)
      .reduce((sum, row) => sum + row.quantity - row.reserved, 0);
  }

  private allocate(variant: number, quantity: number): Map<number, number> {
    const holds = new Map<number, number>();
    let missing = quantity;
    for (const [index, row] of this.rows.entries()) {
      if (row.variant !== variant) continue;
      const part = Math.min(missing, row.quantity - row.reserved);
      if (part > 0) holds.set(index, part);
      missing -= part;
    }
    return holds;
  }

  private hold(holds: ReadonlyMap<number, number>, sign: 1 | -1): void {
    for (const [index, units] of holds) this.row(index).reserved += sign * units;
  }

  private row(index: number): Row {
    return this.rows[index] as Row;
  }
}

function editRefusal(order: ModelOrder, side: Side, raises: boolean): number | null {
  if (side === 'wholesaler' && raises) return 403;
  const states = side === 'retailer' ? ['pending'] : ['pending', 'accepted'];
  return states.includes(order.status) ? null : 409;
}
