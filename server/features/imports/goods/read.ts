import { MAX_PRICE_CENTS } from '../../../kernel/money';
import { GOODS_QUESTIONS } from '../../inventory/goods-receipts/schema';
import { MAX_QUANTITY, ROOM_TYPES } from '../../inventory/schema';
import { TEST_STATUSES } from '../../lots/schema';
import { CellReader } from '../lines/cell-reader';
import type { LineError } from '../lines/codes';
import type { MappedLine } from '../lines/line';
import { type KnownLocation, type LocationFinder, locationOf } from '../lines/locations';

/** What the lines of one receipt have alike. */
export interface GoodsHead {
  supplier: { name: string; license_number: string | undefined; state: string | undefined };
  reference: string | undefined;
  received_on: string | undefined;
}

/** The cells of a line of goods from outside. */
export interface ReadGoods {
  line: number;
  errors: LineError[];
  /** What the line calls its goods. */
  called: string | null;
  location: KnownLocation | undefined;
  head: GoodsHead;
  /** As a line of `POST /api/v1/goods-receipts`, not checked by its rules yet. */
  goods: Record<string, unknown>;
}

export function readGoods(
  line: MappedLine,
  locations: LocationFinder,
  { locationId }: { locationId: string | null },
): ReadGoods {
  const reader = new CellReader(line);
  const { sku, scan, variant_id } = line.values;
  const read = {
    line: line.line,
    errors: reader.errors,
    called: (sku ?? scan ?? variant_id)?.slice(0, 200) ?? null,
  };
  if (line.fault !== null) {
    reader.fail('', 'unreadable', line.fault);
    const supplier = { name: '', license_number: undefined, state: undefined };
    const head = { supplier, reference: undefined, received_on: undefined };
    return { ...read, location: undefined, head, goods: {} };
  }
  const cents = reader.cents('unit_cost', MAX_PRICE_CENTS);
  const goods = {
    sku: reader.text('sku', 100),
    variant_id: reader.id('variant_id'),
    scan: reader.text('scan', 200),
    quantity: reader.whole('quantity', 1, MAX_QUANTITY),
    amount: reader.decimal('amount', 0.0001, MAX_QUANTITY),
    unit_cost: cents === undefined ? undefined : cents / 100,
    batch_id: reader.text('batch_id', 100),
    harvested_on: reader.date('harvested_on'),
    packaged_on: reader.date('packaged_on'),
    expires_on: reader.date('expires_on'),
    test_status: reader.word('test_status', TEST_STATUSES),
    package_tag: reader.text('package_tag', 100),
    room_type: reader.word('room_type', ROOM_TYPES),
    confirm: confirmedIn(reader),
  };
  const head = {
    supplier: {
      name: reader.required('supplier', 200) ?? '',
      license_number: reader.text('license_number', 100),
      state: reader.text('state', 100),
    },
    reference: reader.text('reference', 100),
    received_on: reader.date('received_on'),
  };
  return { ...read, location: locationOf(line, reader, locations, locationId), head, goods };
}

/** Codes of questions, separated by commas or blanks. */
function confirmedIn(reader: CellReader): string[] | undefined {
  const codes = reader
    .text('confirm', 200)
    ?.toLowerCase()
    .split(/[\s,;]+/);
  if (codes?.every((code) => (GOODS_QUESTIONS as readonly string[]).includes(code)))
    return [...new Set(codes)];
  if (codes) reader.fail('confirm', 'unknown_value', `must be of ${GOODS_QUESTIONS.join(', ')}`);
  return undefined;
}
