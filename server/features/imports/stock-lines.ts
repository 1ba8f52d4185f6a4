import { MAX_PRICE_CENTS } from '../../kernel/money';
import type { Db } from '../../platform/db/client';
import { MAX_QUANTITY, REASON_CODES, ROOM_TYPES, type RoomType } from '../inventory/schema';
import { placeKey, type StockPlace } from '../inventory/service';
import {
  CellReader,
  type CheckContext,
  type CheckedLine,
  emptyLine,
  FirstLines,
  type LineError,
  type MappedLine,
} from './line';
import { type KnownLocation, LocationFinder, VariantFinder } from './stock-places';
import type { PresentStock } from './stock-places.sql';
import { stockAtPlaces } from './stock-places.sql';

export type { PresentStock } from './stock-places.sql';

/** What a line of stock does, as it is kept until it is applied. */
export interface StockChange extends StockPlace {
  /** In units; 0 changes nothing. */
  delta: number;
  reason: (typeof REASON_CODES)[number];
  notes: string | null;
  unitCostCents: number | null;
  /** The quantity that `delta` was computed from; null where the file contains the change itself. */
  seen: number | null;
}

interface ReadLine {
  line: MappedLine;
  reader: CellReader;
  sku: string | undefined;
  location: KnownLocation | undefined;
  room: RoomType;
  change: number | undefined;
  target: number | undefined;
  reason: StockChange['reason'];
  notes: string | null;
  unitCostCents: number | null;
}

/** Checks stock lines against current stock: `inventory` contains changes or quantities, `count` counted quantities. */
export function openStockCheck({ actor, leased }: CheckContext) {
  const firstLines = new FirstLines();
  let locations: LocationFinder | undefined;
  return async (db: Db, lines: readonly MappedLine[]): Promise<CheckedLine[]> => {
    locations ??= await LocationFinder.open(db, actor);
    const known = locations;
    const read = lines.map((line) => readLine(line, known, leased.kind === 'count', leased));
    const variants = await VariantFinder.open(
      db,
      actor.entity.id,
      read.flatMap(({ sku }) => sku ?? []),
    );
    const placed = read.map((one) => ({ ...one, ...place(one, variants) }));
    const present = await presentStock(
      db,
      actor.entity.id,
      placed.flatMap(({ at }) => at ?? []),
    );
    return placed.map((one) => judge(one, present, firstLines));
  };
}

function readLine(
  line: MappedLine,
  locations: LocationFinder,
  isCount: boolean,
  defaults: { locationId: string | null; roomType: RoomType },
): ReadLine {
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
  };
  if (line.fault !== null) {
    reader.fail('', 'unreadable', line.fault);
    return read;
  }
  read.sku = reader.required('sku', 100);
  read.location = locationOf(line, reader, locations, defaults.locationId);
  read.room = reader.word('room_type', ROOM_TYPES) ?? defaults.roomType;
  read.notes = reader.text('notes', 1000) ?? null;
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
  if (!found) reader.fail('location', 'unknown_location', 'is no location of yours');
  else if (another) reader.fail('location', 'ambiguous', 'is the name of several locations; use the id');
  return another ? undefined : found;
}

function place({ sku, location, room, reader }: ReadLine, variants: VariantFinder) {
  const misread = reader.errors.some(({ field }) => field === 'room_type');
  if (sku === undefined || location === undefined || misread) return { at: undefined, productName: null };
  const found = variants.find(sku, location.id);
  if (found === undefined) {
    reader.fail('sku', 'unknown_sku', 'was not found in your stock or catalog');
  } else if (found === 'ambiguous') {
    reader.fail('sku', 'ambiguous_sku', 'is of several products in your stock');
  } else {
    const at: StockPlace = { locationId: location.id, roomType: room, variantId: found.variantId };
    return { at, productName: found.productName };
  }
  return { at: undefined, productName: null };
}

/** The rows of stock at those places, by `placeKey`; where there is none yet, nothing. */
export async function presentStock(
  db: Db,
  entityId: string,
  places: readonly StockPlace[],
): Promise<Map<string, PresentStock>> {
  const rows = await stockAtPlaces(
    db,
    places.map((at) => at.locationId),
    places.map((at) => at.variantId),
    places.map((at) => at.roomType),
    entityId,
  );
  return new Map(
    rows.map((row) => [
      placeKey({ locationId: row.location_id, variantId: row.variant_id, roomType: row.room_type }),
      row,
    ]),
  );
}

function judge(
  one: ReadLine & { at: StockPlace | undefined; productName: string | null },
  present: ReadonlyMap<string, PresentStock>,
  firstLines: FirstLines,
): CheckedLine {
  const { line, reader, sku, location, at, productName } = one;
  const checked: CheckedLine = {
    ...emptyLine(line.line),
    sku: sku ?? null,
    productName,
    location: location?.name ?? null,
    roomType: line.fault === null ? one.room : null,
    errors: reader.errors,
    ...(location ? { locationId: location.id } : {}),
  };
  if (!at) return checked;
  const row = present.get(placeKey(at));
  const quantity = row?.quantity ?? 0;
  checked.before = row ? { quantity, reserved_quantity: row.reserved_quantity } : null;
  const earlier = firstLines.earlier(placeKey(at), line.line);
  if (earlier !== undefined) reader.fail('', 'duplicate', `repeats line ${earlier}`);
  const delta = one.change ?? (one.target === undefined ? undefined : one.target - quantity);
  if (delta === undefined) return checked;
  checked.after = { quantity: quantity + delta };
  const fault = stockFault(quantity + delta, row?.reserved_quantity ?? 0);
  if (fault)
    reader.fail(
      one.change === undefined
        ? line.values.counted === undefined
          ? 'quantity'
          : 'counted'
        : 'quantity_change',
      fault.code,
      fault.message,
    );
  if (reader.errors.length > 0) return checked;
  const change: StockChange = {
    ...at,
    delta,
    reason: one.reason,
    notes: one.notes,
    unitCostCents: one.unitCostCents,
    seen: one.change === undefined ? quantity : null,
  };
  checked.outcome = delta === 0 ? 'unchanged' : row ? 'adjust' : 'create';
  checked.data = change;
  return checked;
}

/** Explains why an item cannot hold a quantity; undefined when it can. */
export function stockFault(after: number, reserved: number): Omit<LineError, 'field'> | undefined {
  if (after < 0) return { code: 'below_zero', message: 'would make the quantity negative' };
  if (after < reserved) {
    return {
      code: 'below_reserved',
      message: `would leave less than the ${reserved} that orders have reserved`,
    };
  }
  if (after > MAX_QUANTITY)
    return { code: 'value_too_large', message: `would leave more than ${MAX_QUANTITY}` };
  return undefined;
}
