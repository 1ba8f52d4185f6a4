import { z } from 'zod';
import { Count, Id, listOf, text } from '../../../kernel/params';
import { BUYER_TYPES } from '../../entities/typed.schema';
import { ROOM_TYPES } from '../../inventory/schema';
import { CATEGORY_NAMES } from '../../products/categories';
import { MIGRATION_KINDS, MIGRATION_SOURCES, MIGRATION_STATUSES, MIGRATION_SYSTEMS } from './words';

/** Ids that a source no longer lists and that a migration names, by kind. */
export const MAX_MISSING = 1_000;
/** Entries of a map, and rows of a list of the source. */
const MAX_MAPPED = 1_000;
export const MAX_ROWS = 100_000;

export const MigrationSystem = z.enum(MIGRATION_SYSTEMS).meta({
  id: 'MigrationSystem',
  description: 'Where the business moves in from; `apex` and `quickbooks` by files alone',
});
export const MigrationSource = z.enum(MIGRATION_SOURCES);
export const MigrationStatus = z.enum(MIGRATION_STATUSES).meta({
  id: 'MigrationStatus',
  description:
    '`draft`; `reading`: rows are read and checked; `ready`: the preview is complete and nothing was changed; `applying`; `completed`; `failed`: see `error`, and read or apply again to resume',
});
export const MigrationKindName = z.enum(MIGRATION_KINDS).meta({ id: 'MigrationKindName' });

const KEY = z.string().min(1).max(200);
/** Few generators can express a record whose keys are limited. */
const fewKeys = (entries: object) => Object.keys(entries).length <= MAX_MAPPED;

export const LocationMap = z
  .record(
    KEY,
    z.strictObject({
      location_id: Id.meta({ description: 'Your location' }),
      room_type: z.enum(ROOM_TYPES).optional().meta({ description: 'Its room; `vault` when absent' }),
    }),
  )
  .refine(fewKeys, { error: `must have at most ${MAX_MAPPED} entries`, params: { code: 'too_many_items' } })
  .meta({ description: "Your location by the source's id or name of it" });
export const CategoryMap = z
  .record(
    KEY,
    z.strictObject({
      category: z.enum(CATEGORY_NAMES).meta({ description: 'Category' }),
      subcategory: text(50).nullish().meta({ description: 'Subcategory of the category' }),
    }),
  )
  .refine(fewKeys, { error: `must have at most ${MAX_MAPPED} entries`, params: { code: 'too_many_items' } })
  .meta({ description: "Your category by the source's name of it" });
export const MigrationSettings = z
  .strictObject({
    case_prices: z.enum(['per_case', 'per_unit']).optional().meta({
      description:
        'What prices of goods with a case size are for; it is asked at apply (409 `case_prices_required`)',
    }),
    inventory: z.enum(['once', 'set']).optional().meta({
      description:
        '`once` (default): stock is counted in once, later differences are notes; `set`: it follows the source',
    }),
    accept_total_difference: z.boolean().optional().meta({
      description: 'Takes orders whose total differs from the one of the source',
    }),
    customer_type: z
      .enum(BUYER_TYPES)
      .optional()
      .meta({ description: 'Type of customers without one; `retailer` when absent' }),
    restore: z.boolean().optional().meta({ description: 'Takes again what was deleted here' }),
    orders_of_connected: z.boolean().optional().meta({
      description: 'Enters open orders of customers that are on board, too: they stay pending',
    }),
    relationships: z
      .array(text(100))
      .max(100)
      .optional()
      .meta({ description: 'Distru: the relationships whose companies are customers' }),
  })
  .meta({ description: 'How it is read' });
export type MigrationSettings = z.infer<typeof MigrationSettings>;

const PathId = Id.meta({ description: 'Id of the migration' });
const Kinds = z
  .array(MigrationKindName)
  .min(1)
  .max(MIGRATION_KINDS.length)
  .overwrite((kinds) => MIGRATION_KINDS.filter((kind) => kinds.includes(kind)))
  .meta({ description: 'What it brings; all kinds when absent' });

export const CreateMigration = z
  .strictObject({
    system: MigrationSystem,
    source: MigrationSource.meta({ description: '`api`: by a connection; `files`: uploads' }),
    connection_id: Id.optional().meta({ description: 'The connection; required for `api`' }),
    kinds: Kinds.optional(),
    location_map: LocationMap.default({}),
    category_map: CategoryMap.default({}),
    settings: MigrationSettings.default({}),
  })
  .meta({ examples: [{ system: 'quickbooks', source: 'files', kinds: ['customers', 'opening_balances'] }] });
export const MigrationId = z.strictObject({ id: PathId });
export const UpdateMigration = z
  .strictObject({
    id: PathId,
    kinds: Kinds.optional(),
    location_map: LocationMap.optional(),
    category_map: CategoryMap.optional(),
    settings: MigrationSettings.optional().meta({ description: 'Replaces all settings' }),
  })
  .meta({ examples: [{ settings: { case_prices: 'per_unit' } }] });
export const AddMigrationFile = z.strictObject({
  id: PathId,
  kind: MigrationKindName.meta({ description: 'What the file holds' }),
});

