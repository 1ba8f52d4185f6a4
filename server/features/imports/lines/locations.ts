import type { CellReader } from './cell-reader';
import type { MappedLine } from './line';

export interface KnownLocation {
  id: string;
  name: string;
}

/** The locations that a member may access, by id and by case-insensitive name. */
export class LocationFinder {
  constructor(private readonly locations: readonly KnownLocation[]) {}

  /** The only location; undefined when there are several. */
  get only(): KnownLocation | undefined {
    return this.locations.length === 1 ? this.locations[0] : undefined;
  }

  byId(id: string): KnownLocation | undefined {
    return this.locations.find((location) => location.id === id.toLowerCase());
  }

  /** Locations that a cell may refer to. */
  named(cell: string): KnownLocation[] {
    const byId = this.byId(cell);
    if (byId) return [byId];
    const name = cell.toLowerCase();
    return this.locations.filter((location) => location.name.trim().toLowerCase() === name);
  }
}

/** The location of a line: of its cell, else that of the file, else the only one. */
export function locationOf(
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
