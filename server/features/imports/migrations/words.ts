// Pages import this file.
/** Where a business may move in from; `apex` and `quickbooks` by files alone. */
export const MIGRATION_SYSTEMS = ['leaflink', 'distru', 'apex', 'quickbooks'] as const;
export type MigrationSystem = (typeof MIGRATION_SYSTEMS)[number];
export const MIGRATION_SOURCES = ['api', 'files'] as const;
export type MigrationSource = (typeof MIGRATION_SOURCES)[number];
export const MIGRATION_STATUSES = ['draft', 'reading', 'ready', 'applying', 'completed', 'failed'] as const;
/** What a migration brings, in the order in which it is checked and applied. */
export const MIGRATION_KINDS = [
  'customers',
  'products',
  'batches',
  'price_lists',
  'inventory',
  'orders',
  'opening_balances',
] as const;
export type MigrationKind = (typeof MIGRATION_KINDS)[number];
export const FILE_FORMATS = ['csv', 'json'] as const;
