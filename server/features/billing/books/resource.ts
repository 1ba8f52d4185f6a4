import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { walkOf } from '../../../kernel/params';
import {
  balance,
  count,
  day,
  exampleId,
  id,
  json,
  object,
  oneOf,
  text,
  time,
} from '../../../platform/db/fields';
import { many, resource, type ViewOf } from '../../../platform/db/resource';
import { ExportFormat, ExportKind, ExportScope, NameChange } from './schema';
import { accountingExports, accountingFiles } from './tables';

const x = alias(accountingExports, 'x');
const f = alias(accountingFiles, 'f');

const file = resource(
  f,
  {
    n: count(f.n, 'Number of the file, from 1', 1),
    name: text(f.name, 'Name of the file', 'invoices.csv'),
    rows: count(f.rows, 'Rows without the heading', 12),
  },
  { id: 'AccountingFile' },
);

export const accountingExport = resource(
  x,
  {
    id: id(x.id, 'Id of the export', exampleId('71')),
    kind: oneOf(ExportKind)(x.kind),
    format: oneOf(ExportFormat)(x.format),
    start_date: day(x.startDate, 'First day'),
    end_date: day(x.endDate, 'Last day'),
    only: oneOf(ExportScope)(x.onlyNew),
    rows: count(x.rows, 'Documents, or customers', 4),
    total: balance(
      x.totalCents,
      'What they come to, in US dollars: invoices less credit notes; payments less refunds and voids; debits of a journal; 0 for customers',
      1477.75,
    ),
    files: many(
      file,
      { where: sql`f.export_id = x.id`, order: sql`f.n` },
      'Files, in the order of their numbers',
    ),
    changes: json(
      sql`x.changes`,
      z.array(NameChange).meta({ description: 'Names that the program would not have taken' }),
      [],
    ),
    created_by: object(
      {
        id: id.orNull(sql`x.actor_id`, 'Id of the member; null for the platform', exampleId('42')),
        name: text(x.actorName, 'Name', 'Dana Reyes'),
      },
      'Who made it',
    ),
    created_at: time(x.createdAt, 'When it was made'),
  },
  {
    id: 'AccountingExport',
    description: 'Documents as files for the books; kept for 90 days, the same bytes each time',
  },
);
export const AccountingExport = accountingExport.schema;
export type ExportView = ViewOf<typeof accountingExport>;
export const AccountingExportList = walkOf(AccountingExport);
