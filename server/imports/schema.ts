import { z } from 'zod';
import { ROOM_TYPES } from '../inventory/schema';
import { Id, listOf, Paging, sortBy, Timestamp, text } from '../kernel/params';
import { IMPORT_FIELDS, IMPORT_KINDS, type ImportField } from './fields';

const FIELD_NAMES = [...new Set(Object.values(IMPORT_FIELDS).flat())] as [ImportField, ...ImportField[]];

export const IMPORT_STATUSES = ['mapping', 'checking', 'ready', 'applying', 'completed', 'failed'] as const;
export const OUTCOMES = ['create', 'update', 'adjust', 'unchanged', 'error'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const MAX_COLUMNS = 100;
export const MAX_LINES = 100_000;

const MappingEntry = z.strictObject({ column: text(200), field: z.enum(FIELD_NAMES) });
export type Mapping = z.infer<typeof MappingEntry>[];

const Counts = z.object({
  create: z.number().int(),
  update: z.number().int(),
  adjust: z.number().int(),
  unchanged: z.number().int(),
  error: z.number().int(),
});

export const Import = z
  .object({
    id: Id,
    kind: z.enum(IMPORT_KINDS),
    status: z.enum(IMPORT_STATUSES).meta({
      description:
        'mapping: a column that is needed was not recognised; checking; ready: checked, nothing applied yet; applying; ' +
        'completed; failed: `error` says why',
    }),
    file_name: z.string(),
    file_size: z.number().int().meta({ description: 'Bytes' }),
    location_id: Id.nullable().meta({ description: 'Of lines that name none' }),
    room_type: z.enum(ROOM_TYPES).meta({ description: 'Of lines that name none' }),
    columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
    mapping: z.array(MappingEntry),
    total: z
      .number()
      .int()
      .meta({ description: 'Lines in the file; about as many while it is being checked' }),
    processed: z.number().int().meta({ description: 'Lines checked so far, or applied' }),
    counts: Counts.meta({ description: 'Lines by what they do or have done' }),
    error: z
      .object({ line: z.number().int().nullable(), code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why the file could not be checked, or not be applied to its end' }),
    created_by: z.object({ id: Id, name: z.string() }),
    created_at: Timestamp,
    applied_at: Timestamp.nullable().meta({ description: 'When it was confirmed' }),
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: 'Import' });
export const ImportList = listOf(Import);

export const CreateImport = z.strictObject({
  kind: z.enum(IMPORT_KINDS),
  location_id: Id.optional().meta({ description: 'Of lines that name no location' }),
  room_type: z
    .enum(ROOM_TYPES)
    .optional()
    .meta({ description: 'Of lines that name no room; vault when absent' }),
});

export const IMPORT_SORTS = ['created_at'] as const;
export const ListImports = z.strictObject({
  kind: z.enum(IMPORT_KINDS).optional(),
  status: z.enum(IMPORT_STATUSES).optional(),
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
  room_type: z.enum(ROOM_TYPES).optional(),
});

const Value = z.union([z.string(), z.number(), z.null()]);
const Values = z.record(z.string(), Value).nullable();

/** One line of the file: what it would do, or after the import what it did. */
export const ImportLine = z
  .object({
    line: z.number().int().meta({ description: 'Of the file; the header is line 1' }),
    outcome: z.enum(OUTCOMES),
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
  outcome: z.enum(OUTCOMES).optional(),
  ...Paging,
});
