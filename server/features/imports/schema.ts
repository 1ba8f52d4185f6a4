import { z } from 'zod';
import { Count, Id, listOf, Paging, text } from '../../kernel/params';
import { RULES } from '../../kernel/rules';
import { ROOM_TYPES, RoomType } from '../inventory/schema';
import { IMPORT_FIELDS, IMPORT_KINDS, type ImportField } from './fields';
import { LINE_CODES } from './lines/codes';

export const ImportKind = z.enum(IMPORT_KINDS).meta({
  id: 'ImportKind',
  description:
    'What the file holds: stock changes, a count, products, customers, what customers owed before the books began, goods from outside, or the levels wanted',
});

const FIELD_NAMES = [...new Set(Object.values(IMPORT_FIELDS).flat())] as [ImportField, ...ImportField[]];
export const ImportFieldName = z
  .enum(FIELD_NAMES)
  .meta({ id: 'ImportFieldName', description: 'Meaning of a column' });

export const IMPORT_STATUSES = ['mapping', 'checking', 'ready', 'applying', 'completed', 'failed'] as const;
export const ImportStatus = z.enum(IMPORT_STATUSES).meta({
  id: 'ImportStatus',
  description:
    '`mapping`: a required column was not recognized; `checking`; `ready`: checked, nothing applied yet; `applying`; `completed`; `failed`: see `error`',
});
export const OUTCOMES = ['create', 'update', 'adjust', 'unchanged', 'error', 'closed'] as const;
export const ImportOutcome = z.enum(OUTCOMES).meta({
  id: 'ImportOutcome',
  description:
    '`create`, `update` and `adjust` change something, `unchanged` does not, `error` is skipped, `closed` is over in the system that it comes from',
});
export type Outcome = (typeof OUTCOMES)[number];

export const MAX_COLUMNS = 100;
export const MAX_LINES = 100_000;
/** Fields that all lines may have one value of. */
const MAX_GIVEN = 20;
/** Imports of a business that aren't confirmed: each keeps a file. */
export const MAX_OPEN = 50;

export const MappingEntry = z.strictObject({
  column: text(200).meta({ description: 'Name of the column, as in the header' }),
  field: ImportFieldName,
});
export type Mapping = z.infer<typeof MappingEntry>[];

/** A cell that all lines have, of a field without a column. */
const GivenValue = z.strictObject({
  field: ImportFieldName,
  value: text(200).meta({ description: 'What each line has' }),
});
export type GivenValues = z.infer<typeof GivenValue>[];
export const GivenValueList = z
  .array(GivenValue)
  .max(MAX_GIVEN, `must have at most ${MAX_GIVEN} entries`)
  .meta({ description: 'Values of all lines, for fields without a column' });

export const SkippedLine = z.object({
  line: Count.nullable().meta({ description: 'Line of the file; null for a sheet' }),
  text: z.string().meta({ description: 'What it says, cut after 200 characters' }),
  why: z.enum(['separator', 'above_header', 'total', 'other_sheet']).meta({
    description:
      '`separator`: it only names the delimiter; `above_header`: a title; `total`: it adds up other lines; `other_sheet`: a sheet after the first, by its name',
  }),
});
export type Skipped = z.infer<typeof SkippedLine>;
/** Skipped lines that are named. */
export const MAX_SKIPPED = 100;

/** Lines of one import that may be corrected in place: beyond that the file is. */
export const MAX_FIXED_LINES = 1_000;
/** Characters of a corrected cell. */
export const MAX_FIX = 2_000;

const Fix = z.strictObject({
  line: Count.min(2, 'must be at least 2').meta({ description: 'Line of the file; the header is line 1' }),
  field: ImportFieldName,
  value: z
    .string()
    .max(MAX_FIX, `must be at most ${MAX_FIX} characters`)
    .meta({ description: 'What the cell should have; empty for an empty cell' }),
});
/** Corrected cells, by line and field. */
export type Fixes = Record<number, Partial<Record<ImportField, string>>>;

/** Lines by outcome. */
export const NO_LINES: Record<Outcome, number> = {
  ...{ create: 0, update: 0, adjust: 0, unchanged: 0, error: 0, closed: 0 },
};

export const Counts = z.object({
  create: Count.meta({ description: 'Lines that create a product, variant or customer' }),
  update: Count.meta({ description: 'Lines that update a product, variant or customer' }),
  adjust: Count.meta({ description: 'Lines that change a quantity' }),
  unchanged: Count.meta({ description: 'Lines that change nothing' }),
  error: Count.meta({ description: 'Lines with errors, which are skipped' }),
  closed: Count.meta({ description: 'Lines of what is over in the system that they come from' }),
});

