import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import type { OpenLine } from '../queries.sql';
import { importLines } from '../tables';

/** The open lines of the first receipt of a file that has some. */
export const linesOfReceipt = statement(
  [[ID, 1]],
  (importId: string, limit: number) => sql<OpenLine>`
    with next as (
      select l.data -> 'receipt' as receipt from ${importLines} l
      where l.import_id = ${importId} and not l.applied and l.outcome <> 'error' order by l.line limit 1
    )
    select l.line, l.outcome, l.before, l.after, l.note, l.data from next n join ${importLines} l on l.data -> 'receipt' = n.receipt
    where l.import_id = ${importId} and not l.applied and l.outcome <> 'error' order by l.line limit ${limit}`,
);
