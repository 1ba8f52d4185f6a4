import { sql } from 'drizzle-orm';
import { iso, slice, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { imports } from '../tables';
import type { MigrationView } from './schema';
import { migrationFiles, migrations } from './tables';
import type { MigrationKind } from './words';

export type StoredMigration = Omit<MigrationView, 'kinds'> & {
  kinds: MigrationKind[];
  missing: Partial<Record<MigrationKind, Partial<MigrationView['kinds'][number]>>>;
};

const COLUMNS = sql`t.id, t.system, t.source, t.connection_id, t.status, t.kinds, t.settings, t.location_map, t.category_map, t.found,
  t.missing, t.error, (select coalesce(sum((l.value ->> 'rows')::int), 0)::int from jsonb_each(t.lists) l) as rows_read,
  json_build_object('id', t.actor_id, 'name', t.actor_name) as created_by, ${iso(sql`t.created_at`)} as created_at,
  ${iso(sql`t.applied_at`)} as applied_at, ${iso(sql`t.finished_at`)} as finished_at`;

export const migrationOf = statement(
  [[ID, ID]],
  (id: string, entityId: string) => sql<StoredMigration>`
    select ${COLUMNS} from ${migrations} t where t.id = ${id} and t.entity_id = ${entityId}`,
);

export const migrationPage = statement(
  [[ID, 1, 1]],
  (entityId: string, page: number, limit: number) => sql<StoredMigration>`
    select ${COLUMNS} from ${migrations} t where t.entity_id = ${entityId} order by t.created_at desc, t.id desc ${slice({ page, limit })}`,
);

export const countMigrations = statement(
  [[ID]],
  (entityId: string) => sql<{ total: number }>`
    select count(*)::int as total from ${migrations} where entity_id = ${entityId}`,
);

export const importsOfMigrations = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{
    migration_id: string;
    id: string;
    kind: MigrationKind;
    status: string;
    counts: Record<string, number>;
  }>`
    select migration_id, id, kind, status, counts from ${imports} where migration_id = any(${uuids(ids)})`,
);

export const filesOfMigrations = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{ migration_id: string; kind: MigrationKind; file_name: string }>`
    select migration_id, kind, file_name from ${migrationFiles} where migration_id = any(${uuids(ids)})`,
);
