import { type ReadBatch, readBatch } from '../batches/read';
import { type ReadEntry, readEntry } from '../catalog/read';
import { type ReadCustomer, readCustomer } from '../customers/read';
import { type ReadGoods, readGoods } from '../goods/read';
import { type ReadLevel, readLevel } from '../levels/read';
import type { SourceRow } from '../listing/columns';
import { ListingReader, type ReadListing } from '../listing/reader';
import type { AdaptSettings } from '../migrations/adapt';
import { type ReadOpening, readOpening } from '../opening/read';
import { type ReadOrder, readOrder } from '../orders/read';
import { type ReadPrice, readPrice } from '../price-lists/read';
import type { ImportRow } from '../running/leased-import.sql';
import { isByLot, type ReadLine, readLine } from '../stock/read';
import type { MappedLine } from './line';
import { type KnownLocation, LocationFinder } from './locations';

/** How the lines of a file are read. */
export interface ReaderSettings
  extends Pick<
    ImportRow,
    'kind' | 'mapping' | 'fixes' | 'given' | 'locationId' | 'roomType' | 'migrationId'
  > {
  /** Those that the member may access; of a file of products none. */
  locations: readonly KnownLocation[];
  /** Null outside of migrations. */
  migration: AdaptSettings | null;
}

/** A line of a listing. */
export interface ReadListingLine {
  line: number;
  result: ReadListing | { ok: false; code: 'unreadable'; reason: string };
}

/**
 * Two formats of product files. A catalog identifies each variant by SKU. A listing, as exported by public directories,
 * has ids or slugs instead of SKUs; its names, categories and potency are parsed like in the command line.
 */
export const isListing = ({ mapping, migrationId }: Pick<ImportRow, 'mapping' | 'migrationId'>) =>
  migrationId === null && !mapping.some(({ field }) => field === 'sku' || field === 'variants');

/** Returns a function that reads the cells of line after line, without the database: what `LineKind.openCheck` checks. */
export function openReader(
  settings: ReaderSettings,
): (
  line: MappedLine,
) =>
  | ReadLine
  | ReadEntry
  | ReadListingLine
  | ReadCustomer
  | ReadOpening
  | ReadGoods
  | ReadBatch
  | ReadPrice
  | ReadOrder
  | ReadLevel {
  if (settings.kind === 'customers') return readCustomer;
  if (settings.kind === 'opening_balances') return readOpening;
  if (settings.kind === 'batches') return readBatch;
  if (settings.kind === 'price_lists') return readPrice;
  if (settings.kind === 'orders') return readOrder;
  if (settings.kind === 'goods_receipts') {
    const locations = new LocationFinder(settings.locations);
    return (line) => readGoods(line, locations, settings);
  }
  if (settings.kind === 'levels_wanted') {
    const locations = new LocationFinder(settings.locations);
    return (line) => readLevel(line, locations, settings);
  }
  if (settings.kind !== 'products') {
    const [locations, byLot] = [new LocationFinder(settings.locations), isByLot(settings)];
    return (line) => readLine(line, locations, { ...settings, byLot });
  }
  if (!isListing(settings)) return readEntry;
  const reader = new ListingReader();
  return ({ line, values, fault }) => ({
    line,
    result:
      fault === null
        ? reader.read(line, values as Partial<SourceRow>)
        : { ok: false, code: 'unreadable', reason: fault },
  });
}
