import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Count, listOf } from '../../kernel/params';
import { count, id, json, object, oneOf, text, time } from '../../platform/db/fields';
import { resource, type ViewOf } from '../../platform/db/resource';
import { RoomType } from '../inventory/schema';
import { MigrationSource } from './migrations/schema';
import {
  Counts,
  GivenValueList,
  ImportKind,
  ImportStatus,
  MAX_SKIPPED,
  MappingEntry,
  SkippedLine,
} from './schema';
import { imports } from './tables';

const m = alias(imports, 'm');

const Column = z.object({
  name: z.string().meta({ description: 'Name in the header' }),
  samples: z.array(z.string()).meta({ description: 'Values of the first lines' }),
});
const Fault = z.object({
  line: Count.nullable().meta({ description: 'Line of the file; null when the error is not of one line' }),
  code: z.string().meta({ description: 'Stable code of the error' }),
  message: z.string().meta({ description: 'What went wrong, as text' }),
});

export const importJob = resource(
  m,
  {
    id: id(m.id, 'Id of the import'),
    kind: oneOf(ImportKind)(m.kind),
    migration_id: id(m.migrationId, 'Migration that owns it; null for an upload of its own'),
    source: oneOf(MigrationSource)(
      m.source,
      'How the migration got it: by the API or as a file; null for an upload of its own',
    ),
    status: oneOf(ImportStatus)(m.status),
    file_name: text(m.fileName, 'Name of the uploaded file'),
    file_size: count(m.fileSize, 'Bytes'),
    location_id: id(m.locationId, 'Default location, for lines without one'),
    room_type: oneOf(RoomType)(m.roomType, 'Default room, for lines without one'),
    columns: json(sql`m.columns`, z.array(Column).meta({ description: 'Columns of the file' }), []),
    mapping: json(
      sql`m.mapping`,
      z
        .array(MappingEntry)
        .meta({ description: 'Meaning of each column that is read; other columns are ignored' }),
      [],
    ),
    header_line: count(m.headerLine, 'Line that names the columns'),
    values: json(sql`coalesce(m.given, '[]')`, GivenValueList, []),
    unread_columns: json(
      sql`(select coalesce(json_agg(c.value ->> 'name' order by c.ordinality), '[]') from jsonb_array_elements(m.columns) with ordinality c
        where not exists (select from jsonb_array_elements(m.mapping) f where f.value ->> 'column' = c.value ->> 'name')
          and (c.value ->> 'name' <> 'Column ' || c.ordinality or exists (
            select from jsonb_array_elements_text(c.value -> 'samples') s where s.value <> '')))`,
      z.array(z.string()).meta({ description: 'Columns that have no meaning and are ignored' }),
      [],
    ),
    skipped: json(
      sql`m.skipped`,
      z.array(SkippedLine).meta({
        description: `Lines and sheets that are no data and aren't read; of totals, ${MAX_SKIPPED} lines at most`,
      }),
      [],
    ),
    fixed_lines: count(
      sql`coalesce((select count(*) from jsonb_object_keys(m.fixes)), 0)::int`,
      'Lines with cells that were corrected after the upload',
    ),
    total: count(m.total, 'Lines in the file; an estimate until it is checked'),
    processed: count(m.processed, 'Lines checked so far, or applied'),
    counts: json(
      sql`('{"closed": 0}'::jsonb || m.counts)`,
      Counts.meta({ description: 'Lines by outcome' }),
      {
        create: 0,
        update: 0,
        adjust: 0,
        unchanged: 0,
        error: 0,
        closed: 0,
      },
    ),
    error: json(
      sql`m.error`,
      Fault.nullable().meta({ description: 'Why the check or the import failed; null otherwise' }),
      null,
    ),
    created_by: object(
      { id: id(m.actorId, 'Id of the user'), name: text(m.actorName, 'Name of the user') },
      'The member who uploaded the file',
    ),
    created_at: time(m.createdAt, 'When the file was uploaded'),
    applied_at: time(m.appliedAt, 'When the import was confirmed; null until then'),
    finished_at: time(m.finishedAt, 'When the import completed or failed; null until then'),
  },
  { id: 'ImportJob', examples: undefined },
);
export const Import = importJob.schema;
export type ImportView = ViewOf<typeof importJob>;
export const ImportList = listOf(Import);
