import type { z } from 'zod';
import { existing } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { pageOf } from '../../../platform/db/listing';
import { rejectPart } from '../../integrations/whole-business';
import { NO_LINES } from '../schema';
import {
  countMigrations,
  filesOfMigrations,
  importsOfMigrations,
  migrationOf,
  migrationPage,
  type StoredMigration,
} from './queries.sql';
import type { MigrationList, MigrationView } from './schema';

/** @throws AppError FORBIDDEN `whole_business`, NOT_FOUND */
export async function getMigration({ db, actor }: ReadContext, id: string): Promise<MigrationView> {
  rejectPart(actor);
  const [view] = await viewsOf(db, [await existing(migrationOf(db, id, actor.entity.id))]);
  return view as MigrationView;
}

/** The data of its events. */
export async function readMigration(db: Db, id: string, entityId: string): Promise<MigrationView> {
  const [view] = await viewsOf(db, [await existing(migrationOf(db, id, entityId))]);
  return view as MigrationView;
}

/** Lists migrations, newest first. @throws AppError FORBIDDEN `whole_business` */
export async function listMigrations(
  { db, actor }: ReadContext,
  { page, limit }: { page: number; limit: number },
): Promise<z.infer<typeof MigrationList>> {
  rejectPart(actor);
  const [rows, [counted]] = await Promise.all([
    migrationPage(db, actor.entity.id, page, limit),
    countMigrations(db, actor.entity.id),
  ]);
  return { data: await viewsOf(db, rows), pagination: pageOf({ page, limit }, counted?.total) };
}

async function viewsOf(db: Db, rows: readonly StoredMigration[]): Promise<MigrationView[]> {
  const ids = rows.map(({ id }) => id);
  const parts = await importsOfMigrations(db, ids);
  const files = await filesOfMigrations(db, ids);
  return rows.map(({ missing, kinds, ...row }) => ({
    ...row,
    kinds: kinds.map((kind) => {
      const part = parts.find((one) => one.migration_id === row.id && one.kind === kind);
      const file = files.find((one) => one.migration_id === row.id && one.kind === kind);
      return {
        ...{
          kind,
          import_id: part?.id ?? null,
          status: part?.status ?? null,
          file_name: file?.file_name ?? null,
        },
        counts: { ...NO_LINES, ...part?.counts },
        ...{ not_carried: {}, missing: [], missing_count: 0 },
        ...missing[kind],
      };
    }),
  }));
}
