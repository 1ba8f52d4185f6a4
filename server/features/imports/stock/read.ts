import { MAX_PRICE_CENTS } from '../../../kernel/money';
import type { ExternalId } from '../../entities/external-ids/schema';
import { MAX_QUANTITY, REASON_CODES, ROOM_TYPES, type RoomType } from '../../inventory/schema';
import { LOT_FIELDS } from '../fields';
import { CellReader } from '../lines/cell-reader';
import type { LineError } from '../lines/codes';
import { externalOf } from '../lines/external-id';
import type { LineSource, MappedLine } from '../lines/line';
import { type KnownLocation, type LocationFinder, locationOf } from '../lines/locations';
import type { LeasedImport } from '../running/leased-import';
import type { Mapping } from '../schema';

/** How a line names the lot that it is of. */
export interface LotCells {
  lotId: string | null;
  batchId: string | null;
  packageTag: string | null;
  /** YYYY-MM-DD; of a batch that the line creates. */
  expiresOn: string | null;
}

/** What a line is of: a lot, null for the units without one, undefined for a whole row of stock. */
export type LinePart = LotCells | null | undefined;

/** The columns that say how much: one of them in each line. */
const CHANGES = ['quantity_change', 'amount_change'] as const;
const TARGETS = ['quantity', 'amount'] as const;
const COUNTS = ['counted', 'counted_amount'] as const;
export const QUANTITY_FIELDS = [...CHANGES, ...TARGETS, ...COUNTS] as const;

/** The cells of a line of stock. */
export interface ReadLine {
  line: number;
  errors: LineError[];
  isUnreadable: boolean;
  /** Whether the line has a date of expiration. */
  isDated: boolean;
  sku: string | undefined;
  /** By which the business itself calls the variant, in place of a SKU. */
  externalId: ExternalId | undefined;
  location: KnownLocation | undefined;
  room: RoomType;
  change: number | undefined;
  target: number | undefined;
  /** In place of either, in the unit of the variant. */
  amount: number | undefined;
  /** Which of them the line has, or lacks. */
  field: (typeof QUANTITY_FIELDS)[number];
  reason: (typeof REASON_CODES)[number];
  notes: string | null;
  unitCostCents: number | null;
  part: LinePart;
  source?: LineSource;
}

export function readLine(
  line: MappedLine,
  locations: LocationFinder,
  defaults: Pick<LeasedImport, 'kind' | 'locationId' | 'roomType'> & { byLot: boolean },
): ReadLine {
  const isCount = defaults.kind === 'count';
  const reader = new CellReader(line);
  const read: ReadLine = {
    line: line.line,
    errors: reader.errors,
    isUnreadable: line.fault !== null,
    isDated: line.values.expires_on !== undefined,
    sku: undefined,
    externalId: undefined,
    location: undefined,
    room: defaults.roomType,
    change: undefined,
    target: undefined,
    amount: undefined,
    field: isCount ? 'counted' : 'quantity',
    reason: isCount ? 'AUDIT' : 'ADJUSTMENT',
    notes: null,
    unitCostCents: null,
    part: undefined,
  };
  if (line.fault !== null) {
    reader.fail('', 'unreadable', line.fault);
    return read;
  }
  read.externalId = externalOf(reader);
  read.sku = read.externalId ? reader.text('sku', 100) : reader.required('sku', 100);
  read.location = locationOf(line, reader, locations, defaults.locationId);
  read.room = reader.word('room_type', ROOM_TYPES) ?? defaults.roomType;
  read.notes = reader.text('notes', 1000) ?? null;
  if (defaults.byLot) read.part = readLot(reader, line);
  if (isCount) {
    readQuantity(reader, line, COUNTS, read);
    return read;
  }
  readQuantity(reader, line, [...CHANGES, ...TARGETS], read);
  const { reason_code } = line.values;
  if (reason_code === undefined && CHANGES.some((field) => line.values[field] !== undefined)) {
    reader.fail('reason_code', 'required', 'is missing');
  }
  read.reason = reader.word('reason_code', REASON_CODES) ?? 'ADJUSTMENT';
  read.unitCostCents = reader.cents('unit_cost', MAX_PRICE_CENTS) ?? null;
  return read;
}

/** Reads how much a line says, by the one column of these that it has. */
function readQuantity(
  reader: CellReader,
  { values }: MappedLine,
  fields: ReadonlyArray<ReadLine['field']>,
  read: ReadLine,
): void {
  const [field, another] = fields.filter((one) => values[one] !== undefined);
  if (!field) {
    const [first = 'quantity', ...others] = fields;
    reader.fail(first, 'required', `or ${others.join(', ').replace(/, (?=[^,]*$)/, ' or ')} is missing`);
    return;
  }
  if (another) reader.fail(another, 'ambiguous', `can't be combined with ${field}`);
  read.field = field;
  const isChange = field === 'quantity_change' || field === 'amount_change';
  const least = isChange ? -MAX_QUANTITY : 0;
  if (field.includes('amount')) read.amount = reader.decimal(field, least, MAX_QUANTITY);
  else if (isChange) read.change = reader.whole(field, least, MAX_QUANTITY);
  else read.target = reader.whole(field, least, MAX_QUANTITY);
}

/** Whether the lines of a file are of lots and of units without one, instead of whole rows of stock. */
export const isByLot = ({ mapping }: { mapping: Mapping }) =>
  mapping.some(({ field }) => (LOT_FIELDS as readonly string[]).includes(field));

/** Reads the cells of a line that name its lot. */
export function readLot(reader: CellReader, { values }: MappedLine): LotCells | null {
  const lot = {
    lotId: reader.id('lot_id') ?? null,
    batchId: reader.text('batch_id', 100) ?? null,
    packageTag: reader.text('package_tag', 100) ?? null,
    expiresOn: reader.date('expires_on') ?? null,
  };
  return LOT_FIELDS.some((field) => values[field] !== undefined) ? lot : null;
}
