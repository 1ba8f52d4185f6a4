import { oneLineOf } from '../../../kernel/one-line';
import type { Goods } from '../../inventory/goods-receipts/goods';
import type { SentLine } from '../../inventory/goods-receipts/lines';
import type { Said } from '../../inventory/goods-receipts/service';
import type { GoodsHead } from './read';

/** Lines of a file that are one receipt: the rest of a longer one is another with the same reference. */
export const RECEIPT_LINES = 200;

/** Where a line belongs. */
export interface Place {
  /** Counts the receipts of the file. */
  receipt: number;
  /** Whether its supplier, reference and day had another before it: the reference is asked about no more. */
  isRest: boolean;
}

/** A line of a receipt, as it is kept until it is applied. */
export interface GoodsData extends Place {
  goods: Goods;
  line: SentLine;
  head: GoodsHead;
  locationId: string;
}

/** Which lines are one receipt: those of one supplier, reference, day and location (decision 942). */
export class ReceiptsOfFile {
  private readonly groups = new Map<string, { receipt: number; lines: number; parts: number }>();
  private last = 0;

  /** The same for lines of one receipt. */
  static keyOf({ supplier, reference, received_on }: GoodsHead, locationId: string): string {
    const license = supplier.license_number
      ?.normalize('NFKC')
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
    const name = oneLineOf(supplier.name).normalize('NFKC').toLowerCase();
    return [license || `name ${name}`, reference?.toLowerCase(), received_on, locationId].join('\n');
  }

  add(key: string): Place {
    const group = this.groups.get(key) ?? { receipt: 0, lines: RECEIPT_LINES, parts: 0 };
    this.groups.set(key, group);
    if (group.lines === RECEIPT_LINES)
      Object.assign(group, { receipt: ++this.last, lines: 0, parts: group.parts + 1 });
    group.lines++;
    return { receipt: group.receipt, isRest: group.parts > 1 };
  }
}

/** A receipt of lines. The rest of a longer one has the same reference, which isn't asked about. */
export function saidOf(lines: readonly GoodsData[]): Said {
  const [first] = lines as [GoodsData];
  const { supplier, reference, received_on } = first.head;
  const isConfirmed = first.isRest || lines.some(({ line }) => line.confirm?.includes('same_reference'));
  return {
    kind: 'purchase',
    location_id: first.locationId,
    supplier,
    reference,
    received_on,
    lines: lines.map(({ line }) => line),
    ...(isConfirmed && { confirm: ['same_reference'] }),
  };
}
