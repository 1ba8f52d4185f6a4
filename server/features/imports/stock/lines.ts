import { numberKey } from '../../../kernel/batch-number';
import { amountIn, stepsOf } from '../../../kernel/weights';
import type { Db } from '../../../platform/db/client';
import type { FoundLot } from '../../inventory/lots/open-lots';
import { MAX_QUANTITY, type REASON_CODES } from '../../inventory/schema';
import { placeKey, type StockPlace } from '../../inventory/service';
import type { LineError } from '../lines/codes';
import { type CheckContext, type CheckedLine, emptyLine, FirstLines, fail, type Values } from '../lines/line';
import { dateNote, HELD, type Held, heldParts, lotError, NOTHING, resolveLots, similarNote } from './lots';
import { type FoundVariant, VariantFinder } from './places';
import { type PresentStock, stockAtPlaces } from './places.sql';
import type { LinePart, ReadLine } from './read';

/** What a line of stock does, as it is kept until it is applied. */
export interface StockChange extends StockPlace {
  /** In units; 0 changes nothing. */
  delta: number;
  reason: (typeof REASON_CODES)[number];
  notes: string | null;
  unitCostCents: number | null;
  /** The quantity that `delta` was computed from; null where the file contains the change itself. */
  seen: number | null;
  /** Of a file without lots it is absent. */
  part?: LinePart;
}

type PlacedLine = ReadLine & { at: StockPlace | undefined; productName: string | null; sold: Stepped };
type Stepped = Pick<FoundVariant, 'unit' | 'step'>;
const EACH: Stepped = { unit: null, step: null };

/** Checks stock lines against current stock: `inventory` contains changes or quantities, `count` counted quantities. */
export function openStockCheck({ actor }: CheckContext) {
  const firstLines = new FirstLines();
  const tags = new Map<string, string>();
  return async (db: Db, lines: readonly unknown[]): Promise<CheckedLine[]> => {
    const read = lines as readonly ReadLine[];
    const variants = await VariantFinder.open(
      db,
      actor.entity.id,
      read.flatMap(({ sku }) => sku ?? []),
      read.flatMap(({ externalId }) => externalId ?? []),
    );
    const placed: PlacedLine[] = read.map((one) => ({ ...one, ...place(one, variants) }));
    const present = await presentStock(
      db,
      actor.entity.id,
      placed.flatMap(({ at }) => at ?? []),
    );
    const rowOf = (at: StockPlace) => present.get(placeKey(at));
    const lotOf = await resolveLots(db, actor.entity.id, placed, rowOf);
    for (const one of placed) rejectTwoBatches(one, lotOf.get(one), tags);
    const quantities = await quantitiesOf(db, placed, { rowOf, lotOf });
    return placed.map((one) =>
      judge(
        one,
        { row: one.at && rowOf(one.at), lot: lotOf.get(one), held: quantities.get(one) },
        firstLines,
      ),
    );
  };
}

