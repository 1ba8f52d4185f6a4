import { MAX_WANTED } from '../../inventory/wanted/schema';
import { CellReader } from '../lines/cell-reader';
import type { LineError } from '../lines/codes';
import type { MappedLine } from '../lines/line';
import { type KnownLocation, type LocationFinder, locationOf } from '../lines/locations';

/** The cells of a line of levels wanted. */
export interface ReadLevel {
  line: number;
  errors: LineError[];
  /** What the line calls its goods. */
  called: string | null;
  sku: string | undefined;
  variantId: string | undefined;
  location: KnownLocation | undefined;
  /** In steps; null for an empty cell. */
  reorder_point: number | null;
  par: number | null;
}

export function readLevel(
  line: MappedLine,
  locations: LocationFinder,
  { locationId }: { locationId: string | null },
): ReadLevel {
  const reader = new CellReader(line);
  const { errors } = reader;
  const { sku, variant_id } = line.values;
  const called = (sku ?? variant_id)?.slice(0, 200) ?? null;
  if (line.fault !== null) {
    reader.fail('', 'unreadable', line.fault);
    const nothing = { sku: undefined, variantId: undefined, location: undefined };
    return { line: line.line, errors, called, ...nothing, reorder_point: null, par: null };
  }
  if (sku === undefined && variant_id === undefined) reader.fail('sku', 'required', 'is missing');
  const [point = null, par = null] = (['reorder_point', 'par'] as const).map((field) =>
    reader.whole(field, 0, MAX_WANTED),
  );
  if (point !== null && par !== null && par < point) {
    reader.fail('par', 'below_reorder_point', 'must be at least reorder_point');
  }
  return {
    ...{ line: line.line, errors, called },
    sku: reader.text('sku', 100),
    variantId: reader.id('variant_id'),
    location: locationOf(line, reader, locations, locationId),
    reorder_point: point,
    par,
  };
}
