import { z } from 'zod';
import { Paging } from '../../../kernel/params';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { getMigration, listMigrations } from './queries';
import {
  AddMigrationFile,
  CreateMigration,
  Migration,
  MigrationId,
  MigrationList,
  UpdateMigration,
} from './schema';
import {
  addMigrationFile,
  applyMigration,
  createMigration,
  deleteMigration,
  readMigrationSource,
  updateMigration,
} from './service';
import { migrations } from './tables';

const OWN = ['NOT_FOUND', 'whole_business'] as const;
const OPEN = [...OWN, 'confirmed', 'migration_active'] as const;

export const migrationsRouter = router({
  create: endpoint({
    rest: 'POST /api/v1/migrations',
    summary: 'Begin to move in from another system',
    description:
      'From LeafLink or Distru by a connection or files, from Apex Trading or QuickBooks by files. Each kind becomes an import, with its lines and problems. Nothing of your business changes before `apply`.',
    permission: 'update:integrations',
    input: CreateMigration,
    output: Migration,
    status: 201,
    location: '/api/v1/migrations/{id}',
    errors: ['whole_business', 'not_a_seller', 'too_many'],
  }).mutation(({ ctx, input }) => createMigration(ctx, input)),

  list: endpoint({
    rest: 'GET /api/v1/migrations',
    summary: 'List migrations',
    description: 'Newest first.',
    permission: 'read:integrations',
    input: z.strictObject(Paging),
    output: MigrationList,
    errors: ['whole_business'],
  }).query(({ ctx, input }) => listMigrations(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/migrations/{id}',
    summary: 'Get a migration with its preview',
    description:
      'Poll it while the status is `reading` or `applying`. The lines of a kind, and a CSV of those with problems, are those of its import.',
    permission: 'read:integrations',
    input: MigrationId,
    output: Migration,
    // What the job moves while it reads and applies.
    object: rowOf(migrations.id, {
      volatile: ['status', 'kinds', 'found', 'rows_read', 'error', 'finished_at'],
    }),
    errors: OWN,
  }).query(({ ctx, input }) => getMigration(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/migrations/{id}',
    summary: 'Map locations and categories of a migration, or change its settings',
    description: 'What was read is checked again. Other `kinds` have to be read again.',
    permission: 'update:integrations',
    input: UpdateMigration,
    output: Migration,
    errors: OPEN,
  }).mutation(({ ctx, input }) => updateMigration(ctx, input)),

  addFile: endpoint({
    rest: 'POST /api/v1/migrations/{id}/files',
    summary: 'Add the file of a kind to a migration',
    description:
      "A CSV or Excel workbook, or JSON as LeafLink's or Distru's API responds with. One file of a kind: another one replaces it.",
    permission: 'update:integrations',
    body: 'csv',
    input: AddMigrationFile,
    output: Migration,
    status: 201,
    location: '/api/v1/migrations/{id}',
    errors: OPEN,
  }).mutation(({ ctx, input }) => addMigrationFile(ctx, input)),

  read: endpoint({
    rest: 'POST /api/v1/migrations/{id}/read',
    summary: 'Read the source of a migration and check what it would do',
    description:
      'A job reads it; poll the migration until it is `ready` or `failed`. A failed one goes on where it stopped.',
    permission: 'update:integrations',
    input: MigrationId,
    output: Migration,
    status: 202,
    errors: OPEN,
  }).mutation(({ ctx, input }) => readMigrationSource(ctx, input.id)),

  confirm: endpoint({
    rest: 'POST /api/v1/migrations/{id}/apply',
    summary: 'Apply a migration',
    description:
      "A job applies kind after kind, each line once: poll the migration until it is `completed` or `failed`, or wait for `migration.completed`. Each kind needs its import's permission, too. A failed one resumes.",
    permission: 'update:integrations',
    input: MigrationId,
    output: Migration,
    status: 202,
    errors: [...OWN, 'not_ready', 'case_prices_required', 'migration_active'],
  }).mutation(({ ctx, input }) => applyMigration(ctx, input.id)),

  remove: endpoint({
    rest: 'DELETE /api/v1/migrations/{id}',
    summary: 'Delete a migration that was not applied',
    description: 'Deletes what was read, its files and imports.',
    permission: 'update:integrations',
    input: MigrationId,
    output: z.void(),
    status: 204,
    errors: [...OWN, 'confirmed'],
  }).mutation(({ ctx, input }) => deleteMigration(ctx, input.id)),
});
