import type { MigrationSettings } from './schema';
import type { MigrationKind, MigrationSource, MigrationSystem } from './words';

/** The migration that an import is a part of, as its lines need it. */
export interface MigrationContext {
  id: string;
  entityId: string;
  system: MigrationSystem;
  source: MigrationSource;
  settings: MigrationSettings;
  locationMap: Record<string, { location_id: string; room_type?: string }>;
  categoryMap: Record<string, { category: string; subcategory?: string | null }>;
  /** Kinds that come before this one and are part of it. */
  kinds: readonly MigrationKind[];
}