function place(
  { sku, externalId, location, room, errors, amount, field }: ReadLine,
  variants: VariantFinder,
): Pick<PlacedLine, 'at' | 'productName' | 'sold'> & Partial<Pick<ReadLine, 'change' | 'target'>> {
  const nowhere = { at: undefined, productName: null, sold: EACH };
  const misread = errors.some(({ field }) => field === 'room_type');
  if (location === undefined || misread) return nowhere;
  const named = externalId && variants.byName(externalId);
  if (sku === undefined) {
    if (!externalId) return nowhere;
    if (!named) {
      fail(errors, 'external_id', 'unknown_id', 'is of no product of yours', externalId.value);
      return nowhere;
    }
  }
  const found = sku === undefined ? named : variants.find(sku, location.id);
  if (named && found && found !== 'ambiguous' && named.variantId !== found.variantId) {
    fail(errors, 'external_id', 'ambiguous', 'is of another product than the SKU', externalId?.value);
    return nowhere;
  }
  if (found === undefined) {
    fail(errors, 'sku', 'unknown_sku', 'not found');
  } else if (found === 'ambiguous') {
    fail(errors, 'sku', 'ambiguous_sku', 'is of several products in your stock');
  } else {
    const at: StockPlace = { locationId: location.id, roomType: room, variantId: found.variantId };
    const placed = { at, productName: found.productName, sold: found };
    if (amount === undefined) return placed;
    const steps = stepsOf(amount, found.step);
    if (steps === null) {
      fail(errors, field, 'off_step', `must be a multiple of ${amountIn(1, inUnits(found))}`);
      return placed;
    }
    return { ...placed, ...(field === 'amount_change' ? { change: steps } : { target: steps }) };
  }
  return nowhere;
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

/** A tag of a new lot belongs to one batch of one variant. */
function rejectTwoBatches(
  { at, part, errors }: PlacedLine,
  lot: FoundLot | undefined,
  tags: Map<string, string>,
): void {
  if (!at || !part?.packageTag || !lot || lot.lot_id !== null) return;
  const batch = `${at.variantId}/${part.batchId && numberKey(part.batchId)}`;
  const known = tags.get(part.packageTag);
  if (known === undefined) tags.set(part.packageTag, batch);
  else if (known !== batch) errors.push(lotError('tag_taken', part));
}

/** What stock has of each line's part: a lot, the units without one, or a whole row. */
async function quantitiesOf(
  db: Db,
  lines: readonly PlacedLine[],
  {
    rowOf,
    lotOf,
  }: { rowOf: (at: StockPlace) => PresentStock | undefined; lotOf: ReadonlyMap<PlacedLine, FoundLot> },
): Promise<Map<PlacedLine, Held>> {
  const placed = lines.flatMap((one) => {
    const row = one.at && rowOf(one.at);
    return row ? [{ one, row, lotId: lotOf.get(one)?.lot_id ?? null }] : [];
  });
  const heldOf = await heldParts(
    db,
    placed.map(({ row, lotId }) => ({ itemId: row.id, lotId })),
  );
  return new Map(placed.map(({ one, row, lotId }) => [one, heldOf(row, one.part, lotId)]));
}

function judge(
  one: PlacedLine,
  {
    row,
    lot,
    held = NOTHING,
  }: { row: PresentStock | undefined; lot: FoundLot | undefined; held?: Held | undefined },
  firstLines: FirstLines,
): CheckedLine {
  const { line, errors, sku, location, at, productName, part } = one;
  const misread = (field: string) => errors.find((error) => error.field === field)?.value ?? null;
  const checked: CheckedLine = {
    ...emptyLine(line),
    sku: sku ?? misread('sku'),
    productName,
    location: location?.name ?? misread('location'),
    roomType: one.isUnreadable ? null : (misread('room_type') ?? one.room),
    errors,
    ...(location ? { locationId: location.id } : {}),
  };
  if (!at || (part && !lot)) return checked;
  const { quantity, reserved_quantity } = held;
  checked.before = row ? { quantity, reserved_quantity, ...amountOf(quantity, one.sold) } : null;
  const earlier = firstLines.earlier(`${placeKey(at)}/${lot ? lotKey(part, lot) : ''}`, line);
  if (earlier !== undefined) fail(errors, '', 'duplicate', `repeats line ${earlier}`);
  const delta = one.change ?? (one.target === undefined ? undefined : one.target - quantity);
  if (delta === undefined) return checked;
  checked.after = {
    quantity: quantity + delta,
    ...amountOf(quantity + delta, one.sold),
    ...shownLot(part, lot),
  };
  checked.note =
    part === null && one.isDated ? NO_BATCH : (similarNote(lot) ?? dateNote(part, knownBatch(lot)));
  const fault = stockFault(quantity + delta, reserved_quantity);
  if (fault) errors.push({ field: one.field, ...fault });
  if (one.reason === 'SALE' && delta < 0 && lot?.blocked === 'held') errors.push(HELD);
  if (errors.length > 0) return checked;
  const change: StockChange = {
    ...at,
    delta,
    reason: one.reason,
    notes: one.notes,
    unitCostCents: one.unitCostCents,
    seen: one.change === undefined ? quantity : null,
    ...(part !== undefined && { part: part && { ...part, lotId: lot?.lot_id ?? null } }),
  };
  checked.outcome = delta === 0 ? 'unchanged' : row ? 'adjust' : 'create';
  checked.data = change;
  return checked;
}

const inUnits = ({ step }: Stepped) => (step === null ? null : step / 10_000);
/** A quantity in the unit of goods by weight, as a line shows it beside. */
const amountOf = (quantity: number, sold: Stepped): Values =>
  sold.unit === null ? {} : { amount: amountIn(quantity, inUnits(sold)), unit: sold.unit };

const NO_BATCH = "Units without a batch have no expiration date; the file's date was not used.";

const lotKey = (part: LinePart, { lot_id }: FoundLot) =>
  lot_id ?? `${part?.packageTag ?? ''}/${part?.batchId ? numberKey(part.batchId) : ''}`;

const knownBatch = (lot: FoundLot | undefined) => (lot?.batch ? { expiresOn: lot.expires_on } : undefined);

/** A line's lot, as its result shows it. */
function shownLot(part: LinePart, lot: FoundLot | undefined): Values {
  if (!part || !lot) return {};
  return {
    batch_id: lot.batch_id ?? part.batchId,
    package_tag: lot.lot_id === null ? part.packageTag : lot.package_tag,
    expires_on: lot.batch === null ? part.expiresOn : lot.expires_on,
  };
}

/** Explains why a row of stock, or its part, cannot hold a quantity; undefined when it can. */
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