const said = <T extends z.ZodType>(schema: T, description: string): T => schema.meta({ description });

const KindCounts = z.object({
  create: said(Count, 'Lines that create something'),
  update: said(Count, 'Lines that change something'),
  adjust: said(Count, 'Lines that adjust stock'),
  unchanged: said(Count, 'Lines whose values are here already'),
  error: said(Count, 'Lines with errors, which are skipped'),
  closed: said(Count, 'Lines that the source has closed, which are left out'),
});
const MigrationPart = z.object({
  kind: said(MigrationKindName, 'What it brings'),
  import_id: Id.nullable().meta({ description: 'Import with its lines; null until it was read' }),
  status: z.string().nullable().meta({ description: 'Status of the import; null until it was read' }),
  file_name: z.string().nullable().meta({ description: 'Name of the uploaded file' }),
  counts: KindCounts.meta({ description: 'Lines by outcome' }),
  not_carried: z
    .record(z.string(), Count)
    .meta({ description: 'Fields that the source has and we do not take, each with its number of lines' }),
  missing: z
    .array(
      z.object({
        external_id: said(z.string(), 'Id in the source'),
        name: said(z.string().nullable(), 'Its name when it was imported'),
      }),
    )
    .meta({ description: 'Known ids that the source no longer lists; nothing of them is deleted' }),
  missing_count: Count.meta({ description: 'All of these' }),
});
const Named = z.object({
  id: said(z.string(), 'Id in the source'),
  name: said(z.string(), 'Name in the source'),
  lines: said(Count, 'Lines that name it'),
});
export const Found = z.object({
  locations: z.array(Named).meta({ description: 'Locations that the source names' }),
  categories: z
    .array(
      Named.omit({ id: true }).extend({
        known: said(z.boolean(), 'Whether the category is known by its name'),
      }),
    )
    .meta({ description: 'Categories that the source names, and whether their words are known' }),
  relationships: z
    .array(
      z.object({
        name: said(z.string(), 'Relationship'),
        lines: said(Count, 'Companies with it'),
        taken: said(z.boolean(), 'Whether these are customers'),
      }),
    )
    .meta({ description: 'Distru: relationships of companies, and whether these are customers' }),
  case_prices: z
    .object({
      proposed: said(z.enum(['per_case', 'per_unit']), 'Reading that the goods suggest'),
      products: z
        .array(
          z.object({
            sku: said(z.string(), 'SKU'),
            name: said(z.string(), 'Name of the product'),
            case_size: said(Count, 'Units in a case'),
            price: said(z.string(), 'Price in the source, in dollars'),
            per_case: said(
              z.string().nullable(),
              'Unit price if it is of a case; null when it is not exact to cents',
            ),
            per_unit: said(z.string(), 'Unit price if it is of a unit'),
          }),
        )
        .meta({ description: 'At most three' }),
    })
    .nullable()
    .meta({ description: 'Three products with a case size, and what a unit would cost by either reading' }),
});
export type Found = z.infer<typeof Found>;

export const Migration = z
  .object({
    id: PathId,
    system: MigrationSystem,
    source: said(MigrationSource, 'How it is read'),
    connection_id: said(Id.nullable(), 'Connection that it reads by; null for files'),
    status: MigrationStatus,
    kinds: said(z.array(MigrationPart), 'What it brings, in the order in which it is applied'),
    settings: MigrationSettings,
    location_map: LocationMap,
    category_map: CategoryMap,
    found: Found.nullable().meta({
      description: 'What the source names and has to be mapped; null until it was read',
    }),
    rows_read: Count.meta({ description: 'Rows read from the source so far' }),
    error: z
      .object({
        code: said(z.string(), 'Kind of the failure'),
        message: said(z.string(), 'The failure, as text'),
      })
      .nullable()
      .meta({ description: 'Why it failed; null otherwise' }),
    created_by: z
      .object({ id: said(Id, 'Id of the member'), name: said(z.string(), 'Name of the member') })
      .meta({ description: 'Member who began it' }),
    created_at: z.string().meta({ format: 'date-time', description: 'When it was created' }),
    applied_at: z
      .string()
      .nullable()
      .meta({ format: 'date-time', description: 'When applying it began; null before' }),
    finished_at: z
      .string()
      .nullable()
      .meta({ format: 'date-time', description: 'When it completed or failed; null before' }),
  })
  .meta({ id: 'Migration', description: 'A move from another system with its preview' });
export type MigrationView = z.infer<typeof Migration>;
export const MigrationList = listOf(Migration);

/** A migration, as the document and the tests of endpoints show one. */
export const MIGRATION_SAMPLE: MigrationView = {
  ...{ id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b41', system: 'leaflink', source: 'api', status: 'completed' },
  connection_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b42',
  kinds: [],
  ...{ settings: {}, location_map: {}, category_map: {}, found: null, rows_read: 1204, error: null },
  created_by: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02', name: 'Robin Fields' },
  created_at: '2026-01-02T15:04:05.000Z',
  applied_at: '2026-01-02T15:20:05.000Z',
  finished_at: '2026-01-02T15:24:05.000Z',
};
