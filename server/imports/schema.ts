import { z } from 'zod';
import { ROOM_TYPES, RoomType } from '../inventory/schema';
import { Count, Id, listOf, Paging, sortBy, Timestamp, text } from '../kernel/params';
import { IMPORT_FIELDS, IMPORT_KINDS, type ImportField } from './fields';

export const ImportKind = z
  .enum(IMPORT_KINDS)
  .meta({ id: 'ImportKind', description: 'What the file holds: stock changes, a count, or products' });

const FIELD_NAMES = [...new Set(Object.values(IMPORT_FIELDS).flat())] as [ImportField, ...ImportField[]];
export const ImportFieldName = z
  .enum(FIELD_NAMES)
  .meta({ id: 'ImportFieldName', description: 'What a column means' });

export const IMPORT_STATUSES = ['mapping', 'checking', 'ready', 'applying', 'completed', 'failed'] as const;
export const ImportStatus = z.enum(IMPORT_STATUSES).meta({
  id: 'ImportStatus',
  description:
    '`mapping`: a required column was not recognized; `checking`; `ready`: checked, nothing applied yet; `applying`; `completed`; `failed`: see `error`',
});
export const OUTCOMES = ['create', 'update', 'adjust', 'unchanged', 'error'] as const;
export const ImportOutcome = z.enum(OUTCOMES).meta({ id: 'ImportOutcome', description: 'What a line does' });
export type Outcome = (typeof OUTCOMES)[number];

export const MAX_COLUMNS = 100;
export const MAX_LINES = 100_000;

const MappingEntry = z.strictObject({ column: text(200), field: ImportFieldName });
export type Mapping = z.infer<typeof MappingEntry>[];

const Counts = z.object({
  create: Count,
  update: Count,
  adjust: Count,
  unchanged: Count,
  error: Count,
});

export const Import = z
  .object({
    id: Id,
    kind: ImportKind,
    status: ImportStatus.meta({
      description:
        'mapping: a column that is needed was not recognised; checking; ready: checked, nothing applied yet; applying; ' +
        'completed; failed: `error` says why',
    }),
    file_name: z.string(),
    file_size: Count.meta({ description: 'Bytes' }),
    location_id: Id.nullable().meta({ description: 'Of lines that name none' }),
    room_type: RoomType.meta({ description: 'Of lines that name none' }),
    columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
    mapping: z.array(MappingEntry),
    total: Count.meta({ description: 'Lines in the file; about as many while it is being checked' }),
    processed: Count.meta({ description: 'Lines checked so far, or applied' }),
    counts: Counts.meta({ description: 'Lines by what they do or have done' }),
    error: z
      .object({ line: Count.nullable(), code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why the file could not be checked, or not be applied to its end' }),
    created_by: z.object({ id: Id, name: z.string() }),
    created_at: Timestamp,
    applied_at: Timestamp.nullable().meta({ description: 'When it was confirmed' }),
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: 'ImportJob' });
export const ImportList = listOf(Import);

export const CreateImport = z.strictObject({
  kind: ImportKind,
  location_id: Id.optional().meta({ description: 'Of lines that name no location' }),
  room_type: z
    .enum(ROOM_TYPES)
    .optional()
    .meta({ description: 'Of lines that name no room; vault when absent' }),
});

export const IMPORT_SORTS = ['created_at'] as const;
export const ListImports = z.strictObject({
  kind: ImportKind.optional(),
  status: ImportStatus.optional(),
  sort: sortBy(IMPORT_SORTS),
  ...Paging,
});

export const ImportId = z.strictObject({ id: Id });

export const UpdateImport = z.strictObject({
  id: Id,
  mapping: z
    .array(MappingEntry)
    .min(1, 'must have at least one entry')
    .max(MAX_COLUMNS, `must have at most ${MAX_COLUMNS} entries`)
    .optional(),
  location_id: Id.nullish(),
  room_type: RoomType.optional(),
});

const Value = z.union([z.string(), z.number(), z.null()]);
const Values = z
  .record(z.string(), Value)
  // Few generators can express a value of several types.
  .meta({ override: ({ jsonSchema }) => Object.assign(jsonSchema, { additionalProperties: true }) })
  .nullable();

/** One line of the file: what it would do, or after the import what it did. */
export const ImportLine = z
  .object({
    line: Count.meta({ description: 'Of the file; the header is line 1' }),
    outcome: ImportOutcome,
    applied: z.boolean(),
    sku: z.string().nullable(),
    product_name: z.string().nullable(),
    location: z.string().nullable(),
    room_type: z.string().nullable(),
    before: Values.meta({ description: 'What changes, as it is; null for what is new' }),
    after: Values.meta({ description: 'What changes, as it will be' }),
    problem: z.string().nullable().meta({ description: 'The errors in one sentence each' }),
    note: z.string().nullable().meta({ description: 'What to know of the line although it is no error' }),
    errors: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
  })
  .meta({ id: 'ImportLine' });
export const ImportLineList = listOf(ImportLine);

export const ListImportLines = z.strictObject({
  id: Id,
  problem: z
    .boolean()
    .optional()
    .meta({ description: 'true: only the lines with errors; false: only those without' }),
  outcome: ImportOutcome.optional(),
  ...Paging,
});