const PathId = Id.meta({ description: 'Id of the import' });

export const CreateImport = z.strictObject({
  kind: ImportKind,
  location_id: Id.optional().meta({ description: 'Default location, for lines without one' }),
  room_type: z
    .enum(ROOM_TYPES)
    .optional()
    .meta({ description: 'Default room, for lines without one; `vault` when absent' }),
});

export const ImportId = z.strictObject({ id: PathId });

export const UpdateImport = z
  .strictObject({
    id: PathId,
    mapping: z
      .array(MappingEntry)
      .min(1, 'must have at least one entry')
      .max(MAX_COLUMNS, `must have at most ${MAX_COLUMNS} entries`)
      .optional()
      .meta({ description: 'Replaces the whole mapping; each column and each field at most once' }),
    fixes: z
      .array(Fix)
      .min(1, 'must have at least one entry')
      .max(500, 'must have at most 500 entries')
      .optional()
      .meta({
        description: `Cells to read in place of the file's, in addition to those from before; at most ${MAX_FIXED_LINES} lines of an import`,
      }),
    values: GivenValueList.optional(),
    location_id: Id.nullish().meta({ description: 'Default location, for lines without one; null for none' }),
    room_type: RoomType.optional().meta({ description: 'Default room, for lines without one' }),
  })
  .meta({
    examples: [
      {
        mapping: [
          { column: 'SKU', field: 'sku' },
          { column: 'Qty on hand', field: 'counted' },
        ],
        room_type: 'vault',
      },
    ],
  });

const Value = z.union([z.string(), z.number(), z.null()]);
const Values = z
  .record(z.string(), Value)
  // Few generators can express a value of several types.
  .meta({ override: ({ jsonSchema }) => Object.assign(jsonSchema, { additionalProperties: true }) })
  .nullable();

export const LineErrorCode = z.enum(LINE_CODES).meta({
  id: 'ImportErrorCode',
  description: `What is wrong with a line:\n\n${LINE_CODES.map((code) => `- \`${code}\`: ${RULES[code]}`).join('\n')}`,
});

const NotCarried = z.array(
  z.object({
    field: z.string().meta({ description: 'Field of the system' }),
    value: z.string().meta({ description: 'Its value, cut after 200 characters' }),
  }),
);

/** One line of the file: what it would do, or after the import what it did. */
export const ImportLine = z
  .object({
    line: Count.meta({ description: 'Line of the file; the header is line 1' }),
    outcome: ImportOutcome,
    applied: z.boolean().meta({ description: 'Whether the line has been applied' }),
    sku: z.string().nullable().meta({ description: 'SKU in the line' }),
    product_name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the product that was found or is created' }),
    location: z
      .string()
      .nullable()
      .meta({ description: 'Name of the location; of an unknown one, the text in the file' }),
    room_type: z
      .string()
      .nullable()
      .meta({ description: 'Type of the room; of an unknown one, the text in the file' }),
    before: Values.meta({ description: 'Current values of the fields that change; null for a new object' }),
    after: Values.meta({
      description:
        'New values of the fields that change; of a lot also its `batch_id`, `package_tag` and `expires_on`',
    }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'The errors in one sentence each, with the text in the file' }),
    note: z.string().nullable().meta({ description: 'A remark that is not an error' }),
    errors: z
      .array(
        z.object({
          field: z.string().meta({ description: 'Field with the error; empty for the line as a whole' }),
          code: LineErrorCode,
          message: z.string().meta({ description: 'What is wrong, as text' }),
          value: z.string().nullable().meta({
            description:
              'Text of the cell, cut after 60 characters; null where the error is of no cell or the cell is empty',
          }),
        }),
      )
      .meta({ description: 'Why the line is skipped' }),
    customer_name: z.string().nullable().meta({ description: 'Name of the customer in the line' }),
    external_id: z
      .string()
      .nullable()
      .meta({ description: 'What the system calls it that it comes from; null outside of migrations' }),
    not_carried: NotCarried.meta({ description: 'What the system has there and we do not take' }),
  })
  .meta({ id: 'ImportLine' });
export const ImportLineList = listOf(ImportLine);

export const ListImportLines = z.strictObject({
  id: PathId,
  problem: z
    .boolean()
    .meta({ description: '`true` for lines with errors, `false` for lines without' })
    .optional(),
  outcome: ImportOutcome.meta({ description: 'Only lines with this outcome' }).optional(),
  ...Paging,
});
