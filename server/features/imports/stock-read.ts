import { MAX_PRICE_CENTS } from '../../kernel/money';
import { MAX_QUANTITY, REASON_CODES, ROOM_TYPES, type RoomType } from '../inventory/schema';
import type { LeasedImport } from './leased-import';
import { CellReader, type MappedLine } from './line';
import { type LinePart, readLot } from './stock-lots';
import type { KnownLocation, LocationFinder } from './stock-places';

/** The cells of a line of stock. */
export interface ReadLine {
  line: MappedLine;
  reader: CellReader;
  sku: string | undefined;
  location: KnownLocation | undefined;
  room: RoomType;
  change: number | undefined;
  target: number | undefined;
  reason: (typeof REASON_CODES)[number];
  notes: string | null;
  unitCostCents: number | null;
  part: LinePart;
}

export function readLine(
  line: MappedLine,
  locations: LocationFinder,
  defaults: Pick<LeasedImport, 'kind' | 'locationId' | 'roomType'> & { byLot: boolean },
): ReadLine {
  const isCount = defaults.kind === 'count';
  const reader = new CellReader(line.values);
  const read: ReadLine = {
    line,
    reader,
    sku: undefined,
    location: undefined,
    room: defaults.roomType,
    change: undefined,
    target: undefined,
    reason: isCount ? 'AUDIT' : 'ADJUSTMENT',
    notes: null,
    unitCostCents: null,
    part: undefined,
  };
  if (line.fault !== null) {
    reader.fail('', 'unreadable', line.fault);
    return read;
  }
  read.sku = reader.required('sku', 100);
  read.location = locationOf(line, reader, locations, defaults.locationId);
  read.room = reader.word('room_type', ROOM_TYPES) ?? defaults.roomType;
  read.notes = reader.text('notes', 1000) ?? null;
  if (defaults.byLot) read.part = readLot(reader, line);
  if (isCount) {
    if (line.values.counted === undefined) reader.fail('counted', 'required', 'is missing');
    read.target = reader.whole('counted', 0, MAX_QUANTITY);
    return read;
  }
  read.change = reader.whole('quantity_change', -MAX_QUANTITY, MAX_QUANTITY);
  read.target = reader.whole('quantity', 0, MAX_QUANTITY);
  const { quantity_change, quantity, reason_code } = line.values;
  if (quantity_change !== undefined && quantity !== undefined) {
    reader.fail('quantity', 'ambiguous', "can't be combined with quantity_change");
  } else if (quantity_change === undefined && quantity === undefined) {
    reader.fail('quantity_change', 'required', 'or quantity is missing');
  }
  if (reason_code === undefined && quantity_change !== undefined) {
    reader.fail('reason_code', 'required', 'is missing');
  }
  read.reason = reader.word('reason_code', REASON_CODES) ?? 'ADJUSTMENT';
  read.unitCostCents = reader.cents('unit_cost', MAX_PRICE_CENTS) ?? null;
  return read;
}

function locationOf(
  { values }: MappedLine,
  reader: CellReader,
  locations: LocationFinder,
  fallback: string | null,
): KnownLocation | undefined {
  if (values.location === undefined) {
    const found = fallback === null ? locations.only : locations.byId(fallback);
    if (!found) reader.fail('location', 'required', 'is missing');
    return found;
  }
  const [found, another] = locations.named(values.location);
  if (!found) reader.fail('location', 'unknown_location', 'not found');
  else if (another) reader.fail('location', 'ambiguous', 'is the name of several locations; use the id');
  return another ? undefined : found;
}
