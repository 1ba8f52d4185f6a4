import type { Db } from '../../../platform/db/client';
import type { FoundLot } from '../../inventory/lots/open-lots';
import { findLots, type LotFault, lotFault, type OpenedLot } from '../../inventory/lots/open-lots';
import type { StockPlace } from '../../inventory/service';
import { LOT_FIELDS } from '../fields';
import type { LineError } from '../lines/codes';
import { cellText } from '../lines/line';
import { lotsInRows, type PresentStock } from './places.sql';
import type { LinePart, LotCells } from './read';

/** The name under which a line's lot is searched. */
export const lotName = (lot: LotCells, variantId: string, itemId: string | null) => ({
  ...lot,
  variantId,
  itemId,
});

interface PlacedLine {
  at: StockPlace | undefined;
  part: LinePart;
  errors: LineError[];
}

/** What exists under the names of lines' lots; names that lead to no lot become errors of their lines. */
export async function resolveLots<T extends PlacedLine>(
  db: Db,
  entityId: string,
  lines: readonly T[],
  rowOf: (at: StockPlace) => PresentStock | undefined,
): Promise<Map<T, FoundLot>> {
  const named = lines.flatMap((one) => {
    const misread = one.errors.some(({ field }) => ['expires_on', ...LOT_FIELDS].includes(field));
    return one.at && one.part && !misread
      ? [{ one, name: lotName(one.part, one.at.variantId, rowOf(one.at)?.id ?? null) }]
      : [];
  });
  const found = await findLots(
    db,
    entityId,
    named.map(({ name }) => name),
  );
  const lotOf = new Map<T, FoundLot>();
  for (const [index, { one, name }] of named.entries()) {
    const row = found[index];
    if (!row) continue;
    const fault = lotFault(name, row);
    if (fault) one.errors.push(lotError(fault, name));
    else lotOf.set(one, row);
  }
  return lotOf;
}

export const LOT_ERRORS: Record<LotFault, LineError> = {
  unknown_lot: { field: 'lot_id', code: 'unknown_id', message: 'is no lot of this product in your stock' },
  unknown_tag: { field: 'batch_id', code: 'required', message: 'is missing' },
  tag_taken: { field: 'package_tag', code: 'tag_taken', message: 'belongs to another batch or product' },
  too_many_numbers: {
    field: 'batch_id',
    code: 'rejected',
    message: 'is one of too many new batch numbers of this product today',
  },
  unknown_product: {
    field: 'sku',
    code: 'unknown_sku',
    message: 'is no longer the SKU of a product that you can order or hold',
  },
};

/** The error of a line's lot, with what the file calls it. */
export function lotError(
  fault: LotFault,
  { lotId, batchId, packageTag }: Omit<LotCells, 'expiresOn'>,
): LineError {
  const error = LOT_ERRORS[fault];
  const named: Record<string, string | null> = { lot_id: lotId, batch_id: batchId, package_tag: packageTag };
  return { ...error, value: cellText(named[error.field] ?? undefined) };
}

export const HELD: LineError = {
  field: 'reason_code',
  code: 'rejected',
  message: 'must not be SALE: the units are on hold',
};

/** Asks whether a number that is new is another spelling of a batch's: files merge nothing by resemblance (decision 401). */
export function similarNote(found: Pick<FoundLot, 'similar'> | undefined): string | null {
  if (!found?.similar) return null;
  return `This is a new batch. If it is batch ${found.similar}, write its number as there.`;
}

/** Remarks that a line's expiration date was not used: a file changes no batch that exists (decision 168). */
export function dateNote(part: LinePart, batch: Pick<OpenedLot, 'expiresOn'> | undefined): string | null {
  const date = part?.expiresOn;
  if (!date || !batch || batch.expiresOn === date) return null;
  return batch.expiresOn === null
    ? "The batch has no expiration date; the file's date was not used."
    : `The batch expires on ${batch.expiresOn}; the file's date was not used.`;
}

export type Held = Pick<PresentStock, 'quantity' | 'reserved_quantity'>;
export const NOTHING: Held = { quantity: 0, reserved_quantity: 0 };

/** Reads what rows of stock have of lots. @returns a function from a row and a part of it to what it has of the part */
export async function heldParts(
  db: Db,
  parts: ReadonlyArray<{ itemId: string; lotId: string | null }>,
): Promise<(row: PresentStock, part: LinePart, lotId: string | null) => Held> {
  const inLots = parts.filter(({ lotId }) => lotId !== null);
  const rows =
    inLots.length === 0
      ? []
      : await lotsInRows(
          db,
          inLots.map(({ itemId }) => itemId),
          inLots.map(({ lotId }) => lotId ?? ''),
        );
  const byKey = new Map(rows.map((row) => [`${row.item_id}/${row.lot_id}`, row]));
  return (row, part, lotId) => {
    if (part === undefined) return row;
    if (part === null) {
      return {
        quantity: row.quantity - row.lot_quantity,
        reserved_quantity: row.reserved_quantity - row.lot_reserved,
      };
    }
    return byKey.get(`${row.id}/${lotId}`) ?? NOTHING;
  };
}
