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
