import type { Move } from '../../inventory/ledger/ledger';
import { MAX_QUANTITY } from '../../inventory/schema';
import type { Count } from '../lists/apply-page.sql';

/** A line of a sale or a return that the ledger doesn't have, or only a part of. */
export interface OpenSale {
  lineId: string;
  name: string;
  reason: 'SALE' | 'RETURN';
  /** Units that are left to book: negative for a sale, positive for a return and for a sale that was voided. */
  open: number;
  settled: boolean;
  /** Where its package is, the likeliest row first. */
  rows: ReadonlyArray<{ itemId: string; lotId: string | null; isFirst: boolean }>;
}

/** Units of a line that the ledger has from now on. */
export interface Booking {
  lineId: string;
  units: number;
}

/** What a count would move on its own. */
export interface CountMoves {
  count: Pick<Count, 'itemId' | 'lots'>;
  moves: readonly Move[];
  /** Units of the row before. */
  before: number;
}

/** Sales that a movement names. */
const MOST_NAMED = 5;

/**
 * Splits the moves of counts by what the POS has sold and taken back: those of a row together stay count − before. A
 * settled line that no difference shows was hidden by another change, which becomes a part of its own.
 */
export function explain(
  counted: readonly CountMoves[],
  sales: readonly OpenSale[],
): { moves: Move[]; booked: Booking[] } {
  if (sales.length === 0) return { moves: counted.flatMap(({ moves }) => moves), booked: [] };
  const rows = new Map(counted.map((one) => [one.count.itemId, new ExplainedRow(one)]));
  const booked = sales.flatMap((sale): Booking[] => {
    let open = sale.open;
    for (const { itemId, lotId } of sale.rows)
      open = rows.get(itemId)?.match({ ...sale, open }, lotId) ?? open;
    const [first] = sale.rows;
    if (open !== 0 && sale.settled && first?.isFirst)
      open = rows.get(first.itemId)?.settle({ ...sale, open }, first.lotId) ?? open;
    return open === sale.open ? [] : [{ lineId: sale.lineId, units: sale.open - open }];
  });
  return { moves: [...rows.values()].flatMap((row) => row.moves), booked };
}

type Line = Pick<OpenSale, 'name' | 'reason' | 'open'>;

class ExplainedRow {
  readonly #itemId: string;
  readonly #before: number;
  readonly #lots: ReadonlySet<string>;
  readonly #rest: Move[];
  readonly #parts = new Map<string, { move: Move; names: Set<string> }>();

  constructor({ count, moves, before }: CountMoves) {
    this.#itemId = count.itemId;
    this.#before = before;
    this.#lots = new Set(count.lots.map(({ lotId }) => lotId));
    this.#rest = moves.map((move) => ({ ...move }));
  }

  /** What arrives comes first, so that no balance on the way is below zero. */
  get moves(): Move[] {
    const named = [...this.#parts.values()].map(({ move, names }) => ({
      ...move,
      notes: notesOf(move, names),
    }));
    return [...this.#rest, ...named]
      .filter(({ delta }) => delta !== 0)
      .toSorted((one, other) => Math.sign(other.delta) - Math.sign(one.delta));
  }

  /** Explains differences of the lot. @returns what is left of the line */
  match({ open, ...line }: Line, lotId: string | null): number {
    let left = open;
    for (const move of this.#rest) {
      if (this.#lotOf(move.lotId) !== this.#lotOf(lotId) || Math.sign(move.delta) !== Math.sign(left))
        continue;
      const part = Math.sign(left) * Math.min(Math.abs(left), Math.abs(move.delta));
      move.delta -= part;
      left -= part;
      this.#add(line, move.lotId ?? null, part);
    }
    return left;
  }

  /** Books the rest of a line against another change of the lot. @returns what is left of the line */
  settle({ open, ...line }: Line, lotId: string | null): number {
    if (this.#before + Math.abs(open) > MAX_QUANTITY) return open;
    const lot = this.#lotOf(lotId);
    this.#add(line, lot, open);
    const other = this.#rest.find((move) => (move.lotId ?? null) === lot);
    if (other) other.delta -= open;
    else this.#rest.push({ itemId: this.#itemId, lotId: lot, delta: -open, reservedDelta: 0 });
    return 0;
  }

  /** Units of lots that the POS hasn't named are the rest of the row. */
  #lotOf(lotId: string | null | undefined): string | null {
    return lotId && this.#lots.has(lotId) ? lotId : null;
  }

  #add({ name, reason }: Omit<Line, 'open'>, lotId: string | null, delta: number): void {
    const key = `${lotId}/${reason}/${delta < 0}`;
    const part = this.#parts.get(key) ?? {
      move: { itemId: this.#itemId, lotId, delta: 0, reservedDelta: 0, reason },
      names: new Set<string>(),
    };
    part.move.delta += delta;
    part.names.add(name);
    this.#parts.set(key, part);
  }
}

function notesOf({ reason, delta }: Move, names: ReadonlySet<string>): string {
  const word = reason === 'RETURN' ? 'Return' : delta > 0 ? 'Voided sale' : 'Sale';
  const shown = [...names].slice(0, MOST_NAMED).join(', ');
  const more = names.size > MOST_NAMED ? ` and ${names.size - MOST_NAMED} more` : '';
  return `${word} ${shown}${more}`.slice(0, 500);
}
