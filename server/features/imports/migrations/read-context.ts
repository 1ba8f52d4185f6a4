import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import type { ImportKind } from '../fields';
import type { MigrationContext } from './context';
import { migrations } from './tables';
import { MIGRATION_KINDS, type MigrationKind } from './words';

/** Reads what an import of a migration needs of it. */
export async function readContext(db: Db, id: string, kind: ImportKind): Promise<MigrationContext | null> {
  const [row] = await db.select().from(migrations).where(eq(migrations.id, id));
  if (!row) return null;
  const at = MIGRATION_KINDS.indexOf(kind as MigrationKind);
  return {
    ...{ id, entityId: row.entityId, system: row.system, source: row.source },
    settings: row.settings as MigrationContext['settings'],
    locationMap: row.locationMap as MigrationContext['locationMap'],
    categoryMap: row.categoryMap as MigrationContext['categoryMap'],
    kinds: MIGRATION_KINDS.slice(0, at).filter((one) => row.kinds.includes(one)),
  };
}
